"""Runs one worked case: sets up the state it describes, does what it asks, compares.

`cases_reading` knows the words of a case, `cases_setup` the state, `cases_actions` and
`cases_scoring` what is done, `cases_expect` what may be expected. What a case says and none of
them knows is an error, never passed over.
"""

from __future__ import annotations

from games.engine import Rules, RulesetError
from tests.engine.cases_actions import begin, perform
from tests.engine.cases_expect import compare
from tests.engine.cases_playing import Run
from tests.engine.cases_reading import Case, read, ruleset_of
from tests.engine.cases_scoring import end_match, pot_of, score_deal
from tests.engine.cases_setup import check_words, opening

COUNTED = {
    "score_deal": score_deal,
    "end_deal": score_deal,
    "end_match": end_match,
    "settle_pot": lambda run: (pot_of(run), None)[1],
}


def run_case(case: Case) -> None:
    """Raises AssertionError where the engine does otherwise than the case expects."""
    case = read(case)
    check_words(case)
    expect = case["expect"]
    try:
        rules = ruleset_of(case).rules
    except RulesetError:
        # a table that cannot be opened refuses all that is asked of it
        assert expect == {"ok": False}, f"{case['id']}: there is no such ruleset"
        return
    if case["action"] == "create_table":
        run = Run(case, rules, opening(case, rules), accepted=[True])
    elif isinstance(case["action"], str) and case["action"] in COUNTED:
        run = Run(case, rules, opening(case, rules))
        COUNTED[case["action"]](run)
    else:
        run = played(case, rules)
    compare(run, expect)


def played(case: Case, rules: Rules) -> Run:
    """The state of the case, and all its actions done."""
    run = begin(case, rules)
    action = case["action"]
    if action == "next_deal":
        run.state = run.state.replace(phase="deal_over")
    actions = action if isinstance(action, list) else [action]
    for one in actions if action else []:
        perform(run, one)
    return run
