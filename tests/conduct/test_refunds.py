"""How much of a rating is given back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.conduct.refunds import MAX_REFUND, PEAK_MARGIN, Loss, refund_of

units = st.floats(-20, 20)


@given(net=units, won_back=units, now=units, peak=units)
def test_a_refund_is_bounded_by_the_loss_the_maximum_and_the_peak(net, won_back, now, peak):
    refund = refund_of(Loss(net, won_back), now=now, peak=peak)
    assert 0 <= refund <= MAX_REFUND
    if refund:
        assert refund <= net
        assert now + refund <= peak + PEAK_MARGIN + 1e-9


@given(net=st.floats(0.1, 3), won_back=st.floats(0, 10))
def test_at_least_half_of_a_loss_is_given_back_far_below_the_peak(net, won_back):
    refund = refund_of(Loss(net, won_back), now=0, peak=25)
    assert net / 2 <= refund + 1e-9
    assert refund <= net


def test_who_won_gets_nothing():
    assert refund_of(Loss(net=-1.0), now=20, peak=25) == 0
