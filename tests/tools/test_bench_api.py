"""The measurement of the API, in small: it asks everything, and a cut download loses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.support import operations
from tests.support import empty_databases
from tests.tools.forking import forked_benches  # noqa: F401
from tools.bench import api
from tools.bench.unfilled_parameters import UNFILLED_PARAMETERS


@pytest.mark.usefixtures("forked_benches")
def test_every_address_is_measured_and_downloads_are_whole(tmp_path: Path):
    site = {"VAR_DIR": str(tmp_path / "site"), "DATABASE_URL": ""}
    (tmp_path / "site").mkdir()
    empty_databases.copy_site(tmp_path / "site")
    api.fill(site, 60, seed=0, played=10)
    result = api.measure([(site, site)], rounds=1, asked=1, records=60, seed=0)
    (found,) = result["sites"]
    assert (found["vendor"], found["small"], found["large"]) == ("sqlite", 60, 60)
    measured = {row["name"] for row in found["addresses"]}
    named = {
        told["operationId"]
        for path, _method, told in operations()
        if "security" not in told
        and not any(f"{{{place}}}" in path for place in UNFILLED_PARAMETERS)
    }
    assert named - {"export_matches"} <= measured
    assert all(row["ratio"] > 0 for row in found["addresses"])
    assert found["page"]["ratio"] > 0
    assert found["export"]["records"] == 60
    cut = found["cut"]
    assert cut["cuts"] > 3
    assert (cut["records"], cut["lost"], cut["doubled"], cut["in_order"]) == (60, 0, 0, True)
