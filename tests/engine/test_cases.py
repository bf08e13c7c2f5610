"""Runs every worked case of the rules: those kept in cases.yaml and files given by --cases.

Cases of games that are not built yet are expected to fail, strictly: the day their phases stand,
the mark goes by itself, because it comes from what the engine says it can play.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from games.engine import RulesetError, unbuilt
from tests.engine.case_runner import ruleset_of, run_case

CASES = Path(__file__).with_name("cases.yaml")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" not in metafunc.fixturenames:
        return
    files = [CASES, *map(Path, metafunc.config.getoption("--cases", default=None) or [])]
    parameters = [_parameter(case) for file in files for case in _read(file)]
    metafunc.parametrize("case", parameters)


def _read(file: Path) -> list[dict[str, Any]]:
    with file.open(encoding="utf-8") as text:
        return list(yaml.safe_load(text)["cases"])


def _parameter(case: dict[str, Any]) -> Any:
    marks = []
    if case.get("action") != "create_table":
        missing = unbuilt(ruleset_of(case))
        if missing:
            reason = f"not built yet: {', '.join(missing)}"
            marks = [pytest.mark.xfail(reason=reason, strict=True, raises=RulesetError)]
    return pytest.param(case, id=str(case["id"]), marks=marks)


def test_worked_case(case: dict[str, Any]) -> None:
    run_case(case)
