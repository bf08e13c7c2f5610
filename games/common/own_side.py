"""The order in which the sides of a match are shown: the viewer's own side first. Plain Python.

Pages, pictures and messages use this order; the table's script has the same in
`static/js/table/state/own_side.js`. Data for programs keeps the order of the sides.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence


def sides_in_order(
    sides: Sequence[Sequence[int]], own_seat: int | None, winners: Collection[int] = ()
) -> list[int]:
    """Return the indices (from 0) of the sides in the order in which a viewer is shown them.

    A player sees their own side first, then the others counter-clockwise from their own seat. A
    viewer without a seat (None) sees the winners (indices) first, then the others in their order.

    >>> sides_in_order([[0], [1], [2]], own_seat=1)
    [1, 2, 0]
    >>> sides_in_order([[0, 2], [1, 3]], own_seat=None, winners=[1])
    [1, 0]
    """
    order = range(len(sides))
    own = next((side for side in order if own_seat is not None and own_seat in sides[side]), None)
    if own is None or own_seat is None:
        return sorted(order, key=lambda side: side not in winners)
    players = sum(map(len, sides))

    def steps(side: int) -> int:
        """Return the seats to go counter-clockwise from the viewer's to the side's first seat."""
        return 0 if side == own else min((seat - own_seat) % players for seat in sides[side])

    return sorted(order, key=steps)
