"""Opening a table by any rules: the form, the links that carry rules, and what is said at once."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.engine import PRESETS, build_ruleset
from games.engine.options import OPTIONS
from games.models import Table
from games.rules_text.groups import GROUPS
from tests.pages.reading import page, part_words, words

pytestmark = pytest.mark.django_db
NEW = "/tables/new/"
CHECK = "/rulesets/check/"
PLAIN = {
    "seating": "2",
    "preset": "ludoteka",
    "clock": "none",
    "visibility": "link",
    "watch": "anyone",
    "name": "",
}


def check(language: str = "en", **query: Any) -> dict[str, Any]:
    """What the page is told of a choice."""
    given = {name.replace("__", "."): value for name, value in query.items()}
    answer = Client().get(CHECK, given, headers={"accept-language": language})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    told: dict[str, Any] = answer.json()
    return told


def opened(client: Client | None = None, **fields: Any) -> Table:
    """The table that the form opens."""
    given = {name.replace("__", "."): value for name, value in fields.items()}
    answer = (client or Client()).post(NEW, {**PLAIN, **given})
    assert answer.status_code == 302, words(answer.content.decode())
    return Table.objects.get(public_id=answer["Location"].split("/")[2])


def refused(**fields: Any) -> str:
    """The page that comes back when the form cannot be taken."""
    given = {name.replace("__", "."): value for name, value in fields.items()}
    answer = Client().post(NEW, {**PLAIN, **given}, headers={"accept-language": "en"})
    assert answer.status_code == 422
    assert not Table.objects.exists()
    return words(answer.content.decode())


def row(html: str, name: str) -> str:
    """The part of the page that is about one option."""
    return html.split(f'data-row="{name}"')[1].split("</div>")[0]


# -- the page -----------------------------------------------------------------------------------


def test_all_fifteen_games_are_offered_in_plain_words_with_for_how_many_and_how_long():
    html = Client().get(NEW, headers={"accept-language": "en"}).content.decode()
    for preset in PRESETS:
        assert f'value="{preset}"' in html
    told = words(html)
    assert "Briscola Chiamata For five" in told
    assert "5 players, about 40 min" in told


def test_every_option_can_be_changed_those_that_matter_come_first():
    html = Client().get(NEW, {"preset": "briscola"}).content.decode()
    for _title, names in GROUPS.values():
        for name in names:
            assert html.count(f'data-row="{name}"') == 1
    near, far = html.split("data-rest")
    assert 'data-row="arrastre"' in near
    assert 'data-row="exchange.enabled"' in near
    assert 'data-row="exchange.timing"' in far  # there is no exchange
    assert 'data-row="auction.min"' in far
    assert 'data-row="peek.at_deal"' in far  # nobody has a partner


def test_a_link_carries_rules_into_the_form():
    html = (
        Client()
        .get(
            f"{NEW}?preset=catalan&players=4&o.match.target=5&o.teams=individual&o.arrastre=false",
            headers={"accept-language": "en"},
        )
        .content.decode()
    )
    assert re.search(r'value="4i"[^>]*\schecked', html)
    assert re.search(r'id="preset-catalan"[^>]*\schecked', html)
    assert 'value="5"' in row(html, "match.target")
    assert 'type="checkbox"' in row(html, "arrastre")
    assert not re.search(r"\schecked", row(html, "arrastre"))
    assert re.search(r"\schecked", row(html, "claim"))
    assert "Arrastre: no" in words(html)


def test_yes_and_no_are_boxes_and_the_value_of_the_game_stands_once_in_a_list():
    html = Client().get(NEW, {"preset": "catalan"}, headers={"accept-language": "en"})
    told = html.content.decode()
    assert "<select" not in row(told, "arrastre")
    mode = row(told, "talk.mode")
    assert part_words(mode).count("not at all") == 1
    assert '<option value="" selected>not at all</option>' in mode


def test_the_value_of_the_game_says_so_where_another_one_is_chosen():
    changed = {"preset": "catalan", "players": "4", "o.talk.mode": "senas"}
    html = Client().get(NEW, changed, headers={"accept-language": "en"}).content.decode()
    assert '<option value="">not at all (as usual)</option>' in row(html, "talk.mode")


def test_a_box_that_nobody_touched_goes_with_the_game_that_is_chosen_without_script():
    boxes = {"o__arrastre": "false", "o__claim": "false", "drawn": "ludoteka:2"}
    table = opened(preset="catalan", **boxes)
    assert table.ruleset.hash == build_ruleset("catalan", 2).hash
    changed = opened(preset="catalan", **{**boxes, "o__arrastre": "true", "drawn": "catalan:2"})
    assert changed.ruleset.hash == build_ruleset("catalan", 2, {"claim": False}).hash


def test_six_games_stand_in_sight_and_one_behind_the_line_opens_it():
    def others(html: str) -> str:
        return html.split("data-others")[1].split(">")[0]

    html = Client().get(NEW, headers={"accept-language": "en"}).content.decode()
    assert html.split("data-others")[0].count('name="preset"') == 6
    assert "open" not in others(html)
    assert "9 more games" in words(html)
    assert "open" in others(Client().get(f"{NEW}?preset=gingo").content.decode())


def test_what_would_be_opened_stands_in_a_sentence_by_the_button():
    html = Client().get(
        f"{NEW}?preset=catalan&players=4&o.arrastre=false", headers={"accept-language": "en"}
    )
    go = html.content.decode().split('class="tn-go submit-bar"')[1].split("</form>")[0]
    assert "Catalan Brisca, 4: pairs · 1 rule changed" in part_words(go)
    assert part_words(go).count("Arrastre") == 1


def test_the_short_links_of_before_still_choose():
    html = Client().get(f"{NEW}?seating=6&target=7&visibility=link").content.decode()
    assert re.search(r'value="6"[^>]*\schecked', html)
    assert 'value="7"' in row(html, "match.target")
    assert re.search(r'value="link" selected', html)


def test_a_link_that_cannot_stand_says_why_beside_both_options():
    html = (
        Client()
        .get(
            f"{NEW}?players=4&o.talk.mode=senas&o.open_hands=true",
            headers={"accept-language": "en"},
        )
        .content.decode()
    )
    said = "“All hands lie open” and “How partners talk” do not go together"
    assert said in unescape(row(html, "talk.mode"))
    assert said in unescape(row(html, "open_hands"))


@pytest.mark.parametrize(
    "query",
    [
        "preset=poker",
        "players=9",
        "players=%C2%B2",
        "preset=chiamata&players=2",
        "o.match.target=many",
        "o.match.target=" + "9" * 500,
        "o.talk.leak=nan",
        "o.tie.chain=,,,",
        "o.=1&o.xyz=2",
        "o.__class__=1",
        "&".join(f"o.x{number}=1" for number in range(300)),
    ],
)
def test_no_link_breaks_the_page_or_the_check(query):
    for address in (NEW, CHECK):
        assert Client().get(f"{address}?{query}").status_code == 200
    assert not Client().get(f"{CHECK}?{query}").json()["ok"]


# -- sent ---------------------------------------------------------------------------------------


def test_a_table_is_opened_by_the_rules_chosen():
    table = opened(
        seating="4",
        preset="doncomos",
        o__talk__mode="senas",
        o__match__target="2",
        o__tie__chain="most_cards,mano",
        o__talk__leak="0.25",
        o__claim="true",
    )
    wanted = build_ruleset(
        "doncomos",
        4,
        {
            "talk.mode": "senas",
            "match.target": 2,
            "tie.chain": ["most_cards", "mano"],
            "talk.leak": 0.25,
            "claim": True,
        },
    )
    assert table.ruleset.hash == wanted.hash
    assert (table.players, table.ruleset.preset) == (4, "doncomos")


def test_a_table_where_cards_are_drawn_by_seat_is_opened_and_told():
    assert opened(seating="4", o__deal__draw="by_seat").ruleset.options["deal.draw"] == "by_seat"
    told = check(preset="ludoteka", seating="4", o__deal__draw="by_seat")
    assert told["ok"]
    assert [one["option"] for one in told["changes"]] == ["deal.draw"]
    tricks = next(one for one in told["sections"] if one["key"] == "tricks")
    assert any(line.startswith("Cards are drawn by seat") for line in tricks["lines"])
    assert "deal.draw" in told["matters"]


def test_sides_go_with_the_number_of_players():
    assert opened(seating="4i").ruleset.options["teams"] == "individual"
    assert opened(seating="6p").ruleset.options["teams"] == "pairs"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_is_opened_for_everybody_who_may_play_it(preset):
    client = Client()
    for seating, players in (("2", 2), ("3", 3), ("4", 4), ("5", 5)):
        if players in PRESETS[preset].players:
            assert opened(Client(), preset=preset, seating=seating).players == players
    assert client.get(f"/rules/{preset}/").status_code == 200


def test_what_does_not_fit_is_said_without_script():
    assert "Mexican Brisca is played by 2, 3 or 4, not by 6." in refused(
        preset="mexican", seating="6"
    )
    assert "signs and talk are for partners" in refused(o__talk__mode="senas")
    assert "“To win the match” is a number from 1 to 1000." in refused(o__match__target="0")
    assert "“Arrastre” is yes or no." in refused(o__arrastre="perhaps")
    assert "There is no rule of the name “xyz”." in refused(o__xyz="1")


def test_what_is_as_usual_already_is_no_change():
    table = opened(o__claim="false", o__match__target="3", o__teams="individual")
    assert table.ruleset.hash == build_ruleset("ludoteka", 2).hash


# -- said at once -------------------------------------------------------------------------------


def test_rules_that_stand_are_told_with_what_they_change():
    told = check(preset="catalan", seating="4", o__match__target="5", o__claim="true")
    ruleset = build_ruleset("catalan", 4, {"match.target": 5})
    assert told["ok"]
    assert told["hash"] == ruleset.hash
    assert told["changes"] == [
        {"option": "match.target", "label": "To win the match", "value": "5", "usual": "3"}
    ]
    assert told["link"] == f"{NEW}?preset=catalan&players=4&o.match.target=5"
    assert told["line"] == "Catalan Brisca, 4: pairs · 1 rule changed"
    match = next(one for one in told["sections"] if one["key"] == "match")
    assert "The match goes to the first to win 5 deals." in match["lines"]
    assert [section["key"] for section in told["sections"]][:2] == ["players", "order"]
    assert "arrastre" in told["matters"]
    assert told["usual"]["exchange.timing"] == {
        "value": "any_time",
        "words": "at any moment, once a trick is won",
    }
    assert {"arrastre", "claim"} <= set(told["ticked"])


def test_what_is_wrong_is_told_with_both_options_and_the_ways_out():
    told = check(seating="4", o__talk__mode="senas", o__open_hands="true")
    (problem,) = told["problems"]
    assert not told["ok"]
    assert told["hash"] is None
    assert (problem["code"], problem["option"], problem["with"]) == (
        "conflict",
        "open_hands",
        "talk.mode",
    )
    assert problem["undo"] == ["open_hands", "talk.mode"]
    assert {"open_hands", "talk.mode"} <= set(told["matters"])


def test_several_things_that_are_wrong_are_told_together():
    told = check(seating="3", o__play__cards_per_turn="2", o__open_stock="top", o__talk__leak="7")
    assert [problem["option"] for problem in told["problems"]] == [
        "talk.leak",
        "open_stock",
        "play.cards_per_turn",
    ]
    assert told["problems"][2]["with"] == "players"


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_a_value_that_an_option_does_not_have_is_told_in_words(name):
    told = Client().get(
        "/rulesets/check/", {"preset": "ludoteka", "players": "2", f"o.{name}": "no-such"}
    )
    assert told.status_code == 200
    assert told.json()["problems"]


@pytest.mark.parametrize(("language", "said"), [("es", "no caben juntas"), ("ca", "no hi caben")])
def test_it_is_told_in_the_language_of_the_page(language, said):
    (problem,) = check(language, o__open_stock="top")["problems"]
    assert said in problem["text"]


def test_what_matters_follows_the_game_and_the_players():
    alone, pairs = check(seating="4i")["matters"], check(seating="4")["matters"]
    assert "talk.mode" not in alone
    assert "talk.mode" in pairs
    assert "talk.truth" not in pairs
    assert "talk.truth" in check(seating="4", o__talk__mode="senas")["matters"]
    called = check(preset="chiamata", seating="5")["matters"]
    assert "chiamata.call_rule" in called
    assert "exchange.enabled" not in called


def test_the_check_answers_get_alone():
    assert Client().post(CHECK).status_code == 405
    assert Client().head(CHECK).status_code == 200


def test_the_lobby_says_how_many_rules_of_a_table_are_changed():
    opened(preset="catalan", o__match__target="1", o__claim="false", visibility="public")
    html = Client().get("/", headers={"accept-language": "en"}).content.decode()
    assert "2 rules changed" in words(html)
    Table.objects.all().delete()
    opened(Client(), preset="catalan", visibility="public")
    assert "changed" not in words(Client().get("/").content.decode())


def test_the_page_of_a_table_says_its_rules_and_where_they_stand():
    table = opened(preset="catalan", seating="4", o__match__target="1", visibility="public")
    html = Client().get(f"/t/{table.public_id}/", headers={"accept-language": "en"})
    assert "The match goes to the first to win 1 deal." in html.content.decode()
    digits = table.ruleset.hash.removeprefix("sha256:")[:12]
    assert f"/rulesets/{digits}/?players=4" in html.content.decode()


def test_pages_hold_no_script_of_their_own():
    assert page("/rules/")
    assert page("/rules/gingo/")
