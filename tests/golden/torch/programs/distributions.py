"""What is drawn by a seed, and how likely it is."""

import torch
from torch.distributions import Bernoulli, Categorical, Exponential, Normal, Uniform, kl_divergence

torch.manual_seed(0)
loc = torch.tensor([0.0, 1.0, -2.0], requires_grad=True)
scale = torch.tensor([1.0, 0.5, 2.0])
normal = Normal(loc, scale)
print(normal, Normal(0, 1), normal.batch_shape, normal.event_shape)
print(normal.sample(), normal.sample((2,)), normal.rsample())
print(normal.log_prob(torch.zeros(3)), normal.entropy(), normal.mean, normal.stddev, normal.variance)
print(normal.cdf(torch.ones(3)), normal.icdf(torch.tensor([0.1, 0.5, 0.9])))
normal.log_prob(torch.tensor(0.3)).sum().backward()
print(loc.grad)
print(kl_divergence(Normal(0.0, 1.0), Normal(1.0, 2.0)))

policy = Categorical(logits=torch.tensor([[1.0, 2.0, 3.0], [0.0, 0.0, 5.0]]))
print(policy, policy.sample(), policy.sample((3,)).shape, policy.probs, policy.entropy())
print(policy, policy.log_prob(torch.tensor([1, 2])), policy.log_prob(torch.tensor(0)))
other = Categorical(torch.tensor([0.2, 0.3, 1.5]))
print(other.probs, other.logits, other.sample((8,)), other.mode, other.mean)
print(kl_divergence(policy, other))

coin = Bernoulli(torch.tensor([0.3, 0.9]))
print(coin, coin.sample((4,)), coin.log_prob(torch.tensor([1.0, 0.0])), coin.entropy())
print(coin.mean, coin.variance, Bernoulli(logits=torch.tensor(0.5)).probs)
print(kl_divergence(coin, Bernoulli(torch.tensor([0.5, 0.5]))))

even = Uniform(torch.tensor([0.0, 1.0]), 3.0)
print(even, even.sample((2,)), even.log_prob(torch.tensor(2.0)), even.entropy(), even.mean)
print(even.variance, even.stddev)
wait = Exponential(torch.tensor([1.0, 4.0]))
print(wait, wait.sample((3,)), wait.log_prob(torch.tensor(0.5)), wait.entropy(), wait.mean)
print(kl_divergence(wait, Exponential(2.0)))

for make in (
    lambda: Normal(0.0, -1.0),
    lambda: Normal(torch.zeros(2), torch.tensor([1.0, 0.0])),
    lambda: Categorical(),
    lambda: Categorical(torch.tensor(1.0)),
    lambda: Categorical(torch.tensor([0.5, -0.1])),
    lambda: Bernoulli(1.5),
    lambda: Uniform(1.0, 0.0),
    lambda: policy.log_prob(torch.tensor([3, 0])),
    lambda: coin.log_prob(torch.tensor(0.5)),
):
    try:
        print(make())
    except ValueError as error:
        print(error)
