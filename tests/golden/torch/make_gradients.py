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


space = {}
exec(PRELUDE, space)
cases = []
for line in dict.fromkeys(lines()):
    cases.append(json.dumps({"line": line, "gradients": space["gradients"](line)}))
head = json.dumps({"version": torch.__version__, "prelude": PRELUDE})[:-1]
target = pathlib.Path(__file__).parent / "gradients.json"
target.write_text(head + ', "cases": [\n' + ",\n".join(cases) + "\n]}\n")
print(len(cases), "expressions")
