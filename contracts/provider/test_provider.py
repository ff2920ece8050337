"""Verifies every pact in contracts/pacts against the app: over HTTP, on a real port, on each database."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from pact import Verifier

from adapters.payments.fake_stripe.running import Running
from contracts.provider import (
    states_accounts,
    states_analytics,
    states_billing,
    states_catalog,
    states_channel,
    states_clips,
    states_engagement,
)
from contracts.provider.stage import Stage
from contracts.provider.state_changes import listening, serving
from touchline.entrypoints.web import create_app
from touchline.platform.tests.db.own_databases import own_databases
from touchline.shared.tests.machine import IS_QUICK

PACTS = Path(__file__).parents[1] / "pacts"
STATES: dict[str, Any] = (
    states_channel.STATES
    | states_accounts.STATES
    | states_catalog.STATES
    | states_billing.STATES
    | states_clips.STATES
    | states_engagement.STATES
    | states_analytics.STATES
)
SERVER = "TOUCHLINE_TEST_POSTGRES"
SLOWEST = 60_000
"""Milliseconds: the first purchase of a process draws its receipt with fonts that are read for it."""
DATABASES = ["sqlite", *(["postgres"] if os.environ.get(SERVER) and not IS_QUICK else [])]


@pytest.fixture(scope="module", params=DATABASES)
def stage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """The house on a database of its own."""
    var = tmp_path_factory.mktemp("var")
    with ExitStack() as closing:
        if request.param == "postgres":
            own = own_databases(os.environ[SERVER], f"touchline_pact_{os.getpid()}")
            (database,) = closing.enter_context(own)
        else:
            database = f"sqlite:///{var / 'touchline.sqlite'}"
        stage = Stage(database, var, closing.enter_context(Running()))
        yield stage
        stage.house.close()


@pytest.fixture(scope="module")
def address(stage: Stage) -> Iterator[str]:
    """The app on a free port of the loopback."""
    with serving(create_app(stage.house)) as address:
        yield address


def test_the_server_keeps_what_the_web_expects(
    stage: Stage, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PACT_DO_NOT_TRACK", "true")

    refused: list[str] = []
    used = True

    def change(state: str, action: str, parameters: dict[str, Any]) -> dict[str, Any]:
        nonlocal used
        try:
            if action == "setup":
                used = True
                return (STATES[state](stage, **parameters) if state else None) or {}
            if used:  # the verifier asks once for each state of an interaction
                stage.clear()
            used = False
        except Exception as wrong:  # the verifier would try a state that fails again for minutes
            refused.append(f"{state} {parameters}: {wrong!r}")
        return {}

    verifier = Verifier("touchline", host="127.0.0.1").add_source(PACTS).add_transport(url=address)
    verifier.set_request_timeout(SLOWEST)
    try:
        with listening(change) as states:
            verifier.state_handler(states, teardown=True, body=True).verify()
    finally:
        assert refused == []
