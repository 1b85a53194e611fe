"""Writes gradients.json: what real PyTorch makes of the gradients of some hundred expressions.
For developers who have it; the tests need only the file.

    python3 tests/golden/torch/make_gradients.py
"""

import json
import pathlib
import warnings

import torch

warnings.simplefilter("ignore")
PRELUDE = """
import torch
import torch.nn.functional as F

def leaves():
    x = (torch.arange(12.0).view(3, 4) * 0.7 - 3.9).sin() * 0.9
    p = (torch.arange(12.0).view(3, 4) * 1.3).cos() * 0.4 + 0.55
    w = (torch.arange(20.0).view(4, 5) * 0.9 + 0.2).cos()
    v = (torch.arange(4.0) * 1.1 + 0.3).sin()
    s = (torch.arange(24.0).view(2, 3, 4) * 0.37).cos()
    return {k: t.requires_grad_() for k, t in dict(x=x, p=p, w=w, v=v, s=s).items()}

def gradients(line):
    named = leaves()
    y = eval(line, {**globals(), **named})
    weights = (torch.arange(1.0 * y.numel()).view(y.shape) * 0.61 + 0.5).cos()
    (y * weights).sum().backward()
    return {k: t.grad.flatten().tolist() for k, t in named.items() if t.grad is not None}
"""
UNARY = """exp exp2 expm1 sin cos tan asin acos atan sinh cosh tanh sigmoid erf erfc reciprocal neg
    abs square relu frac floor sign round""".split()
POSITIVE = "log log2 log10 log1p sqrt rsqrt".split()
PLACED = ["{}", "{}.t()", "{}[1]", "{}[:, ::2] * v[:2]", "({} * v)"]
REDUCED = "sum mean logsumexp amax amin var std".split()
MOVED = """view(12)|view(2,6)|reshape(4,3)|t()|T|permute(1,0)|transpose(0,1)|unsqueeze(1)|flatten()|x
    [0]|[-1]|[1:]|[:,1:3]|[::2]|[0,1]|[:,[0,2,2]]|[[0,2],[1,1]]|[...,0]|[None]|[p>0.5]|narrow(1,1,2)|
    select(0,2)|unbind(1)[2]|split(2,1)[1]|chunk(2,1)[0]|diagonal()|expand(2,3,4)|repeat(2,1)|flip([0])|
    roll(1,1)|triu()|tril()|repeat_interleave(2,1)|cumsum(0)|cumsum(1)|softmax(0)|softmax(-1)|
    log_softmax(1)|clone()|double().float()|clamp(-0.5,0.5)|gather(1,torch.tensor([[0,0],[1,2],[3,3]]))|
    masked_fill(p>0.6,2.0)|index_select(0,torch.tensor([2,0,2]))|norm()|norm(dim=1)|norm(2,0,True)""".split("|")
BINARY = """{a}+{b}|{a}-{b}|{a}*{b}|{a}/({b}+2)|p**{b}|torch.maximum({a},{b})|torch.minimum({a},{b})|
    torch.atan2({a},{b})|torch.hypot({a},{b})|torch.where({a}>0,{a},{b})""".split("|")
OTHER = """x@w|v@w|x@v|s@w|s@s.mT|v.dot(v)|torch.outer(v,v)|F.linear(x,w.t())|F.linear(s,w.t())|
    F.gelu(x)|F.gelu(x,approximate='tanh')|F.silu(x)|F.softplus(x)|F.layer_norm(x,(4,))|
    F.layer_norm(x,(4,),v)|F.layer_norm(x,(4,),v,v)|F.layer_norm(s,(3,4))|
    F.embedding(torch.tensor([[0,1],[1,1]]),x)|F.cross_entropy(x,torch.tensor([0,3,1]))|
    F.cross_entropy(x,torch.tensor([0,-100,1]))|F.mse_loss(x,p)|torch.cat([x,p])|torch.cat([x,p,x],1)|
    torch.stack([x,p],1)|x**2|x**3|2**x|1-x|1/p|x.mean()*x|(x@x.t()).softmax(-1)@x|
    F.scaled_dot(s)|x.sum()|x.mean()|x*2+x|torch.bmm(s,s.mT)|F.normalize(x)|F.log_softmax(x,0)|
    F.cosine_similarity(x,p)|x.detach()*p|F.logsigmoid(x)|torch.vstack([x,v])|F.relu(x@w)@w.t()""".split("|")

FURTHER = """torch.addcmul(x,p,p)|torch.addcdiv(x,x,p,value=0.5)|torch.lerp(x,p,0.3)|torch.lerp(x,p,p)|
    x.addmm(x[:,:3],x,beta=0.5,alpha=2)|torch.baddbmm(s[:,:,:3],s,s.mT)|
    torch.einsum('ij,kj->ik',x,p)|torch.einsum('bij,bkj->bik',s,s)|torch.einsum('ij->j',x)|
    torch.einsum('i,j->ij',v,v)|torch.tensordot(x,w,1)|torch.kron(x[:2,:2],p[:2,:2])|
    torch.inner(x,p)|torch.cdist(x,p)|torch.dist(x,p)|x.prod()|x.prod(0)|x.prod(1,True)|
    p.cumprod(1)|p.cumprod(0)|x.logcumsumexp(1)|x.cummax(1)[0]|x.cummin(0)[0]|x.max()|x.min()|
    x.max(1)[0]|x.min(0)[0]|x.max(0,True).values|x.median(1)[0]|x.median()|x.sort(1)[0]|
    x.sort(0,descending=True)[0]|x.topk(2)[0]|x.kthvalue(2,1)[0]|x.std()|
    x.var(1,unbiased=False)|x.std(0,unbiased=False)|torch.var_mean(x,1)[0]|
    torch.std_mean(x,0)[1]|x.norm(1)|x.norm(3)|x.norm(1,1)|x.norm(float('inf'))|
    torch.linalg.norm(x)|torch.linalg.vector_norm(x,3)|torch.linalg.norm(x,dim=0)|
    x.abs().sum().sqrt()|torch.linalg.inv(x[:,:3]+2*torch.eye(3))|
    torch.linalg.det(x[:,:3]+torch.eye(3))|torch.linalg.solve(x[:,:3]+2*torch.eye(3),p)|
    torch.logaddexp(x,p)|torch.fmax(x,p)|torch.fmin(x,p)|torch.remainder(x,0.7)|
    torch.fmod(x,0.7)|x.xlogy(p)|p.logit(0.01)|x.sinc()|(x*0.5).erfinv()|(p+1.5).acosh()|
    x.asinh()|(x*0.5).atanh()|x.deg2rad()|x.rad2deg()|x.hypot(p)|x.clamp(min=0)|x.clamp(max=p)|
    x.clamp_min(-0.2)|x.nan_to_num()|x.float_power(2).float()|p.float_power(x).float()|
    x.pow(p.round())|torch.pow(2.5,x)|p.pow(x)|x.copysign(p.detach()-0.5)|
    x.masked_select(p>0.5)|x.take(torch.tensor([0,5,5]))|
    torch.take_along_dim(x,torch.tensor([[0,1],[1,1],[3,0]]),1)|
    x.scatter(1,torch.tensor([[0],[1],[2]]),p[:,:1])|
    x.scatter_add(1,torch.tensor([[0,1],[1,1],[2,0]]),p[:,:2])|
    x.index_add(0,torch.tensor([2,0]),p[:2])|x.index_fill(1,torch.tensor([0,2]),0.5)|
    x.index_copy(0,torch.tensor([1,2]),p[:2])|x.masked_fill(p>0.5,v.sum())|
    torch.where(p>0.5,x,v)|x.tile(2,1)|x.expand(2,3,4)*s|x.broadcast_to(2,3,4)|x.movedim(0,1)|
    x.swapaxes(0,1)|x.unflatten(1,(2,2))|x.rot90()|x.fliplr()|x.flipud()|x.diff()|x.diff(dim=0)|
    x.unfold(1,2,1)|s.unfold(2,3,1)|x.trace()|torch.diag(v)|torch.diag(x[:,:3])|
    torch.diag_embed(v)|x.split([1,3],1)[1]|torch.tensor_split(x,3,1)[0]|torch.hstack([x,p])|
    torch.meshgrid(v,v,indexing='ij')[0]|torch.cartesian_prod(v,v)|F.pad(x,(1,2))|
    F.pad(x,(1,1,1,0),value=2.0)|F.elu(x)|F.elu(x,0.5)|F.leaky_relu(x,0.2)|F.mish(x)|F.glu(x)|
    F.l1_loss(x,p)|F.smooth_l1_loss(x,p)|F.huber_loss(x,p,delta=0.3)|
    F.l1_loss(x,p,reduction='sum')|F.kl_div(x,p)|F.kl_div(x,p,reduction='batchmean')|
    F.kl_div(x,x,log_target=True,reduction='sum')|F.nll_loss(x,torch.tensor([0,3,1]))|
    F.nll_loss(x,torch.tensor([0,3,1]),weight=v.detach().abs())|F.cross_entropy(x,p)|
    F.cross_entropy(x,torch.tensor([0,3,1]),label_smoothing=0.1)|
    F.cross_entropy(x,torch.tensor([0,3,1]),reduction='none')|
    F.cross_entropy(x,torch.tensor([0,3,1]),weight=v.detach().abs())|
    F.binary_cross_entropy(p*0.9,x.sigmoid().detach())|F.binary_cross_entropy_with_logits(x,p)|
    F.normalize(x,dim=0)|F.normalize(x,p=1)|F.group_norm(s,3)|
    F.batch_norm(x,None,None,training=True)|
    F.conv1d(s,s.transpose(0,1)[:2,:2].mT[:,:,:2].repeat(1,2,1)[:,:3])|F.max_pool1d(s,2)|
    F.embedding(torch.tensor([0,2,0]),x,padding_idx=0)|F.one_hot(torch.tensor([0,1,2]),4)*x|
    (s@s.mT/2).softmax(-1)@s|torch.logsumexp(s,(0,2))|s.softmax(1)|s.log_softmax(0)|
    s.flatten(1)@w[:,:2].repeat(3,1)""".split("|")

def lines():
    plain = [f"x.{name}()" for name in UNARY] + [f"p.{name}()" for name in POSITIVE]
    yield from (place.format(line) for line in plain for place in PLACED)
    for name in REDUCED:
        yield from (f"x.{name}({dim})" for dim in ("0", "1", "-1, True", "(0, 1)", "(0, 1), True"))
        yield from (f"s.{name}({dim})" for dim in ("1", "(0, 2)"))
    for move in MOVED:
        move = move.strip()
        yield "x" if move.startswith("x") else f"x{move}" if move[0] == "[" else f"x.{move}"
    for a, b in (("x", "p"), ("x", "v"), ("s", "p"), ("v", "x[:, :1]")):
        yield from (line.strip().format(a=a, b=b) for line in BINARY)
    yield from (line.strip() for line in OTHER if "scaled_dot" not in line)
    yield from (line.strip() for line in FURTHER)


space = {}
exec(PRELUDE, space)
cases = []
for line in dict.fromkeys(lines()):
    cases.append(json.dumps({"line": line, "gradients": space["gradients"](line)}))
head = json.dumps({"version": torch.__version__, "prelude": PRELUDE})[:-1]
target = pathlib.Path(__file__).parent / "gradients.json"
target.write_text(head + ', "cases": [\n' + ",\n".join(cases) + "\n]}\n")
print(len(cases), "expressions")
