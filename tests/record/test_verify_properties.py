"""Changes made at random to good records, and values that are no records at all."""

import copy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine import ALL_CARDS
from games.record import RecordError, verify_record
from tests.record.played import TABLES, record_of

QUICK = settings(
    max_examples=120,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

FREE = {"player", "kind", "ms", "started_at", "finished_at", "by", "seq"}
"""What a record says on its own word: nothing else in it depends on these."""

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


def leaves(value, path=()):
    """Paths of all plain values that the rest of the record depends on."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in FREE:
                yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))
    else:
        yield path


def containers(value, path=()):
    """Paths of all values, whole branches too."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        if isinstance(inner, dict | list):
            yield from containers(inner, (*path, key))
        else:
            yield (*path, key)


def put(record, path, value):
    inner = record
    for step in path[:-1]:
        inner = inner[step]
    old = inner[path[-1]]
    inner[path[-1]] = value
    return old


def asked_ahead(record, path):
    """Whether this is part of asking for the exchange ahead.

    Only its own seat knows of that, and where no exchange comes of it nothing in the record does.
    """
    return (
        len(path) > 3
        and path[2] == "actions"
        and record["deals"][path[1]]["actions"][path[3]]["type"] == "arm_exchange"
    )


def like(value):
    """Another value of the same kind."""
    if isinstance(value, bool):
        return st.just(not value)
    if isinstance(value, int):
        near = st.integers(value - 3, value + 3) | st.integers(0, 5)
        return near.filter(lambda other: other != value)
    if isinstance(value, str) and value in ALL_CARDS:
        return st.sampled_from(sorted(ALL_CARDS - {value}))
    if isinstance(value, str):
        words = st.sampled_from(["play", "cut", "claim", "target", "resigned", "O", "C", "E", "B"])
        changed = st.just(value[:-1] + ("0" if value[-1:] != "0" else "1"))
        return (words | changed).filter(lambda other: other != value)
    return st.integers(0, 3) | st.just("O1")


@st.composite
def changed_records(draw):
    preset, players, teams = draw(st.sampled_from(TABLES))
    record = record_of(preset, players, teams, bots=draw(st.sampled_from(["random", "rules"])))
    paths = [path for path in leaves(record) if not asked_ahead(record, path)]
    path = draw(st.sampled_from(sorted(paths, key=str)))
    old = put(record, path, None)
    put(record, path, draw(like(old)))
    return path, old, record


@given(changed_records())
@QUICK
def test_a_change_of_any_card_winner_point_seat_score_or_action_is_refused(changed):
    path, old, record = changed
    try:
        verify_record(record)
    except RecordError:
        return
    raise AssertionError(f"{path} changed from {old!r} and was not noticed")


@given(st.data())
@QUICK
def test_a_record_with_anything_in_the_place_of_any_part_never_breaks_the_check(data):
    record = record_of(*data.draw(st.sampled_from(TABLES[:3])))
    path = data.draw(st.sampled_from(sorted(containers(record), key=str)))
    put(record, path, data.draw(JSON))
    try:
        verify_record(record)
    except RecordError as error:
        if not (error.where and error.why):
            raise AssertionError("does not say where or why") from error


@given(st.data())
@QUICK
def test_a_record_without_some_part_is_refused(data):
    record = record_of(*data.draw(st.sampled_from(TABLES[:3])))
    optional = (("extras",), ("announce",), ("fairness", "dealer"))
    paths = [
        path for path in containers(record) if not {path[-1:], path[-2:]}.intersection(optional)
    ]
    path = data.draw(st.sampled_from(sorted(paths, key=str)))
    inner = record
    for step in path[:-1]:
        inner = inner[step]
    before = copy.deepcopy(record)
    del inner[path[-1]]
    try:
        verify_record(record)
    except RecordError:
        return
    assert asked_ahead(before, path), path


@given(JSON)
@QUICK
def test_anything_else_is_refused_in_words(value):
    with pytest.raises(RecordError):
        verify_record(value)
