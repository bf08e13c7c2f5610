"""Sign-up, log-in and reset answer alike at a real server; times are judged by the campaign alone."""

from __future__ import annotations

from tests.support.site import Site
from tools.soak import answer_times


def nothing(*_count: int) -> None:
    """No progress is shown here."""


def test_every_case_is_answered_alike(tmp_path):
    with Site(tmp_path) as site:
        result = answer_times.campaign(site, 2, seed=1, step=nothing)
    times = answer_times.slower(result["median_us"])
    assert [fault for fault in result["faults"] if fault not in times] == []
    assert result["requests"] == 2 * sum(case.times for case in answer_times.CASES)
    assert {form: len(cases) for form, cases in result["median_us"].items()} == dict.fromkeys(
        answer_times.PATHS, 3
    )


def test_the_campaign_would_notice_a_second_hash():
    alike = {"log in": {"nobody": 338_000, "account": 350_000}}
    told = {"log in": {"nobody": 338_000, "account": 709_000}}
    assert answer_times.slower(alike) == []
    assert answer_times.slower(told) == ["log in: {'nobody': 338000, 'account': 709000}"]
