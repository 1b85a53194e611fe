import torch


def mrope_ids(segments) -> torch.Tensor:
    """Ids (3, n), time, height and width, of ["text", length] and ["image", t, h, w]
    one after the other."""
    raise NotImplementedError


def mrope_tables(ids: torch.Tensor, sections, base: float = 10000.0):
    """cos and sin (n, sum(sections)) by ids (3, n); sections: pairs of time, height,
    width."""
    raise NotImplementedError


if __name__ == "__main__":
    ids = mrope_ids([["text", 2], ["image", 1, 2, 3], ["text", 1]])
    print(ids)
    print(mrope_tables(ids, [2, 3, 3])[0].shape)
