"""The chain of hashes: a row that is changed, taken out or put in is found."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.conduct.hash_chain import START, broken_at, link

CONTENTS = st.lists(
    st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=3), max_size=3),
    min_size=1,
    max_size=8,
    unique_by=str,
)


def chain(contents):
    """Rows with their hashes."""
    rows, previous = [], START
    for content in contents:
        previous = link(previous, content)
        rows.append((previous, content))
    return rows


@given(CONTENTS)
def test_a_chain_that_nobody_touched_holds(contents):
    assert broken_at(chain(contents)) is None


@given(CONTENTS, st.data())
def test_a_changed_row_is_named(contents, data):
    rows = chain(contents)
    at = data.draw(st.integers(0, len(rows) - 1))
    rows[at] = (rows[at][0], {**rows[at][1], "changed": True})
    assert broken_at(rows) == at


@given(CONTENTS.filter(lambda rows: len(rows) > 1), st.data())
def test_a_row_that_is_taken_out_is_noticed_at_the_next(contents, data):
    rows = chain(contents)
    at = data.draw(st.integers(0, len(rows) - 2))
    del rows[at]
    assert broken_at(rows) == at
