"""The course as positions: what the learner sees at each step, and where each action leads.

Every position is what the rules make of the actions before it, seen by `view_for`; the page that
shows them knows no rules.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, assert_never

from games.engine import (
    CLASSIC_PRESET,
    Action,
    Cut,
    DealCards,
    Event,
    MatchState,
    PlayCard,
    Ruleset,
    action_to_json,
    apply,
    build_ruleset,
    event_to_json,
    redact,
    start,
    view_for,
    view_to_json,
)
from games.lesson.rival import best_card, plays_of
from games.lesson.script import LEARNER, SCENES, Ask, Entry, Free, Happens, Scene, Skip, Tell

Json = dict[str, Any]
CUT: Final = 17


@cache
def build_course() -> Json:
    """Return the JSON of the course: `scenes`, each with its `table` and its `steps`.

    A step is what the learner sees: `view`, and the `events` that led to it since the step before,
    `fresh` where it comes without a story; a `note` (a name) or null; and what comes next: `then`,
    the step after it, once the note is read (`wait: read`) or after a moment (`wait: moment`); or
    `moves`, from what the learner does (see `action_key`) to a step (`wait: act`), with `wants`,
    the action that is meant, null where any will do, and `others`, a note by card. Where a scene
    ends `then` is null.
    """
    return {"scenes": [_Maker(scene).made() for scene in SCENES]}


def action_key(action: Action) -> str:
    """Return the key by which an action is looked up: its type, and its card or sign.

    >>> action_key(PlayCard(0, "O4"))
    'play:O4'
    """
    data = action_to_json(action)
    return f"{data['type']}:{data.get('card') or data.get('sign') or ''}"


class _Maker:
    """A builder that plays one scene of the script and records the steps of the course."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.steps: list[Json] = []
        self.ruleset = ruleset_of(scene)
        self.state, self.events = _begun(scene, self.ruleset)
        self.fresh = False

    def made(self) -> Json:
        for entry in self.scene.entries:
            self._entry(entry)
        if self.steps[-1]["then"] == len(self.steps):
            self.steps[-1]["then"] = None
        return {"table": _table(self.scene, self.ruleset), "steps": self.steps}

    def _entry(self, entry: Entry) -> None:
        match entry:
            case Tell(note):
                self._step(note, wait="read", then=len(self.steps) + 1)
            case Ask(note, action, others):
                key = action_key(action)
                expectation = {"moves": {key: len(self.steps) + 1}, "wants": key, "others": others}
                self._step(note, wait="act", **expectation)
                self._apply(action)
            case Happens(action):
                self._step(None, wait="moment", then=len(self.steps) + 1)
                self._apply(action)
            case Skip(cards):
                for card in cards:
                    self._apply(PlayCard(self.state.turn or 0, card))
                self.fresh = True
            case Free(note):
                self._free(note)
            case _:
                assert_never(entry)

    def _apply(self, action: Action) -> None:
        self.state, events = apply(self.state, action)
        self.events = (*self.events, *events)

    def _step(self, note: str | None, **rest: Any) -> Json:
        """Add a step of the course with what the learner sees now; return the step's JSON."""
        visible = [redact(event, LEARNER) for event in self.events]
        step: Json = {
            "note": note,
            "view": view_to_json(view_for(self.state, LEARNER)),
            "events": [] if self.fresh else [event_to_json(event) for event in visible if event],
            "fresh": self.fresh,
            **rest,
        }
        self.steps.append(step)
        self.events, self.fresh = (), False
        return step

    def _free(self, note: str | None) -> None:
        """Add the steps of all ways in which the deal can go on; the rival plays its best card."""
        if self.state.phase != "play":
            points = self.state.results[-1].seat_points
            won = points[LEARNER] - max(points[1:])
            name = "won" if won > 0 else "lost" if won < 0 else "level"
            self._step(name, wait="read", then=None)
        elif self.state.turn != LEARNER:
            step = self._step(None, wait="moment")
            step["then"] = self._branch(best_card(self.state))
        else:
            step = self._step(note, wait="act", wants=None, others={})
            step["moves"] = {action_key(play): self._branch(play) for play in plays_of(self.state)}

    def _branch(self, play: PlayCard) -> int:
        """Add the steps after this play; return the first one's number, and restore the state."""
        state, number = self.state, len(self.steps)
        self._apply(play)
        self._free(None)
        self.state, self.events = state, ()
        return number


def ruleset_of(scene: Scene) -> Ruleset:
    """Return the ruleset of a scene of the lesson."""
    return build_ruleset(CLASSIC_PRESET, scene.players, scene.options)


def _begun(scene: Scene, ruleset: Ruleset) -> tuple[MatchState, tuple[Event, ...]]:
    """Return a scene's match after the first hands are dealt, and the events of dealing."""
    state = start(ruleset.rules, dealer=scene.dealer)
    state, cut = apply(state, Cut(state.cutter, CUT))
    state, dealt = apply(state, DealCards(scene.deck))
    return state, (*cut, *dealt)


def _table(scene: Scene, ruleset: Ruleset) -> Json:
    """Return the JSON of the lesson's table, in the shape of `games.selectors.tables`."""
    names, side_of = (None, *scene.names), ruleset.rules.side_of
    return {
        "id": "lesson",
        "name": "",
        "status": "lesson",
        "preset": CLASSIC_PRESET,
        "rules": dict(ruleset.stored),
        "players": scene.players,
        "sides": [list(side) for side in ruleset.rules.sides],
        "clock": None,
        "seats": [_seat(seat, side_of[seat], name) for seat, name in enumerate(names)],
        "you": {
            "seat": LEARNER,
            "player": None,
            "host": False,
            "can_sit": False,
            "can_act": True,
            "leaving": None,
            "invite_links": [],
            "may_follow": [],
            "noted": [],
        },
        "match": "lesson",
        "watchers": 0,
        "watching": [],
        "starts_in_ms": None,
        "next_in_ms": None,
        "absences": [],
        "rematch": [],
        "ended": None,
        "pot": None,
    }


def _seat(seat: int, side: int, name: str | None) -> Json:
    """Return the JSON of a seat of the lesson's table, the learner's or a rival's."""
    return {
        "seat": seat,
        "side": side,
        "player": name,
        "face": f"t{seat + 1}",
        "kind": "guest" if seat == LEARNER else "bot",
        "bot": None if seat == LEARNER else "rules",
        "connected": True,
        "away": False,
        "substitute": None,
        "agreed": True,
        "rating": None,
        "deviation": None,
        "ready": False,
    }
