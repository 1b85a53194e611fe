import torch


def beam_search(
    step, start: int, end: int, width: int, n_steps: int, alpha: float = 0.0
) -> tuple[list[int], float]:
    """The best text and its score."""
    beams, finished = [(0.0, [start])], []
    for _ in range(n_steps):
        extended = []
        for total, tokens in beams:
            logs = torch.log_softmax(step(tokens), dim=-1)
            for token, log in enumerate(logs.tolist()):
                extended.append((total + log, tokens + [token]))
        best = sorted(extended, key=lambda beam: -beam[0])[:width]
        finished += [beam for beam in best if beam[1][-1] == end]
        beams = [beam for beam in best if beam[1][-1] != end]
        if not beams:
            break
    scored = [
        (total / (len(tokens) - 1) ** alpha, tokens)
        for total, tokens in finished + beams
    ]
    score, tokens = max(scored, key=lambda one: one[0])
    return tokens, score


if __name__ == "__main__":
    table = torch.randn(4, 4)
    print(beam_search(lambda tokens: table[tokens[-1]], 0, 1, 2, 5))
