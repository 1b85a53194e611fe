# ==== always-divided
# Negative logits are divided too: they come nearer to 0, and the token becomes more
# probable. Multiply them.
# change: torch.where(said > 0, said / penalty, said * penalty) -> said / penalty


# ==== subtracted
# The penalty is subtracted. It divides and multiplies.
# change: torch.where(said > 0, said / penalty, said * penalty) -> said - penalty


# ==== once-per-occurrence
# A token that occurs twice is penalised twice. Once is enough.


def penalised(logits, tokens, penalty):
    out = logits.clone()
    for row, said in zip(out, tokens.tolist()):
        for token in said:
            row[token] = (
                row[token] / penalty if row[token] > 0 else row[token] * penalty
            )
    return out


# ==== same-for-all-texts
# The tokens of all texts are penalised in every text. Each text has its own.


def penalised(logits, tokens, penalty):
    out, said = logits.clone(), tokens.flatten().unique()
    part = logits[:, said]
    out[:, said] = torch.where(part > 0, part / penalty, part * penalty)
    return out


# ==== branches-exchanged
# Positive logits are multiplied and negative ones divided: tokens that occurred become more
# likely.
# change: said / penalty, said * penalty -> said * penalty, said / penalty


# ==== others-lowered
# The tokens that did not occur are penalised.


def penalised(logits, tokens, penalty):
    lowered = torch.where(logits > 0, logits / penalty, logits * penalty)
    return lowered.scatter(1, tokens, logits.gather(1, tokens))


# ==== first-text-for-all
# The tokens of the first text are penalised in all texts. Each text has its own.
# change: said = -> tokens = tokens[:1].expand(tokens.shape); said =


# ==== last-token-alone
# Only the last token is penalised. All that are in the text are.
# change: logits.gather(1, tokens) -> logits.gather(1, tokens[:, -1:])
# change: scatter(1, tokens, -> scatter(1, tokens[:, -1:],
