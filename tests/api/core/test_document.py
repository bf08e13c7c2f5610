"""What `docs/api.md` says of the API is so."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from games.api.core.errors import CODES, MatchRunningError, NotAnalysedError, TooManyDownloadsError
from games.api.core.params import ListQuery
from games.api.core.reference import reference_text
from games.api.core.schema import STATUSES, document
from games.api.matches.params import MatchesQuery
from games.api.play import tables as play
from games.models import Mistake
from games.puzzles.api import runs as puzzle_runs
from games.services.players import player_for
from tests.analysis.analysed import analysed
from tests.api.support import V1, error_of
from tests.live.keys import program
from tests.stats.support import stored

pytestmark = pytest.mark.django_db
TEXT = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_commands_for_an_exercise_answer_it(tmp_path):
    """The page's own lines, with a curl that asks the client of this test."""
    analysed(stored())
    user, key = program("Lectora", ("read",), bot=False)
    Mistake.objects.update(player=player_for(user))
    client = Client(headers={"authorization": f"Bearer {key}"})
    rows = client.get(f"{V1}/play/exercises/")
    first = rows.json()["results"][0]["id"]
    (tmp_path / "var").mkdir()
    (tmp_path / "list").write_bytes(rows.content)
    (tmp_path / "one").write_bytes(client.get(f"{V1}/play/exercises/{first}/").content)
    commands = next(text for text in re.findall(r"```bash\n(.*?)```", TEXT, re.S) if "CARD" in text)
    stub = """curl() {
      case "$*" in
        *" -d "*) printf '%s\\n' "$@" >sent ;;
        *"/exercises/") cat list ;;
        *) cat one ;;
      esac
    }
    SITE=http://site.example
    """
    subprocess.run(
        ["bash", "-euc", stub + commands], cwd=tmp_path, input="key\n", text=True, check=True
    )
    sent = (tmp_path / "sent").read_text().splitlines()
    assert sent[-1] == f"http://site.example{V1}/play/exercises/{first}/"
    place, body = sent[-1].removeprefix("http://site.example"), sent[sent.index("-d") + 1]
    answer = client.post(place, body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert "solution" in answer.json()


def test_every_address_is_named_and_there_are_no_others():
    table = TEXT.split("\n\n## ")[0]
    named = {f"{V1}/{path}" for path in re.findall(r"`([a-z]+/[\w{}/.-]*)`", table)}
    assert named == set(document()["paths"])


def test_every_filter_of_matches_is_named():
    names = set(MatchesQuery().fields) - set(ListQuery().fields) - {"include"}
    filters = TEXT.split("### Filters and parts of matches")[1].split("`include`")[0]
    assert names <= set(re.findall(r"`(\w+)`", filters))


def test_the_table_of_parameters_is_that_of_the_document():
    written = Path(settings.BASE_DIR) / "docs" / "api-reference.md"
    assert written.read_text(encoding="utf-8") == reference_text()


def test_the_command_writes_the_table_of_parameters(tmp_path):
    out = tmp_path / "reference.md"
    call_command("api_reference", "--out", str(out), verbosity=0)
    assert out.read_text(encoding="utf-8") == reference_text()


def test_the_example_of_an_error_is_one():
    (example,) = re.findall(r"```json\n(.*?)\n```", TEXT, re.S)
    told = json.loads(example)["error"]
    answer = Client().get(f"{V1}/matches/?{told['details']['parameter']}=2")
    details = error_of(answer, 400, told["code"])
    assert set(details) == set(told["details"])


def test_every_code_is_named():
    table = section("Errors")
    possible = {CODES[status] for status in (400, 401, 404, 405, 406, 415, 429)}
    possible |= {MatchRunningError.code, NotAnalysedError.code, TooManyDownloadsError.code}
    possible |= {"unknown_parameter", "invalid_parameter", "server_error", "unavailable"}
    possible |= {*play.STATUSES, "key_in_address", play.RulesError.code}
    possible |= {*puzzle_runs.REFUSED}
    rows = "\n".join(re.findall(r"^\| \d+ \| ([^|]*) \|", table, re.M))
    assert possible == set(re.findall(r"`([a-z_]+)`", rows))
    assert {int(status) for status in re.findall(r"^\| (\d+) \|", table, re.M)} >= {
        status for status in STATUSES if status >= 400
    }


def test_the_limits_are_those_of_the_settings():
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    told = section("Limits and caches")
    for rate in rates.values():
        assert f"{rate.split('/')[0]} times" in told
    limit = ListQuery().fields["limit"]
    assert (limit.min_value, limit.max_value) == (1, 100)
    assert "from 1 to 100, and 50" in section("Lists")
