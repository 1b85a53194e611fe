import math

import torch


def mrope_ids(segments):
    columns, start = [], 0
    for segment in segments:
        if segment[0] == "text":
            columns += [[start + i] * 3 for i in range(segment[1])]
            start += segment[1]
        else:
            _, t, h, w = segment
            for patch in range(t * h * w):
                columns.append(
                    [
                        start + patch // (h * w),
                        start + patch // w % h,
                        start + patch % w,
                    ]
                )
            start += max(t, h, w)
    return torch.tensor(columns).T


def mrope_tables(ids, sections, base=10000.0):
    n_pairs = sum(sections)
    angles, pair = [], 0
    for axis, count in enumerate(sections):
        for _ in range(count):
            angles.append(ids[axis] * math.exp(-math.log(base) * pair / n_pairs))
            pair += 1
    rotations = torch.stack(angles, dim=-1)
    return torch.cos(rotations), torch.sin(rotations)
