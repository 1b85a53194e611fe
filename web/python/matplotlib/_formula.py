r"""Formulas, which are between dollars, in letters that every font has: $\theta^{2i}$ as θ²ⁱ."""

import re

_LETTERS = """
    alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι
    kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ
    varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ
    Phi Φ Psi Ψ Omega Ω infty ∞ partial ∂ nabla ∇ ell ℓ hbar ℏ sum ∑ prod ∏ int ∫ forall ∀
    exists ∃ emptyset ∅ Re ℜ Im ℑ top ⊤ bot ⊥ prime ′ ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱
    angle ∠ deg ° degree ° langle ⟨ rangle ⟩ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ vert | Vert ‖ star ⋆
    bullet • dagger † circ ∘ backslash \\ lbrace { rbrace } cdotp ·"""
_BETWEEN = """
    leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ approx ≈ equiv ≡ sim ∼ simeq ≃ propto ∝ ll ≪ gg ≫ in ∈
    notin ∉ subset ⊂ subseteq ⊆ supset ⊃ cup ∪ cap ∩ to → rightarrow → leftarrow ← gets ←
    leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ mapsto ↦ uparrow ↑ downarrow ↓
    cdot · times × div ÷ pm ± mp ∓ oplus ⊕ otimes ⊗ odot ⊙ ast ∗ land ∧ wedge ∧ lor ∨ vee ∨
    mid ∣ parallel ∥ perp ⊥ setminus ∖ colon :"""
_FUNCTIONS = """
    sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh exp log ln lg max min sup inf lim
    arg det dim ker gcd deg Pr""".split()
_MARKS = {  # over the letter before them
    **{"hat": "\u0302", "widehat": "\u0302", "bar": "\u0304", "overline": "\u0304"},
    **{"tilde": "\u0303", "widetilde": "\u0303", "vec": "\u20d7", "dot": "\u0307"},
    **{"ddot": "\u0308", "check": "\u030c", "acute": "\u0301", "grave": "\u0300"},
}
_DOUBLED = "Cℂ Hℍ Nℕ Pℙ Qℚ Rℝ Zℤ"
_ALIKE = """
    mathrm mathbf mathit mathsf mathtt mathcal mathscr mathfrak mathregular mathdefault text
    textrm textbf textit operatorname boldsymbol bm rm bf it displaystyle textstyle""".split()
_SPACES = {"|": "‖", ",": " ", ":": " ", ";": " ", " ": " ", "!": "", "quad": "  ", "qquad": "    "}
_RAISED = """
    0⁰ 1¹ 2² 3³ 4⁴ 5⁵ 6⁶ 7⁷ 8⁸ 9⁹ +⁺ −⁻ =⁼ (⁽ )⁾ aᵃ bᵇ cᶜ dᵈ eᵉ fᶠ gᵍ hʰ iⁱ jʲ kᵏ lˡ mᵐ nⁿ oᵒ
    pᵖ rʳ sˢ tᵗ uᵘ vᵛ wʷ xˣ yʸ zᶻ ⊤ᵀ Tᵀ ′′ ∘°"""
_LOWERED = """
    0₀ 1₁ 2₂ 3₃ 4₄ 5₅ 6₆ 7₇ 8₈ 9₉ +₊ −₋ =₌ (₍ )₎ aₐ eₑ hₕ iᵢ jⱼ kₖ lₗ mₘ nₙ oₒ pₚ rᵣ sₛ tₜ uᵤ
    vᵥ xₓ βᵦ γᵧ ρᵨ ϕᵩ χᵪ"""
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|.", re.DOTALL)


def _pairs(text):
    words = text.split()
    return dict(zip(words[::2], words[1::2]))


_LETTERS, _BETWEEN = _pairs(_LETTERS), _pairs(_BETWEEN)
_RAISED, _LOWERED, _DOUBLED = map(dict, (one.split() for one in (_RAISED, _LOWERED, _DOUBLED)))
_SIGNS = {"+": "+", "-": "−", "=": "=", "<": "<", ">": ">", "*": "∗"}


class _Reader:
    def __init__(self, text):
        self.tokens = _TOKEN.findall(text)

    def group(self):
        """What a command takes: braces, or one token."""
        while self.tokens and self.tokens[0].isspace():
            self.tokens.pop(0)
        if not self.tokens:
            return ""
        if self.tokens[0] != "{":
            return self.atom(self.tokens.pop(0))
        self.tokens.pop(0)
        made = self.line("}")
        if self.tokens:
            self.tokens.pop(0)
        return made

    def line(self, end=None):
        made = ""
        while self.tokens and self.tokens[0] != end:
            token = self.tokens.pop(0)
            name = token[1:] if token[0] == "\\" else ""
            sign = _SIGNS.get(token) or _BETWEEN.get(name)
            if sign:
                is_between = made.strip() and made[-1] not in "([,=<>≤≥≈→∈−+·× "
                is_lone = token in ("+", "-") and not is_between
                made = made.rstrip() + (sign if is_lone or not made else f" {sign} ")
            elif token in ("^", "_"):
                made = made.rstrip() + self.shifted(token)
            elif token in ("'",):
                made += "′"
            elif token == ",":
                made = made.rstrip() + ", "
            elif name in _FUNCTIONS:
                made += (
                    (" " if made and made[-1].isalnum() else "") + name + self.rest_of_function()
                )
            else:
                made += self.atom(token)
        return made.strip() if end else made

    def rest_of_function(self):
        """Its indices, and a space before what it is of, unless that is in brackets."""
        made = ""
        while self.tokens and (self.tokens[0].isspace() or self.tokens[0] in "^_"):
            token = self.tokens.pop(0)
            made += "" if token.isspace() else self.shifted(token)
        is_open = self.tokens and self.tokens[0] not in (*"([}),", "\\left", "\\right")
        return made + (" " if is_open else "")

    def shifted(self, sign):
        """An index or an exponent."""
        text = self.group().strip()
        table = _RAISED if sign == "^" else _LOWERED
        plain = text.replace(" ", "")
        if plain and all(letter in table for letter in plain):
            return "".join(table[letter] for letter in plain)
        is_name = plain.isalnum() and (sign == "_" or len(plain) == 1)
        is_name = is_name or plain.startswith("(") and plain.endswith(")")
        return sign + (plain if is_name else f"({plain})")

    def atom(self, token):
        if token.isspace() or token in ("$", "{", "}"):
            return self.group_within() if token == "{" else ""
        if token == "~":
            return " "
        if token[0] != "\\":
            return _SIGNS.get(token, token)
        name = token[1:]
        if name in _SPACES:
            return _SPACES[name]
        if name in ("left", "right", "big", "Big", "bigg", "Bigg"):
            following = self.tokens.pop(0) if self.tokens else ""
            return "" if following == "." else self.atom(following) if following else ""
        if name in _ALIKE:
            return self.group() if self.tokens and self.tokens[0] == "{" else ""
        if name == "mathbb":
            text = self.group()
            return "".join(_DOUBLED.get(letter, letter) for letter in text)
        if name in _MARKS:
            return "".join(letter + _MARKS[name] for letter in self.group())
        if name in ("frac", "dfrac", "tfrac"):
            made = "/".join(_bracketed(self.group()) for _ in range(2))
            is_product = self.tokens and (self.tokens[0].isspace() or self.tokens[0].isalnum())
            return made + (" " if is_product else "")
        if name == "sqrt":
            return self.root()
        known = _LETTERS.get(name) or _BETWEEN.get(name) or (name if name in _FUNCTIONS else None)
        return known or (name if not name.isalpha() and name != "\\" else token)

    def group_within(self):
        self.tokens.insert(0, "{")
        return self.group()

    def root(self):
        degree = ""
        if self.tokens and self.tokens[0] == "[":
            self.tokens.pop(0)
            degree = "".join(_RAISED.get(one, one) for one in self.line("]"))
            self.tokens = self.tokens[1:]
        text = self.group()
        return f"{degree}√{text}" if len(text) == 1 or text.isdecimal() else f"{degree}√({text})"


def _bracketed(text):
    """As one side of a fraction."""
    is_one = re.fullmatch(r"√?\([^()]*\)|[^\s/+−·×]+|√\S+", text)
    return text if is_one else f"({text})"


def plain(text):
    """A text as matplotlib shows it, where all is in one line."""
    parts = re.split(r"(?<!\\)\$", text)
    if len(parts) % 2 == 0 or len(parts) == 1:
        return text.replace(r"\$", "$")
    made = [
        _Reader(part).line().strip() if k % 2 else part.replace(r"\$", "$")
        for k, part in enumerate(parts)
    ]
    return "".join(made)


def in_record(value):
    """A record of what is drawn with every text as it is shown; numbers stay."""
    if isinstance(value, str):
        return plain(value) if "$" in value else value
    if isinstance(value, dict):
        for key in value:
            value[key] = in_record(value[key])
    elif isinstance(value, list) and any(isinstance(v, (str, dict, list)) for v in value[:2]):
        value[:] = map(in_record, value)
    return value
