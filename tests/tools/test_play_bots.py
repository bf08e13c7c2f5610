"""`play_bots` plays whole matches, the same ones for the same seed."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine import PRESETS, build_ruleset
from games.record import verify_record
from tests.support.bot_figures import Mean, deal_share
from tests.support.bot_matches import Contest, first_lineup, play_contest


def run(*args):
    out = StringIO()
    call_command("play_bots", "--dry", *args, stdout=out)
    return out.getvalue()


def records(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_prints_one_object_with_the_promised_keys():
    told = run("--players", "4", "--matches", "3", "--bots", "rules,random", "--json")
    data = json.loads(told)
    assert list(data) == ["preset", "players", "matches", "deals", "bots"]
    assert (data["preset"], data["players"], data["matches"]) == ("ludoteka", 4, 3)
    assert [bot["bot"] for bot in data["bots"]] == ["rules", "random"]
    for bot in data["bots"]:
        assert list(bot) == [
            "bot",
            "deal_win_rate",
            "deal_win_rate_se",
            "mean_points",
            "mean_points_se",
            "match_win_rate",
            "ms_per_move",
        ]
    assert sum(bot["deal_win_rate"] for bot in data["bots"]) == pytest.approx(1)
    assert sum(bot["mean_points"] for bot in data["bots"]) == pytest.approx(120)


def test_prints_a_table():
    lines = run("--matches", "2", "--bots", "rules,greedy").splitlines()
    assert lines[0].startswith("ludoteka, 2 players: 2 matches, ")
    assert [line.split()[0] for line in lines[2:]] == ["rules", "greedy"]


def test_writes_the_same_records_for_the_same_seed(tmp_path):
    for folder in ("a", "b", "c"):
        seed = "8" if folder == "c" else "7"
        run("--players", "3", "--matches", "2", "--seed", seed, "--out", str(tmp_path / folder))
    assert records(tmp_path / "a") == records(tmp_path / "b")
    assert not set(records(tmp_path / "a")) & set(records(tmp_path / "c"))


@pytest.mark.parametrize(("preset", "players"), [("ludoteka", 2), ("catalan", 6)])
def test_the_records_verify(tmp_path, preset, players):
    run(
        *("--preset", preset, "--players", str(players), "--matches", "2"),
        *("--duplicate", "--bots", "rules,greedy", "--out", str(tmp_path)),
    )
    written = [json.loads(text) for text in records(tmp_path).values()]
    assert len(written) == 4
    for record in written:
        verify_record(record)


@pytest.mark.parametrize(
    ("preset", "players"),
    [(name, players) for name, preset in PRESETS.items() for players in preset.players],
)
def test_every_game_of_the_family_is_played_and_verifies(tmp_path, preset, players):
    told = run(
        *("--preset", preset, "--players", str(players), "--option", "match.target=1"),
        *("--option", "match.max_deals=2", "--matches", "2", "--json"),
        *("--bots", "rules,random", "--out", str(tmp_path)),
    )
    shares = [bot["deal_win_rate"] for bot in json.loads(told)["bots"]]
    assert all(0 <= share <= 1 for share in shares)
    written = [json.loads(text) for text in records(tmp_path).values()]
    assert len(written) == 2
    for record in written:
        verify_record(record)


def test_a_contract_is_won_by_all_whom_it_gives_game_points():
    rules = build_ruleset("chiamata", 5, {"match.target": 1}).rules
    for played in play_contest(Contest(rules, ("rules",), 2, "won")):
        for result in played.results:
            shares = [deal_share(rules, result, side) for side in range(5)]
            assert shares == [float(points > 0) for points in result.game_points]
            assert sum(shares) in (1, 2, 3, 4)


def test_duplicate_plays_the_same_decks_with_the_sides_turned(tmp_path):
    told = run("--duplicate", "--matches", "1", "--bots", "rules,random", "--out", str(tmp_path))
    first, second = (json.loads(text) for text in records(tmp_path).values())
    assert "2 matches" in told
    assert first["deals"][0]["deck"] == second["deals"][0]["deck"]
    names = [[seat["player"] for seat in record["seats"]] for record in (first, second)]
    assert sorted(names) == [["random 1", "rules 1"], ["rules 1", "random 1"]]
    flags = [record["deals"][0]["fairness"]["flags"] for record in (first, second)]
    assert sorted(map(len, flags)) == [0, 1]


def test_options_change_the_ruleset(tmp_path):
    run(
        *("--matches", "1", "--option", "match.target=1", "--option", "tie.chain=most_cards,void"),
        *("--option", "exchange.enabled=false", "--option", "score.hundred=2"),
        *("--option", "exchange.deadline=penultimate", "--out", str(tmp_path)),
    )
    (record,) = (json.loads(text) for text in records(tmp_path).values())
    rules = record["rules"]
    assert rules["match.target"] == 1
    assert rules["tie.chain"] == ["most_cards", "void"]
    assert rules["exchange.enabled"] is False
    assert rules["score.hundred"] == 2
    assert rules["exchange.deadline"] == "penultimate"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--preset", "whist"], "there is no preset 'whist'; there are ludoteka"),
        (["--players", "5"], "is played by 2, 3, 4 or 6, not by 5"),
        (["--bots", "rules,clever"], "there is no bot 'clever'; there are random, greedy, rules"),
        (["--bots", "rules,rules,rules"], "3 bots for 2 seats"),
        (["--matches", "0"], "--matches must be 1 or more"),
        (["--option", "match.target"], "write it as name=value"),
        (["--option", "match.goal=1"], "there is no option 'match.goal'"),
        (["--option", "match.targt=1"], "did you mean match.target"),
        (["--option", "match.target=many"], "a number from 1 to 1000"),
        (["--option", "match.target=0"], "a number from 1 to 1000"),
        (["--option", "claim=maybe"], "true or false"),
        (["--option", "tie.chain=never"], "a list of all_tied"),
        (["--option", "teams=pairs"], "with 2 players sides are individual"),
        (["--out", "/dev/null/x"], "cannot write to"),
    ],
)
def test_what_cannot_be_is_refused_in_words(args, message):
    with pytest.raises(CommandError) as caught:
        run(*args)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("players", "teams", "bots", "lineup"),
    [
        (4, "pairs", 1, (0, 0, 0, 0)),
        (4, "pairs", 2, (0, 1, 0, 1)),
        (4, "pairs", 4, (0, 1, 2, 3)),
        (6, "threes", 2, (0, 1, 0, 1, 0, 1)),
        (6, "pairs", 2, (0, 1, 0, 0, 1, 0)),
        (6, "pairs", 3, (0, 1, 2, 0, 1, 2)),
        (3, "individual", 2, (0, 1, 0)),
    ],
)
def test_bots_are_dealt_round_the_sides(players, teams, bots, lineup):
    rules = build_ruleset("ludoteka", players, {"teams": teams}).rules
    assert first_lineup(rules, bots) == lineup


def test_every_side_gets_every_deck_when_sides_are_turned():
    rules = build_ruleset("ludoteka", 3).rules
    contest = Contest(rules, ("rules", "random"), 1, "s", duplicate=True)
    assert contest.lineups() == [(0, 1, 0), (1, 0, 0), (0, 0, 1)]
    decks = {played.log.decks[1] for played in play_contest(contest)}
    assert len(decks) == 1
    assert Contest(rules, ("rules",), 4, "s", duplicate=True).total == 8


def test_decks_do_not_come_from_the_seed_where_matches_are_kept():
    rules = build_ruleset("ludoteka", 2).rules
    contest = Contest(rules, ("random",), 1, "s", seeded_secrets=False)
    decks = [next(play_contest(contest)).log.decks[1] for _ in range(2)]
    assert decks[0] != decks[1]


def test_the_error_counts_what_hangs_together_once():
    apart, paired = Mean(), Mean()
    for number in range(100):
        for half in range(2):
            value = float(number % 2)
            apart.add((number, half), value)
            paired.add(number, value)
    assert apart.value == paired.value == 0.5
    assert apart.error == pytest.approx(0.5 / 199**0.5)
    assert paired.error == pytest.approx(0.5 / 99**0.5)
    assert Mean().error is None
