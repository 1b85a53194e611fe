import torch
from torch.utils.data import (
    BatchSampler, ConcatDataset, DataLoader, Dataset, RandomSampler, Subset, TensorDataset,
    WeightedRandomSampler, random_split,
)

torch.manual_seed(0)
x, y = torch.arange(20.0).view(10, 2), torch.arange(10)
data = TensorDataset(x, y)
print(len(data), data[3], data[2:4])
for a, b in DataLoader(data, batch_size=4):
    print(a, b)
for epoch in range(2):
    print([b.tolist() for _, b in DataLoader(data, 3, shuffle=True)], torch.rand(2))
g = torch.Generator().manual_seed(7)
loader = DataLoader(data, batch_size=4, shuffle=True, drop_last=True, generator=g)
print(len(loader), [b.tolist() for _, b in loader], [b.tolist() for _, b in loader], torch.rand(1, generator=g))
print([b.tolist() for b in DataLoader(list(range(7)), batch_size=3, shuffle=True)])
print(list(DataLoader([1.5, 2.5, 3.0], batch_size=2)), list(DataLoader(["a", "b", "c"], batch_size=2)))
print(list(DataLoader([{"x": 1, "y": [1, 2]}, {"x": 2, "y": [3, 4]}], batch_size=2)))
print(list(DataLoader([(1, torch.ones(2)), (2, torch.zeros(2))], batch_size=2)))
print(list(DataLoader(x, batch_size=None))[:2])
print([len(part) for part in random_split(data, [7, 3])], list(random_split(range(6), [4, 2])[0]))
print(random_split(range(10), [0.5, 0.3, 0.2], generator=torch.Generator().manual_seed(42))[0].indices)
print(list(RandomSampler(range(5))), list(RandomSampler(range(5), replacement=True, num_samples=8)))
print(list(WeightedRandomSampler([0.1, 0.9, 0.4], 6)), list(WeightedRandomSampler([0.1, 0.9, 0.4], 3, False)))
print(list(BatchSampler(range(7), 3, False)), list(DataLoader(data, batch_sampler=[[0, 2], [5]])))
print(len(ConcatDataset([data, data])), ConcatDataset([data, data])[12], Subset(data, [4, 1])[1])
print(list(DataLoader(range(5), batch_size=2, collate_fn=lambda rows: sum(rows))))


class Pairs(Dataset):
    def __len__(self):
        return 5

    def __getitem__(self, k):
        return k, k**2


print(list(DataLoader(Pairs(), 2)), len(Pairs() + Pairs()))
p = torch.tensor([0.1, 0.2, 0.3, 0.4])
print(torch.multinomial(p, 2), torch.multinomial(p, 9, replacement=True), torch.multinomial(p.repeat(3, 1), 1).tolist())
print(torch.randperm(6), torch.randint(0, 9, (4,)), torch.normal(0.0, 2.0, (3,)), torch.empty(3).exponential_())
print(torch.bernoulli(p), torch.rand(3, generator=torch.Generator().manual_seed(1)), torch.randn(20).sum())
print(torch.empty(4, 5).normal_(1.0, 2.0), torch.empty(3).uniform_(-2, 5), torch.empty(5).bernoulli_(0.3))
print(torch.randn(4, 5).t().clone().uniform_()[0], torch.rand_like(x.t())[0], torch.randn(3, dtype=torch.float64))
print(torch.normal(torch.zeros(3), torch.ones(3)), torch.initial_seed(), torch.empty(2, 20).t().normal_()[:3])
print(torch.empty(3, dtype=torch.int64).random_(10), torch.empty(3).random_(5, 9))
for line in (
    "DataLoader(data, shuffle=True, sampler=RandomSampler(data))", "DataLoader(data, batch_size=0)",
    "random_split(data, [3, 3])", "TensorDataset(x, y[:3])", "torch.multinomial(p, 5)", "torch.multinomial(-p, 1)",
    "torch.multinomial(p, 0)", "RandomSampler([])", "DataLoader(data, batch_size=None, drop_last=True)",
    "list(DataLoader([[1], [1, 2]], batch_size=2))", "list(DataLoader([None, None], batch_size=2))",
    "torch.empty(3).normal_(0, -1)", "torch.empty(2).uniform_(3, 1)", "torch.empty(2).bernoulli_(2)",
):
    try:
        eval(line)
        print("nothing")
    except Exception as error:
        print(type(error).__name__, error)
