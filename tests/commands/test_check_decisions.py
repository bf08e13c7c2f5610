"""The command that checks the log of decisions."""

from __future__ import annotations

from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import QuerySet

from games.conduct.hash_chain import START, link
from games.models import ModAction, ModLogHead, Statement
from games.selectors.mod_log import content_of
from games.services.decisions import decide_by_rule
from tests.services.moderation import WARNING
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db


def test_a_log_that_nobody_touched_holds():
    decide_by_rule(player=player_with_account("eva"), verdict=WARNING)
    out = StringIO()
    call_command("check_decisions", stdout=out)
    assert out.getvalue() == "decisions: 1; the chain holds\n"


def test_a_log_whose_end_is_missing_is_said():
    decide_by_rule(player=player_with_account("eva"), verdict=WARNING)
    ModLogHead.objects.update(number=2)
    with pytest.raises(CommandError, match="the log ends at row 1 of 2"):
        call_command("check_decisions")


def test_a_changed_text_of_a_statement_is_named():
    decide_by_rule(player=player_with_account("eva"), verdict=WARNING)
    decide_by_rule(player=player_with_account("tom"), verdict=WARNING)
    Statement.objects.filter(player__name="tom").update(text="You may do as you like.")
    with pytest.raises(CommandError, match="the statement of row 2 was changed"):
        call_command("check_decisions")


def test_statements_that_were_deleted_are_no_fault():
    decide_by_rule(player=player_with_account("eva"), verdict=WARNING)
    Statement.objects.all().delete()
    call_command("check_decisions", stdout=StringIO())


def test_a_chain_that_was_computed_anew_without_the_key_is_found_also_after_a_further_decision():
    for name in ("eva", "tom"):
        decide_by_rule(player=player_with_account(name), verdict=WARNING)
    compute_anew(measure="note")
    with pytest.raises(CommandError, match="its end has no seal of this site's SECRET_KEY"):
        call_command("check_decisions")
    decide_by_rule(player=player_with_account("ana"), verdict=WARNING)
    with pytest.raises(CommandError, match="its end has no seal"):
        call_command("check_decisions")


def test_taking_the_seal_away_hides_nothing():
    decide_by_rule(player=player_with_account("eva"), verdict=WARNING)
    compute_anew(measure="note")
    ModLogHead.objects.update(seal="")
    with pytest.raises(CommandError, match="its end has no seal"):
        call_command("check_decisions")


def test_a_log_holds_after_a_change_of_key_while_the_old_one_is_a_fallback(settings):
    decide_by_rule(player=player_with_account("eva"), verdict=WARNING)
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another-key-of-the-site"
    settings.SECRET_KEY_FALLBACKS = [old]
    call_command("check_decisions", stdout=StringIO())
    decide_by_rule(player=player_with_account("tom"), verdict=WARNING)
    settings.SECRET_KEY_FALLBACKS = []
    call_command("check_decisions", stdout=StringIO())


def test_the_end_is_sealed_with_a_new_key_on_demand_where_every_row_follows(settings):
    decide_by_rule(player=player_with_account("eva"), verdict=WARNING)
    settings.SECRET_KEY = "another-key-of-the-site"
    with pytest.raises(CommandError, match="its end has no seal"):
        call_command("check_decisions")
    call_command("check_decisions", seal=True, stdout=StringIO())
    call_command("check_decisions", stdout=StringIO())
    ModLogHead.objects.update(digest="0" * 64)
    with pytest.raises(CommandError, match="the log ends at row 1"):
        call_command("check_decisions", seal=True)


def test_rows_of_a_release_without_seals_are_sealed_by_the_migration():
    decide_by_rule(player=player_with_account("eva"), verdict=WARNING)
    ModLogHead.objects.update(seal="")
    migration = import_module("games.migrations.0110_log_of_decisions_sealed")
    migration.seal_end(apps, None)
    call_command("check_decisions", stdout=StringIO())


def compute_anew(*, measure: str) -> None:
    """Change the measure of the first row, and every hash after it, as whoever has the database."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE games_modaction DISABLE TRIGGER USER")
    digest = START
    for action in ModAction.objects.order_by("number"):
        if action.number == 1:
            action.measure = measure
        digest = action.digest = link(digest, content_of(action))
        QuerySet(ModAction).filter(pk=action.pk).update(measure=action.measure, digest=digest)
    ModLogHead.objects.update(digest=digest)
