"""The commands that train bots: the same seed gives the same weights, and other tables stay."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

SHORTEST = {
    "train_bot": {"tables": "2x2", "decks": 8},
    "train_variants": {"tables": "open_2x2", "decks": 64},
    "train_contracts": {"tables": "talon", "decks": 64},
}
each_command = pytest.mark.parametrize("command", SHORTEST)


def trained(command: str, out: Path, **options: object) -> dict[str, np.ndarray]:
    """What the file holds after the shortest training there is."""
    call_command(command, out=out, stderr=io.StringIO(), **{**SHORTEST[command], **options})
    with np.load(out, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


@each_command
def test_the_same_seed_gives_the_same_weights_and_another_gives_others(
    command: str, tmp_path: Path
) -> None:
    name = str(SHORTEST[command]["tables"])
    once, again = (trained(command, tmp_path / way / "w.npz")[name] for way in "ab")
    assert once.any()
    assert np.array_equal(once, again)
    assert not np.array_equal(once, trained(command, tmp_path / "c.npz", seed=2)[name])


@each_command
def test_tables_that_are_not_trained_stay(command: str, tmp_path: Path) -> None:
    out = tmp_path / "w.npz"
    np.savez_compressed(out, other=np.arange(3))
    found = trained(command, out)
    assert set(found) == {"other", SHORTEST[command]["tables"]}
    assert found["other"].tolist() == [0, 1, 2]


@each_command
@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"tables": "9x9"}, "no table '9x9'"), ({"decks": 0}, "--decks must be")],
)
def test_what_cannot_be_trained_is_refused_by_name(
    command: str, wrong: dict[str, object], said: str, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match=said):
        trained(command, tmp_path / "w.npz", **wrong)
    assert not any(tmp_path.iterdir())
