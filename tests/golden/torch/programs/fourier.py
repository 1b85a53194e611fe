"""Discrete Fourier transforms and their inverses, with gradients."""

import torch
import torch.fft


def show(name, out, leaf=None):
    print(name, out.dtype, tuple(out.shape), (torch.view_as_real(out) if out.is_complex() else out).double().abs().sum())
    flat = out.detach().flatten()[:3]
    print([f"{abs(v):.3f}" for v in flat.tolist()])
    if leaf is not None:
        leaf.grad = None
        steps = torch.arange(out.numel()).view(out.shape)
        power = out.real**2 + out.imag**2 if out.is_complex() else out**2
        (power * steps).sum().backward()
        print([f"{abs(v):.3f}" for v in leaf.grad.flatten()[:4].tolist()], leaf.grad.dtype)


torch.manual_seed(0)
x = torch.randn(3, 4, 6, requires_grad=True)
z = torch.randn(3, 5, dtype=torch.complex64, requires_grad=True)
for norm in (None, "ortho", "forward"):
    show("fft", torch.fft.fft(x, norm=norm), x)
    show("ifft", torch.fft.ifft(z, norm=norm), z)
    show("rfft", torch.fft.rfft(x, dim=1, norm=norm), x)
    show("irfft", torch.fft.irfft(z, norm=norm), z)
for n in (3, 7, 8):
    show(f"fft {n}", torch.fft.fft(x, n), x)
    show(f"rfft {n}", torch.fft.rfft(x, n), x)
    show(f"irfft {n}", torch.fft.irfft(z, n), z)
show("fft2", torch.fft.fft2(x), x)
show("real", torch.fft.fft2(x).real, x)
show("fftn", torch.fft.fftn(x, dim=(0, 2)), x)
show("ifftn", torch.fft.ifftn(torch.fft.fftn(x)).real, x)
show("rfft2", torch.fft.rfft2(x), x)
show("irfft2", torch.fft.irfft2(torch.fft.rfft2(x), s=(4, 6)), x)
show("mixed", torch.fft.fft(torch.fft.fft(x, dim=-1), dim=-2).real, x)
show("double", torch.fft.fft(x.detach().double()))
show("whole", torch.fft.fft(torch.arange(6)))
print(torch.fft.fftfreq(5), torch.fft.fftfreq(4, 0.5), torch.fft.rfftfreq(6), torch.fft.fftshift(torch.arange(5)))
print(torch.fft.ifftshift(torch.arange(5)), torch.fft.fftshift(torch.arange(6).view(2, 3), dim=1))
for call in ("torch.fft.fft(x, 0)", "torch.fft.fft(x, norm='other')", "torch.fft.rfft(z)"):
    try:
        print(eval(call))
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])

z.grad = None
(z.abs() * torch.arange(5)).sum().backward()
print([f"{abs(v):.3f}" for v in z.grad.flatten()[:4].tolist()])
angles = torch.arange(4.0).requires_grad_()
torch.exp(1j * angles).real.sum().backward()
print(angles.grad, torch.complex(angles, angles).exp().abs().sum())
