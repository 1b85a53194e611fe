def adamw_step(p, g, m, v, step, lr, beta1=0.9, beta2=0.999, eps=1e-8, weight_decay=0.01):
    p, g, m, v = (t.double() for t in (p, g, m, v))
    m, v = beta1 * m + (1 - beta1) * g, beta2 * v + (1 - beta2) * g * g
    hat = lambda a, b: a / (1 - b**step)
    return [t.float() for t in (p * (1 - lr * weight_decay) - lr * hat(m, beta1) / (hat(v, beta2).sqrt() + eps), m, v)]
