"""The command that checks the log of decisions."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import ModLogHead
from games.services.decisions import decide_by_rule
from tests.services.moderation import WARNING, member

pytestmark = pytest.mark.django_db


def test_a_log_that_nobody_touched_holds():
    decide_by_rule(player=member("eva"), verdict=WARNING)
    out = StringIO()
    call_command("check_decisions", stdout=out)
    assert out.getvalue() == "decisions: 1; the chain holds\n"


def test_a_log_whose_end_is_missing_is_said():
    decide_by_rule(player=member("eva"), verdict=WARNING)
    ModLogHead.objects.update(number=2)
    with pytest.raises(CommandError, match="the log ends at row 1 of 2"):
        call_command("check_decisions")
