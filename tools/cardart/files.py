"""Every generated file of the deck, by its path below the folder of the static files."""

from __future__ import annotations

from . import brand, reactions, signs
from .sprite import VARIANTS, sample, sprite


def files() -> dict[str, str]:
    """Draw everything: sprites, samples, and the brand."""
    drawn = {f"cards/{variant}.svg": sprite(variant) for variant in VARIANTS}
    drawn |= {f"cards/samples/{variant}.svg": sample(variant) for variant in VARIANTS}
    drawn["cards/signs.svg"] = signs.symbols()
    drawn["cards/faces.svg"] = reactions.symbols()
    return drawn | {
        "brand/icon.svg": brand.icon(),
        "brand/favicon.svg": brand.favicon(),
        "brand/wordmark.svg": brand.wordmark(),
        "brand/digits.svg": brand.digits(),
    }
