"""What opens over the table, and what it shows for a while: menus, boxes, dialogs, notices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Page

from tests.browser.gallery.moments import NAMES, Moment, Way, moments, table_of
from tests.browser.gallery.pages import Step, take

Json = dict[str, Any]

MENU: Final[Step] = ("click", "[popovertarget=p-menu]")
PAIRS: Final = Way("ludoteka", 4, "pairs")
ALONE: Final = Way("ludoteka", 2, "individual")
SIX: Final = Way("ludoteka", 6, "threes")
SENAS: Final = Way("ludoteka", 4, "pairs", (("talk.mode", "senas"),))
ASKING: Final = Way("ludoteka", 4, "pairs", (("talk.mode", "parlant_tapat"),))
SAYING: Final = Way("ludoteka", 6, "threes", (("talk.mode", "parlant"),))
OPEN_STOCK: Final = Way("scoperta", 2, "individual", (("open_stock", "all"),))


def _line(at: int, seat: int | None, words: str) -> Json:
    player = "Montserrat-Vila" if seat is None else NAMES[seat]
    room = "watchers" if seat is None else "table"
    said = (
        {"phrase": words, "text": None}
        if words == "well_played"
        else {"phrase": None, "text": words}
    )
    when = f"2026-05-01T10:00:{at:02}Z"
    return {"id": at, "at": when, "seat": seat, "player": player, "room": room, **said}


TALK: Final[Json] = {
    "t": "chat",
    "fresh": True,
    "lines": [
        _line(1, 1, "Bona tarda a tothom, què tal va la partida?"),
        _line(2, None, "Desoxirribonucleótido-electroencefalografista-contrarrevolucionario"),
        _line(3, 0, "well_played"),
        _line(4, 1, "Una más y nos vamos a cenar, que ya es hora y mañana se madruga."),
    ],
}
SAID: Final[Json] = {**TALK, "fresh": False, "lines": [_line(9, 1, "Esa no me la esperaba yo")]}


@dataclass(frozen=True, slots=True)
class Opened:
    """Something that opens: over which moment, by which steps, and what then shows."""

    name: str
    way: Way
    moment: str
    steps: tuple[Step, ...]
    shows: str
    table: Json = field(default_factory=dict)
    view: Json = field(default_factory=dict)
    told: tuple[Json, ...] = ()
    substitute: str = ""
    """The level of the bot that plays for the first seat, if one does."""

    def shown_on(self, found: list[Moment]) -> Moment:
        """The moment under it, with what has to be otherwise for it to open."""
        moment = next(one for one in found if one.name == self.moment)
        messages = [
            {**one, "view": {**one["view"], **self.view}} if one["t"] == "state" else one
            for one in moment.messages
        ]
        first, *others = moment.table["seats"]
        seats = [{**first, "substitute": self.substitute or None}, *others]
        table = {**moment.table, "seats": seats, **self.table}
        return Moment(moment.way, self.name, table, (*messages, *self.told))

    def open(self, page: Page) -> None:
        """Open it, and wait until it shows."""
        for step in self.steps:
            take(page, step)
        page.locator(self.shows).first.wait_for()


def _menu(dialog: str) -> tuple[Step, ...]:
    """The steps to a dialog that the menu opens."""
    return (MENU, ("click", f"#p-menu [data-to={dialog}]"))


def _vote(result: str, *, voters: list[int]) -> Json:
    """The vote on the player of seat 1, who is gone."""
    choices = [{"seat": seat, "choice": "wait"} for seat in voters[1:2]]
    return {
        "seat": 1, "kind": "turn", "may": ["wait", "bot", "end"],
        "result": result, "ends_in_ms": 14_000, "voters": voters, "choices": choices,
    }  # fmt: skip


def _alone(way: Way) -> Json:
    """What is otherwise at a table that somebody has just opened."""
    table = table_of(way, way.ruleset(), 0)
    first, *others = table["seats"]
    free = [{**seat, "player": None, "kind": None, "bot": None} for seat in others]
    links = [None, *(f"/t/gallery/?seat={seat['seat']}&invite=x" for seat in others)]
    return {"seats": [first, *free], "you": {**table["you"], "host": True, "invite_links": links}}


ALL_ASKED: Final[Json] = {"may_offer": ["pause", "draw", "resign"]}
OPENED: Final = (
    Opened("menu", PAIRS, "play-own-laid", (MENU,), "#p-menu .list", view=ALL_ASKED),
    Opened("menu-waiting", PAIRS, "waiting", (MENU,), "#p-menu .list"),
    Opened(
        "talk",
        PAIRS,
        "play-own-laid",
        (("click", "[popovertarget=p-chat]"),),
        "#p-chat .lines p",
        told=(TALK,),
    ),
    Opened(
        "talk-people",
        SIX,
        "play-watched",
        (("click", "[popovertarget=p-chat]"), ("click", "#p-chat summary")),
        "#p-chat details .list",
        told=(TALK,),
    ),
    Opened("talk-said", SIX, "play-own-laid", (), ".seat .bubble", told=(TALK, SAID)),
    Opened("signs", SENAS, "play-own-laid", (("press", "s"),), "#p-sign [data-sign]"),
    Opened(
        "questions", ASKING, "play-own", (("click", "[popovertarget=p-talk]"),), "#p-talk .runs"
    ),
    Opened("words", SAYING, "play-own", (("click", "[popovertarget=p-talk]"),), "#p-talk form"),
    Opened("last-trick", SIX, "play-own-last", (("press", "u"),), "#p-last .card"),
    Opened("last-trick-of-two", ALONE, "play-own-last", (("press", "u"),), "#p-last .card"),
    Opened(
        "open-stock",
        OPEN_STOCK,
        "play-own",
        (("click", "[popovertarget=p-stock]"),),
        "#p-stock .card",
    ),
    Opened(
        "rules",
        PAIRS,
        "play-own-laid",
        _menu("table"),
        "#open-dialog h2",
        table={"pot": {"stake": 25, "pot": 100}},
    ),
    Opened("settings", PAIRS, "play-own-laid", _menu("settings"), "#open-dialog [data-pick=deck]"),
    Opened("keys", PAIRS, "play-own-laid", (("press", "?"),), "#open-dialog .keymap"),
    Opened("command-line", PAIRS, "play-own-laid", (("press", "/"),), "#command-line"),
    Opened(
        "command-line-answered",
        PAIRS,
        "play-own-laid",
        (("press", "/"), ("click", "#command-line"), ("type", "x")),
        "#command-answer:not(:empty)",
    ),
    Opened(
        "ask-pause", PAIRS, "play-own-laid", _menu("pause"), "#open-dialog .pri", view=ALL_ASKED
    ),
    Opened("ask-draw", PAIRS, "play-own-laid", _menu("draw"), "#open-dialog .pri", view=ALL_ASKED),
    Opened(
        "ask-partners", PAIRS, "play-own-laid", _menu("resign"), "#open-dialog .pri", view=ALL_ASKED
    ),
    Opened("resign", ALONE, "play-own", _menu("resign"), "#open-dialog .pri"),
    Opened(
        "asked",
        PAIRS,
        "play-own-laid",
        (),
        ".accord .pri",
        view={"offer": {"seat": 1, "what": "draw", "waits_for": [0, 2, 3]}},
    ),
    Opened(
        "asking",
        SIX,
        "play-own-laid",
        (),
        ".accord .btn",
        view={"offer": {"seat": 0, "what": "pause", "waits_for": [1, 2, 3, 4, 5]}},
    ),
    Opened(
        "pause",
        SIX,
        "play-own-laid",
        (),
        ".accord .pri",
        table={"resumes_in_ms": 432_000},
        view={"paused": 1},
    ),
    Opened(
        "absent",
        PAIRS,
        "play-own-laid",
        (),
        ".ask .btn",
        table={"absences": [_vote("open", voters=[0, 2, 3])]},
    ),
    Opened(
        "absent-claim",
        ALONE,
        "play-own-laid",
        (),
        ".ask .btn",
        table={"absences": [_vote("open", voters=[0])]},
    ),
    Opened(
        "absent-waited-for",
        SIX,
        "play-own-laid",
        (),
        ".ask-w",
        table={"absences": [_vote("wait", voters=[])]},
    ),
    Opened("opened-for-four", PAIRS, "waiting", (), ".waiting .btn", table=_alone(PAIRS)),
    Opened("opened-for-six", SIX, "waiting", (), ".waiting .btn", table=_alone(SIX)),
    Opened(
        "qr",
        PAIRS,
        "waiting",
        (("click", "[popovertarget=p-invite]"), ("click", "#p-invite summary")),
        ".qr",
    ),
    Opened(
        "sit-down",
        PAIRS,
        "waiting",
        (),
        ".waiting .pri",
        table={
            "you": {
                "seat": None,
                "player": None,
                "host": False,
                "can_sit": True,
                "can_act": False,
                "leaving": None,
                "invite_links": [],
            }
        },
    ),
    Opened(
        "again",
        PAIRS,
        "match_over",
        (),
        "#end-dialog p.muted",
        table={"rematch": [1, 2], "turn": []},
    ),
    Opened(
        "next-deal",
        PAIRS,
        "deal_over-played_out",
        (),
        "#end-dialog .pri",
        table={"next_in_ms": 9_000},
    ),
    Opened("substituted", ALONE, "play-own", (), ".acts .pri", substitute="rules"),
    Opened(
        "chosen",
        PAIRS,
        "play-other",
        (("press", "1"), ("press", "Enter")),
        ".hand [aria-pressed=true]",
    ),
)
"""Everything that opens over a table."""


def over(way: Way, make: Callable[[Way], list[Moment]] = moments) -> list[tuple[Opened, Moment]]:
    """What opens over tables of this way of playing, each with the moment under it."""
    mine = [one for one in OPENED if one.way == way]
    found = make(way) if mine else []
    return [(one, one.shown_on(found)) for one in mine]
