"""`touchline live rehearse`: its output and its exit codes. The whole chain runs each night."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from touchline.entrypoints.tests.site_process import SiteProcess, free_ports, run_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    """Run a site with an own channel, without payments and videos."""
    folder: Path = tmp_path_factory.mktemp("rehearsal")
    (port,) = free_ports(1)
    settings = {"TOUCHLINE_DEVELOPMENT": "true", "TOUCHLINE_INGEST_PORTS": f"{port}-{port}"}
    with run_site(folder, "valley.localhost", settings, "--no-demo") as found:
        found.run_command("touchline channels new valley --email help@valley.example")
        found.run_command("touchline channels apply valley")
        yield found


@pytest.mark.nightly
def test_the_whole_chain_works_twice_and_a_missing_offer_skips_the_purchase(site: SiteProcess) -> None:
    for _ in range(2):
        result = json.loads(site.run_command("touchline live rehearse --seconds 10 --json"))
        states = {step["name"]: step["state"] for step in result["steps"]}
        assert states.pop("purchase") == "skipped"
        assert set(states.values()) == {"passed"}
        assert (result["state"], result["is_removed"]) == ("passed", True)


@pytest.mark.nightly
def test_a_wrong_option_is_a_usage_error(site: SiteProcess) -> None:
    site.run_command("touchline live rehearse --seconds 1", code=2)
