import torch
@torch.no_grad()
def extrapolation_test(modules, n_train, lengths):
    runs, novelty = torch.zeros(2, len(modules), len(lengths))
    novelty.fill_(float("nan"))
    for m, module in enumerate(modules):
        module.eval()
        trained = module(torch.zeros(1, n_train, module.d_model))[0]
        for k, n in enumerate(lengths):
            try:
                y = module(torch.zeros(1, n, module.d_model))
                assert y.shape == (1, n, module.d_model) and y.isfinite().all()
            except Exception:
                continue
            runs[m, k] = 1
            novelty[m, k] = torch.cdist(y[0], trained).min(-1).values.max()
    return runs, novelty
