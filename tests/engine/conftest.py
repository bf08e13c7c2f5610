"""`--cases FILE` adds files of worked cases to those that are kept here."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        action="append",
        default=[],
        metavar="FILE",
        help="another file of worked cases, in the format of tests/engine/cases.yaml",
    )
