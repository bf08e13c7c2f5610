"""The phases of a deal. A new part of the rules is one file here and one name in `install`."""

from games.engine.phases import (
    auction,
    call,
    feature,
    marriage,
    muerte,
    obligations,
    peek,
    talk,
)

feature.install(
    auction.FEATURE,
    call.FEATURE,
    marriage.FEATURE,
    muerte.FEATURE,
    obligations.ARRASTRE,
    obligations.CLAIM,
    obligations.FOLLOWING,
    peek.FEATURE,
    talk.FEATURE,
)
