# Sequences of different lengths packed, weights as lengths and directions, bags of words, and rarer losses.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import (
    PackedSequence,
    pack_padded_sequence,
    pack_sequence,
    pad_packed_sequence,
    pad_sequence,
    unpack_sequence,
    unpad_sequence,
)

torch.manual_seed(0)


def show(name, run):
    try:
        print(name, run())
    except Exception as error:
        print(name, type(error).__name__, str(error).split("\n")[0])


x = torch.randn(3, 5, 4)
lengths = torch.tensor([5, 3, 2])
packed = pack_padded_sequence(x, lengths, batch_first=True)
print(packed)
print(pad_packed_sequence(packed, batch_first=True, padding_value=-1.0)[0][2], pad_packed_sequence(packed)[1])
print(pad_packed_sequence(packed, total_length=7)[0].shape)
show("too short", lambda: pad_packed_sequence(packed, total_length=4))
show("unsorted", lambda: pack_padded_sequence(x, [2, 5, 3], batch_first=True))
show("none", lambda: pack_padded_sequence(x, [2, 1, 0], batch_first=True))
show("of other size", lambda: pack_padded_sequence(x, [2, 1], batch_first=True))
other = pack_padded_sequence(x, [2, 5, 3], batch_first=True, enforce_sorted=False)
print(other.batch_sizes, other.sorted_indices, other.unsorted_indices)
back, sizes = pad_packed_sequence(other, batch_first=True)
print(sizes, torch.equal(back[0, :2], x[0, :2]))
rows = [torch.arange(3.0), torch.arange(2.0), torch.ones(1)]
print(pack_sequence(rows), unpack_sequence(pack_sequence(rows)), isinstance(packed, PackedSequence))
print(unpad_sequence(pad_sequence(rows), [3, 2, 1]))
for kind in (nn.RNN, nn.GRU, nn.LSTM):
    for options in ({}, {"bidirectional": True, "num_layers": 2}, {"dropout": 0.5, "num_layers": 2}):
        torch.manual_seed(1)
        layer = kind(4, 3, batch_first=True, **options)
        for given in (packed, other):
            learned = given._replace(data=given.data.clone().requires_grad_())
            out, hidden = layer(learned)
            hidden = hidden if kind is not nn.LSTM else hidden[1]
            padded, sizes = pad_packed_sequence(out, batch_first=True)
            (padded.square().sum() + hidden.sum()).backward()
            print(kind.__name__, options, padded[1], sizes, hidden[-1], learned.data.grad[:2], layer.weight_hh_l0.grad[0])
            layer.zero_grad()
layer = nn.GRU(4, 3)
print(layer(other, torch.ones(1, 3, 3))[1])

torch.manual_seed(2)
layer = nn.utils.weight_norm(nn.Linear(4, 3))
print([name for name, _ in layer.named_parameters()], layer.weight_g.shape, layer.weight.grad_fn.name())
sgd = torch.optim.SGD(layer.parameters(), 0.1)
for _ in range(3):
    loss = layer(x).square().mean()
    sgd.zero_grad()
    loss.backward()
    sgd.step()
print(loss, layer.weight_g.grad, layer.weight_v.grad, sorted(layer.state_dict()))
show("twice", lambda: nn.utils.weight_norm(layer))
nn.utils.remove_weight_norm(layer)
print([name for name, _ in layer.named_parameters()], layer.weight)
show("not there", lambda: nn.utils.remove_weight_norm(layer))
print(nn.utils.weight_norm(nn.Conv1d(2, 3, 2), dim=None).weight_g, nn.utils.weight_norm(nn.Conv1d(2, 3, 2), dim=1).weight_g.shape)

layer = nn.Bilinear(4, 2, 3)
print(layer, layer(x, torch.randn(3, 5, 2))[0, 0], nn.Bilinear(2, 2, 1, bias=False).bias)
places, offsets = torch.tensor([1, 2, 4, 5, 4, 3, 2, 9]), torch.tensor([0, 4, 4])
for mode in ("sum", "mean", "max"):
    bag = nn.EmbeddingBag(10, 3, mode=mode, padding_idx=4)
    out = bag(places, offsets)
    out.square().sum().backward()
    print(bag, out, bag.weight.grad.sum(1), bag(places.view(2, 4)))
bag = nn.EmbeddingBag(10, 3, mode="sum", include_last_offset=True)
print(bag(places, torch.tensor([0, 4, 8]), per_sample_weights=torch.arange(8.0)))
show("no offsets", lambda: bag(places))
show("both", lambda: F.embedding_bag(places.view(2, 4), bag.weight, offsets))

a, b = torch.randn(3, 4), torch.randn(3, 4).sign()
for reduction in ("none", "mean", "sum"):
    print(F.soft_margin_loss(a, b, reduction=reduction), nn.PoissonNLLLoss(full=True, reduction=reduction)(a, b + 2))
    print(F.multilabel_soft_margin_loss(a, (b + 1) / 2, reduction=reduction), F.multi_margin_loss(a, torch.tensor([0, 3, 1]), reduction=reduction))
print(nn.MultiMarginLoss(p=2, margin=0.5, weight=torch.arange(4.0))(a, torch.tensor([0, 3, 1])), F.poisson_nll_loss(a.abs(), b + 1, log_input=False))
a.requires_grad_()
(nn.SoftMarginLoss()(a, b) + nn.MultiLabelSoftMarginLoss()(a, (b + 1) / 2) + nn.MultiMarginLoss()(a, torch.tensor([0, 3, 1]))).backward()
print(a.grad, F.soft_margin_loss(a, b).grad_fn.name(), F.multi_margin_loss(a, torch.tensor([0, 3, 1])).grad_fn.name())
