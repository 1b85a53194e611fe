// @ts-check
// What a learner's module is made of.

/**
 * Counts the numbers of a module that are trained, and its tensors that would not move with it. What it is made
 * of is walked by the methods of the classes themselves: a learner's dict may list nothing.
 */
export const CONTENTS = `
import torch as _torch

def _contents(encoding):
    n_trained, left_behind, known = 0, 0, {}
    waiting = [(_torch.nn.Module.__dict__["__dict__"].__get__(encoding), False)]
    while waiting:
        one, moves = waiting.pop()
        kind = type(one)
        if id(one) in known:
            continue
        known[id(one)] = one
        if issubclass(kind, _torch.Tensor):
            is_ours = kind is _torch.Tensor or kind is _torch.nn.Parameter
            n_trained += _torch.Tensor.numel(one) if is_ours and one.requires_grad else int(not is_ours)
            left_behind += not moves
        elif issubclass(kind, dict):
            for key, value in dict.items(one):
                waiting.append((value, moves or type(key) is str and key in ("_parameters", "_buffers")))
        elif issubclass(kind, (tuple, list)):
            row = tuple if issubclass(kind, tuple) else list
            waiting += [(value, moves) for value in row.__iter__(one)]
        elif issubclass(kind, _torch.nn.Module):
            waiting.append((_torch.nn.Module.__dict__["__dict__"].__get__(one), False))
    return n_trained, left_behind
`;
