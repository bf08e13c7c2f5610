"""Runs every worked case of the rules: those kept here and those of files given by --cases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.engine.case_runner import run_case
from tests.engine.cases_reading import QuickLoader

KEPT = [Path(__file__).with_name(name) for name in ("cases.yaml", "more_cases.yaml")]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" not in metafunc.fixturenames:
        return
    files = [*KEPT, *map(Path, metafunc.config.getoption("--cases", default=None) or [])]
    parameters = [_parameter(case) for file in files for case in _read(file)]
    metafunc.parametrize("case", parameters)


def _read(file: Path) -> list[dict[str, Any]]:
    with file.open(encoding="utf-8") as text:
        return list(yaml.load(text, Loader=QuickLoader)["cases"])


def _parameter(case: dict[str, Any]) -> Any:
    return pytest.param(case, id=str(case["id"]))


def test_worked_case(case: dict[str, Any]) -> None:
    run_case(case)
