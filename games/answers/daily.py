"""The deals of the day and their rankings, and how shuffles have gone."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypedDict

from games.answers.matches import PresetName
from games.answers.players import Kind
from games.common.notation import Day, Json, Moment, page

Level: TypeAlias = Literal["random", "greedy", "rules", "learned", "expert"]

class Daily(TypedDict):
    """API answer: the deal of one day, which all get with the same deck and one try each."""
    day: Annotated[Day, "Of UTC."]
    origin: Annotated[str, "What its hashes name in the place of a match."]
    preset: PresetName
    rules_hash: str
    players: Annotated[int, "At the table; the player has seat 0, the house's bots all others."]
    bots: Annotated[Level, "Level of the bots."]
    dealer: Annotated[int, "Seat of the dealer."]
    server_commit: Annotated[str, "Published in advance: the commit of `brisca-fair/1` to the "
        "seed."]
    shown_at: Annotated[Moment | None, "When seed, results and matches were shown."]
    tried: Annotated[int, "Tries that came to their end, whether they are ranked or not."]
    ranked: Annotated[int, "Those of them in the ranking, which `results` lists."]
    fairness: Annotated[Json | None, "The `brisca-fair/1` block, seed included; null until the "
        "deal is shown."]

DailyPage = page("DailyPage", Daily, "deals of the day")

class DailyResult(TypedDict):
    """Part of API answers: one player's place in the ranking of a daily deal: points and time."""
    place: Annotated[int, "From 1, among those in the ranking; level ones share it."]
    player: str
    kind: Kind
    points: Annotated[int, "Of the player's side."]
    tricks: Annotated[int, "Of the player's side."]
    seconds: Annotated[int, "From the first card to the last."]
    match: Annotated[str | None, "Where it can be looked at; null for some minutes after."]

DailyResults = page("DailyResults", DailyResult, "the ranking: tries of accounts that existed "
    "before they first looked at the deal")

class Fairness(TypedDict):
    """API answer: how many proofs of the site's shuffles hold or fail; at most a minute old."""
    scheme: Annotated[str, "How decks are made and proven."]
    dealt: Annotated[int, "Deals whose deck was made."]
    shown: Annotated[int, "Of them, those that are over, so that their proof is public."]
    verified: Annotated[int, "Computed again by the server as the deal was over: the same deck."]
    failed: Annotated[int, "Computed again by the server: another deck. Anything but 0 is a fault."]
    dropped: Annotated[int, "Sealed and never dealt: the match ended before the cards. Their seed "
        "is public."]
    clock_cuts: Annotated[int, "Deals that the clock cut, as the player did not in time."]
    incomplete: Annotated[int, "Deals without the nonce of at least one seat."]
    nonces_missing: Annotated[int, "Nonces that seats did not give, or not as they had committed."]
    reported_bad: Annotated[int, "Seats whose browser says that a proof does not hold, once a "
        "deal, where the server's own check found a fault, too. Anything but 0 is a fault."]
    reported_withheld: Annotated[int, "Seats whose browser says that it gave a nonce, where the "
        "proof goes without it. Whether the nonce came in time nobody can check afterwards."]
    reported_unfounded: Annotated[int, "Reports of either kind that the server's own check "
        "contradicts: the proof holds, and leaves out nothing that the seat had committed to."]
