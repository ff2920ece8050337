"""Verifies every pact in contracts/pacts against the app: over HTTP, on a real port, on each database."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from pact import Verifier

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from contracts.provider.environment import ProviderEnvironment
from contracts.provider.state_handler import run_server, run_state_handler
from contracts.provider.states import (
    accounts,
    activity,
    analytics,
    billing,
    bundles,
    cameras,
    catalog,
    channel,
    clips,
    engagement,
    make_goods,
    restreams,
    scoring,
    sponsors,
)
from touchline.entrypoints.web import create_app
from touchline.platform.tests.db.temporary_databases import temporary_databases
from touchline.shared.tests.machine import IS_QUICK

PACTS = Path(__file__).parents[1] / "pacts"
STATES: dict[str, Any] = (
    channel.STATES
    | accounts.STATES
    | activity.STATES
    | catalog.STATES
    | billing.STATES
    | cameras.STATES
    | clips.STATES
    | engagement.STATES
    | make_goods.STATES
    | bundles.STATES
    | sponsors.STATES
    | restreams.STATES
    | scoring.STATES
    | analytics.STATES
)
POSTGRES_VARIABLE = "TOUCHLINE_TEST_POSTGRES"
REQUEST_TIMEOUT_MS = 60_000
"""Milliseconds. The first purchase of a process loads fonts to draw its receipt."""
DATABASES = ["sqlite", *(["postgres"] if os.environ.get(POSTGRES_VARIABLE) and not IS_QUICK else [])]


@pytest.fixture(scope="module", params=DATABASES)
def environment(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ProviderEnvironment]:
    """Yield the application on its own database."""
    var = tmp_path_factory.mktemp("var")
    with ExitStack() as exit_stack:
        if request.param == "postgres":
            databases = temporary_databases(os.environ[POSTGRES_VARIABLE], f"touchline_pact_{os.getpid()}")
            (database,) = exit_stack.enter_context(databases)
        else:
            database = f"sqlite:///{var / 'touchline.sqlite'}"
        environment = ProviderEnvironment(database, var, exit_stack.enter_context(FakeStripeServer()))
        yield environment
        environment.application.close()


@pytest.fixture(scope="module")
def server_url(environment: ProviderEnvironment) -> Iterator[str]:
    """Yield the app on a free loopback port."""
    with run_server(create_app(environment.application)) as server_url:
        yield server_url


def test_the_server_fulfills_the_pacts(
    environment: ProviderEnvironment, server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PACT_DO_NOT_TRACK", "true")

    failures: list[str] = []
    has_state = True

    def change_state(state: str, action: str, parameters: dict[str, Any]) -> dict[str, Any]:
        nonlocal has_state
        try:
            if action == "setup":
                has_state = True
                return (STATES[state](environment, **parameters) if state else None) or {}
            if has_state:  # the verifier calls once for each state of an interaction
                environment.reset()
            has_state = False
        except Exception as error:  # the verifier would retry a failing state for minutes
            failures.append(f"{state} {parameters}: {error!r}")
        return {}

    verifier = Verifier("touchline", host="127.0.0.1").add_source(PACTS).add_transport(url=server_url)
    verifier.set_request_timeout(REQUEST_TIMEOUT_MS)
    try:
        with run_state_handler(change_state) as states:
            verifier.state_handler(states, teardown=True, body=True).verify()
    finally:
        assert failures == []
