"""What was said long ago goes; what was said lately stays."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models import ChatLine
from games.services.chat import say
from tests.services.people import table_of
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def test_lines_go_after_the_days_asked_for():
    ana = player_without_account("ana")
    table = table_of(ana)
    for number, days in enumerate((100, 10)):
        line = say(table=table, player=ana, client_id=f"line-{number}-x", text=f"line {number}")
        ChatLine.objects.filter(pk=line.pk).update(at=timezone.now() - timedelta(days=days))
    out = StringIO()
    call_command("forget_chat", stdout=out)
    assert out.getvalue() == "1 lines deleted\n"
    assert [line.text for line in ChatLine.objects.all()] == ["line 1"]


def test_no_days_at_all_are_refused():
    with pytest.raises(CommandError, match="--days"):
        call_command("forget_chat", "--days", "0")
