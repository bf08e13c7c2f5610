"""Tournaments by key: announce one, enter, check in, withdraw, and follow what happens."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Final

from asgiref.sync import async_to_sync
from django.http import HttpResponseBase, StreamingHttpResponse
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count
from games.api.core.base import NDJSON, Streamed
from games.api.core.bodies import read_body
from games.api.core.errors import ApiError, MissingError
from games.api.core.http_request import http_request
from games.api.core.keys import ByKeyEndpoint, by_key
from games.api.play.tables import RefusedError, RulesError
from games.common.errors import PausedError, TournamentError
from games.common.live_gateway import GatewayRefusedError, live_gateway
from games.engine import RulesetError
from games.models import Player
from games.rules_text.refusals import refusal as ruleset_refusal
from games.tournaments import answers as answers
from games.tournaments.api.params import AnswerBody, EntryBody, TournamentBody
from games.tournaments.models import Tournament
from games.tournaments.models.tournaments import Format, TournamentStatus
from games.tournaments.selectors import tournaments as selected
from games.tournaments.selectors.lists import own_events
from games.tournaments.services import daily, entries
from games.tournaments.services.creating import TournamentOptions, create_tournament
from games.tournaments.wording.refusals import refusal_text

FORBIDDEN: Final = (
    "link_needed", "registered_only", "no_programs", "not_allowed", "not_welcome", "unfinished",
    "entry_ban", "paused_player", "not_organiser", "taken_out",
)  # fmt: skip
"""Codes of refusals that are a 403; the others are a 409."""


class RefusedEntryError(ApiError):
    """API error 403 or 409: a tournament refuses a request; the message is that of its page."""

    def __init__(self, error: TournamentError | PausedError) -> None:
        super().__init__(refusal_text(error.code))
        self.code = error.code
        forbidden = error.code in FORBIDDEN
        self.status_code = status.HTTP_403_FORBIDDEN if forbidden else status.HTTP_409_CONFLICT


_keyed = partial(by_key, tag="tournaments")


class OwnTournaments(ByKeyEndpoint):
    """Endpoint: tournaments of the key's account; list them, or announce one."""

    methods = {
        "GET": _keyed("list_own_tournaments", answers.OwnTournaments),
        "POST": _keyed(
            "announce_tournament", answers.TournamentEvent, 409, 413, 415,
            status=201, body=TournamentBody,
        ),
    }  # fmt: skip
    scopes: ClassVar[dict[str, str]] = {"GET": "read", "POST": "tables"}

    def get(self, request: Request) -> HttpResponseBase:
        """List the tournaments, not over yet, that the account organises or is entered in."""
        return Response({"results": own_events(self.player)})

    def post(self, request: Request) -> HttpResponseBase:
        """Announce a tournament, and return it.

        Raises:
            RefusedEntryError: its figures do not fit, or the account may announce none now.
            RulesError: the rules of its games cannot be played.
        """
        asked = read_body(request, TournamentBody)
        count(http_request(request), "table")
        try:
            tournament = create_tournament(creator=self.player, chosen=TournamentOptions(**asked))
        except (TournamentError, PausedError) as error:
            raise RefusedEntryError(error) from error
        except RulesetError as error:
            problem = ruleset_refusal(error, asked["preset"])
            raise RulesError(problem.text, option=problem.option, reason=error.code) from error
        return Response(selected.tournament_json(tournament), status=status.HTTP_201_CREATED)


class OfOwnEntry(ByKeyEndpoint):
    """Base of endpoints about the account's entry to one tournament."""

    scopes: ClassVar[dict[str, str]] = {"GET": "read", "POST": "play", "DELETE": "play"}
    http_method_names = ["get", "head", "post", "delete", "options"]

    def found(self, public_id: str) -> Tournament:
        """Return the tournament with this public id; entering a private one asks for its link.

        Raises:
            MissingError: there is no such tournament, or it is a draft.
        """
        tournament = selected.tournament_or_none(public_id)
        if tournament is None or tournament.status == TournamentStatus.DRAFT:
            raise MissingError("tournament")
        return tournament

    def entry(self, tournament: Tournament) -> answers.OwnEntry:
        """Return the account's entry, with the table of the game that it has to play now.

        Raises:
            MissingError: the account is not entered.
        """
        body = selected.own_entry_json(tournament, self.player)
        if body is None:
            raise MissingError("entry")
        return body


class Entry(OfOwnEntry):
    """Endpoint: the account's entry to a tournament; show it, enter, or withdraw."""

    methods = {
        "GET": _keyed("get_tournament_entry", answers.OwnEntry, 404),
        "POST": _keyed(
            "enter_tournament", answers.OwnEntry, 404, 409, 413, 415, status=201, body=EntryBody
        ),
        "DELETE": _keyed("withdraw_from_tournament", None, 404, 409, status=204),
    }

    def get(self, request: Request, tournament: str) -> HttpResponseBase:
        """Return the account's entry, with the table of the game that it has to play now."""
        return Response(self.entry(self.found(tournament)))

    def post(self, request: Request, tournament: str) -> HttpResponseBase:
        """Enter a tournament, and return the entry; in a daily event the game begins at once.

        Raises:
            InvalidParameterError: the body is not what it should be.
            RefusedEntryError: the account may not enter.
        """
        asked = read_body(request, EntryBody)
        row = self.found(tournament)
        try:
            _enter(row, self.player, asked)
        except (TournamentError, PausedError) as error:
            raise RefusedEntryError(error) from error
        return Response(self.entry(row), status=status.HTTP_201_CREATED)

    def delete(self, request: Request, tournament: str) -> HttpResponseBase:
        """Withdraw: before the start with the fee paid back, later only from further rounds.

        Raises:
            RefusedEntryError: the account is not entered, or the tournament is over.
        """
        try:
            entries.withdraw(tournament=self.found(tournament), player=self.player)
        except TournamentError as error:
            raise RefusedEntryError(error) from error
        return Response(status=status.HTTP_204_NO_CONTENT)


def _enter(tournament: Tournament, player: Player, asked: dict[str, Any]) -> None:
    """Enter a player as the body asks.

    Raises:
        TournamentError: the player may not enter, or a partner is unknown.
    """
    if tournament.format == Format.DAILY:
        daily.begin(tournament=tournament, player=player, invite=asked["invite"])
        return
    partners = list(Player.objects.filter(name__in=asked["partners"], bot=""))
    if len(partners) < len(asked["partners"]):
        raise TournamentError("bad_partners")
    entries.enter(
        tournament=tournament,
        player=player,
        partners=partners,
        seek=asked["seek"],
        squad=asked["squad"],
        invite=asked["invite"],
    )


class CheckIn(OfOwnEntry):
    """Endpoint: check in to a tournament."""

    scopes: ClassVar[dict[str, str]] = {"POST": "play"}
    methods = {"POST": _keyed("check_in_to_tournament", answers.OwnEntry, 404, 409)}
    http_method_names = ["post", "options"]

    def post(self, request: Request, tournament: str) -> HttpResponseBase:
        """Check in for the start of a tournament; to repeat it changes nothing.

        Raises:
            RefusedEntryError: it is not entered, or the check-in is not open.
        """
        row = self.found(tournament)
        try:
            entries.check_in(tournament=row, player=self.player)
        except TournamentError as error:
            raise RefusedEntryError(error) from error
        return Response(self.entry(row))


class Answer(OfOwnEntry):
    """Endpoint: answer a partner's invitation to a tournament."""

    scopes: ClassVar[dict[str, str]] = {"POST": "play"}
    methods = {
        "POST": _keyed("answer_invitation", None, 404, 409, 413, 415, status=204, body=AnswerBody)
    }
    http_method_names = ["post", "options"]

    def post(self, request: Request, tournament: str) -> HttpResponseBase:
        """Agree to play a tournament with the partner who asked, or refuse.

        Raises:
            InvalidParameterError: the body is not what it should be.
            RefusedEntryError: nobody has asked, or the account may not enter.
        """
        agree = read_body(request, AnswerBody)["agree"]
        try:
            entries.answer(tournament=self.found(tournament), player=self.player, agree=agree)
        except (TournamentError, PausedError) as error:
            raise RefusedEntryError(error) from error
        return Response(status=status.HTTP_204_NO_CONTENT)


class Follow(Streamed, OfOwnEntry):
    """Endpoint: stream of what happens in a tournament."""

    methods = {
        "GET": _keyed("follow_tournament", answers.TournamentLine, 404, 503, media=NDJSON),
    }
    http_method_names = ["get", "options"]

    def get(self, request: Request, tournament: str) -> HttpResponseBase:
        """Stream a line with the event and the account's entry, now and whenever either changes.

        Raises:
            MissingError: it is private, and the account neither organises it nor is entered.
            RefusedError: the account has too many connections.
        """
        row, player = self.found(tournament), self.player
        private = row.visibility == Tournament.Visibility.LINK
        mine = row.creator_id == player.pk or selected.own_entry(row, player) is not None
        if private and not mine:
            raise MissingError("tournament")
        try:
            lines = async_to_sync(live_gateway().follow_tournament)(self.caller, row.public_id)
        except GatewayRefusedError as error:
            raise RefusedError(error.code, error.message) from error
        headers = {"X-Accel-Buffering": "no"}  # a proxy is to pass on each line as it comes
        return StreamingHttpResponse(lines, content_type=NDJSON, headers=headers)
