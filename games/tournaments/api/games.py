"""The records of all games of a tournament, one a line."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Sequence
from typing import Final

import orjson
from asgiref.sync import sync_to_async
from django.http import HttpResponseBase, StreamingHttpResponse
from rest_framework.request import Request

from games.api.core.base import NDJSON, Streamed, stream_head
from games.tournaments import answers as answers
from games.tournaments.api.views import OfTournament
from games.tournaments.selectors.rounds import game_lines, public_games

GAMES_A_PART: Final = 25
"""Games read at a time."""


class Games(Streamed, OfTournament):
    """Endpoint: download of the games of a tournament."""

    operation, answer = "export_tournament_games", answers.GameLine
    throttle_scope = "export"

    def get(self, request: Request, tournament: str) -> HttpResponseBase:
        """Stream the games whose matches are public, by round and table, each with its record.

        The last line counts them; if it is missing the download broke off.
        """
        games = public_games(self.found(tournament))
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        if request.method == "HEAD":
            return stream_head(headers)
        return StreamingHttpResponse(_lines(games), content_type=NDJSON, headers=headers)


async def _lines(games: Sequence[int]) -> AsyncIterator[bytes]:
    """Yield the NDJSON lines of these games (row ids) in order, then a line with their count."""
    for begin in range(0, len(games), GAMES_A_PART):
        packed_lines = await sync_to_async(game_lines)(games[begin : begin + GAMES_A_PART])
        for line, body in packed_lines:
            record = zlib.decompress(body)
            yield orjson.dumps(line)[:-1] + b',"record":' + record + b"}\n"
    yield orjson.dumps({"end": True, "count": len(games)}) + b"\n"
