"""The selection of tests that `make test` runs. `make nightly` runs all tests."""

import zlib
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import settings

from touchline.shared.tests.machine import IS_QUICK

DATABASES = {"sqlite": "sqlite_file", "postgres": "postgres"}
"""The databases of the whole-app tests, with the fixture that returns each address."""

settings.register_profile("quick", max_examples=30)
if IS_QUICK:
    settings.load_profile("quick")


def is_left_to_nightly(item: pytest.Item) -> bool:
    """Return whether only `make nightly` runs a test.

    This is the case if the test is marked `nightly`, or if its file runs on the other database. A file marked
    `both_databases` runs on both. A test that names its database runs on that database.
    """
    if item.get_closest_marker("nightly"):
        return True
    if any("database_url" in mark.args[0] for mark in item.iter_markers("parametrize")):
        return False
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    database = parameters.get("database_url")
    if database not in DATABASES or item.get_closest_marker("both_databases"):
        return False
    return bool(database != list(DATABASES)[zlib.crc32(item.path.name.encode()) % 2])


def list_quick_tests(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return the tests that `make test` runs.

    Of a test marked `quick_cases(n)`, these are the first `n` sets of parameters.
    """
    kept: list[pytest.Item] = []
    case_counts: Counter[str] = Counter()
    for item in items:
        if is_left_to_nightly(item):
            continue
        test = item.nodeid.partition("[")[0]
        case_counts[test] += 1
        limit = item.get_closest_marker("quick_cases")
        if limit is None or case_counts[test] <= limit.args[0]:
            kept.append(item)
    return kept
