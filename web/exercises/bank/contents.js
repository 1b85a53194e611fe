// @ts-check
// What a learner's module is made of.

/**
 * Counts the numbers of a module that are trained, and its tensors that would not move with it. What it is made
 * of is walked by the methods of the classes themselves: a learner's dict may list nothing.
 */
export const CONTENTS = `
import functools as _functools
import types as _types
import torch as _torch

_names_of, _mro_of = type.__dict__["__dict__"].__get__, type.__dict__["__mro__"].__get__

def _held_by(one):
    """What an object that is none of the lab's holds: of a function what it closes over, of others their attributes."""
    kind = type(one)
    if issubclass(kind, (set, frozenset)):
        return list((set if issubclass(kind, set) else frozenset).__iter__(one))
    if kind is _types.FunctionType:
        cells = _types.FunctionType.__dict__["__closure__"].__get__(one) or ()
        full = [cell for cell in cells if cell != _types.CellType()]
        return [cell.cell_contents for cell in full] + list(one.__defaults__ or ())
    if kind is _types.MethodType:
        return [one.__self__, one.__func__]
    if issubclass(kind, _functools.partial):
        return [_functools.partial.__dict__[name].__get__(one) for name in ("func", "args", "keywords")]
    if issubclass(kind, (type, _types.ModuleType, str, bytes, int, float, complex)):
        return []
    held = []
    for base in _mro_of(kind):
        for name, slot in _names_of(base).items():
            is_dict = name == "__dict__" and type(slot) is _types.GetSetDescriptorType
            if is_dict or type(slot) is _types.MemberDescriptorType:
                try:
                    held.append(slot.__get__(one))
                except AttributeError:
                    pass  # a slot that is empty
    return held

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
        else:
            waiting += [(value, False) for value in _held_by(one)]
    return n_trained, left_behind
`;
