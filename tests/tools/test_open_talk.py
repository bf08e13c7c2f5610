"""The measurement of what talk between partners is worth."""

from games.bots.players.expert_bot import ExpertBot
from games.engine import view_for
from tools.laboratory.open_talk import LAST, SILENT, WAYS, endings, measure, play_out


def test_every_way_of_talking_is_compared_on_the_same_decks():
    found = measure(ExpertBot(30), WAYS, 0, "measured")
    assert set(found) == set(WAYS)
    assert {len(gain.won.clusters) for gain in found.values()} == {1}


def test_positions_are_open_and_have_three_tricks_left():
    state = next(endings("open"))
    view = view_for(state, None)
    assert (view.stock, view.counts) == (0, (LAST,) * 4)
    assert max(view.side_points) <= 60


def test_silence_plays_the_same_again():
    state, bot = next(endings("silent")), ExpertBot(30)
    assert play_out(state, None, SILENT, bot) == play_out(state, None, WAYS["cards"], bot)
