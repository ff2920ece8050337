"""Tests for what `make test` leaves to `make nightly`."""

import pytest

from touchline.shared.tests.selection import DATABASES, list_quick_tests

PLUGIN = """
    import pytest

    @pytest.fixture(params=["sqlite", "postgres"])
    def database_url(request):
        return request.param
"""
pytest_plugins = ["pytester"]


def list_kept_tests(pytester: pytest.Pytester, body: str) -> list[str]:
    """Return the names of a file's tests that `make test` runs."""
    pytester.makeini(
        # That plugin collects the garbage of this whole process after each test, which takes ten seconds.
        "[pytest]\naddopts = -p no:pact -p no:unraisableexception\n"
        "markers =\n    nightly: slow\n    both_databases: both\n    quick_cases: few\n"
    )
    pytester.makeconftest(PLUGIN)
    return [item.name for item in list_quick_tests(pytester.getitems(body))]


def test_a_file_runs_on_one_of_the_two_databases(pytester: pytest.Pytester) -> None:
    names = list_kept_tests(pytester, "def test_a(database_url): pass\ndef test_b(database_url): pass")
    assert names in [[f"test_a[{database}]", f"test_b[{database}]"] for database in DATABASES]


def test_a_file_marked_for_both_databases_runs_on_both(pytester: pytest.Pytester) -> None:
    body = "import pytest\npytestmark = pytest.mark.both_databases\ndef test_a(database_url): pass"
    assert list_kept_tests(pytester, body) == ["test_a[sqlite]", "test_a[postgres]"]


@pytest.mark.parametrize("database", DATABASES)
def test_a_test_that_names_its_database_runs_there(pytester: pytest.Pytester, database: str) -> None:
    mark = f"@pytest.mark.parametrize('database_url', ['{database}'], indirect=True)"
    body = f"import pytest\n{mark}\ndef test_a(database_url): pass"
    assert list_kept_tests(pytester, body) == [f"test_a[{database}]"]


def test_a_test_without_a_database_runs_unless_it_is_marked_nightly(pytester: pytest.Pytester) -> None:
    body = "import pytest\ndef test_a(): pass\n@pytest.mark.nightly\ndef test_b(): pass"
    assert list_kept_tests(pytester, body) == ["test_a"]


def test_only_the_first_quick_cases_run(pytester: pytest.Pytester) -> None:
    marks = "@pytest.mark.quick_cases(2)\n@pytest.mark.parametrize('number', range(5))"
    body = (
        f"import pytest\n{marks}\ndef test_a(number): pass\n{marks}\ndef test_b(database_url, number): pass"
    )
    first, second = "test_a[0]", "test_a[1]"
    names = list_kept_tests(pytester, body)
    assert names[:2] == [first, second] and len(names) == 4
