"""A small, fixed share of `make fuzz`, and the isolation check of other viewers' data."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from contracts.fuzz.environment import FuzzEnvironment, run_environment
from contracts.fuzz.fuzzer import Fuzzer
from contracts.fuzz.isolation import PERSONAL_IDS, IsolationCheck

MAX_REQUESTS, SEED = 400, 8
LISTS = {
    f"/api/{name}"
    for name in (
        "auth/sessions",
        "clips/user",
        "events/favorite",
        "favorites",
        "orders",
        "stripe/list-cards",
        "watch-positions",
    )
}


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FuzzEnvironment]:
    """Yield one environment for both tests: the isolation check compares the data before and after."""
    with run_environment(tmp_path_factory.mktemp("var")) as environment:
        yield environment


def test_no_call_reads_or_changes_data_of_another_viewer_or_channel(environment: FuzzEnvironment) -> None:
    isolation_result = IsolationCheck(environment).run()
    assert isolation_result.violations == []
    personal_calls = {
        f"{method.upper()} {path}"
        for path, calls in environment.document["paths"].items()
        for method in calls
        if method == "get"
        and not path.startswith("/api/studio/")
        and any(f"{{{name}}}" in path for name in PERSONAL_IDS)
    }
    assert isolation_result.found_by_owner == personal_calls, "The owner has no data to find."
    assert isolation_result.lists_of_owner == LISTS, "The owner has no data to find."


def test_every_response_conforms_to_the_openapi_document(environment: FuzzEnvironment) -> None:
    fuzz_result = Fuzzer(environment, SEED).run(MAX_REQUESTS)
    assert fuzz_result.request_count == MAX_REQUESTS
    assert {200, 204, 400, 401, 403, 404, 422} <= set(fuzz_result.statuses)
    assert json.dumps([[*key, example] for key, example in fuzz_result.failures.items()], indent=1) == "[]"
