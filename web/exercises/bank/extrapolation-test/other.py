import torch


def novelty_of(module, n_train, length):
    y = module(torch.zeros(1, length, module.d_model))
    assert y.shape == (1, length, module.d_model)
    assert not (torch.isnan(y) | torch.isinf(y)).any()
    trained = module(torch.zeros(1, n_train, module.d_model))[0]
    farthest = 0.0
    for row in y[0]:
        farthest = max(
            farthest, min(float(((row - old) ** 2).sum()) for old in trained) ** 0.5
        )
    return farthest


def extrapolation_test(modules, n_train, lengths):
    table = []
    for module in modules:
        module.train(False)
        for length in lengths:
            try:
                table.append((1.0, novelty_of(module, n_train, length)))
            except Exception:
                table.append((0.0, float("nan")))
    both = torch.tensor(table).reshape(len(modules), len(lengths), 2)
    return both[..., 0], both[..., 1]
