"""`touchline config` as an operator meets it."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner, Result

from touchline.entrypoints.cli import main
from touchline.platform.known_settings import KNOWN
from touchline.platform.setting_examples import EXAMPLES
from touchline.platform.setting_help import explained, suggestions, wrong_settings


@pytest.fixture(autouse=True)
def without_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is set."""
    monkeypatch.delenv("TOUCHLINE_VAR", raising=False)


def run(*words: str, **variables: str) -> Result:
    return CliRunner().invoke(main, ["config", *words], env=variables)


def test_every_setting_is_explained_with_an_example_that_is_right() -> None:
    assert set(EXAMPLES) == set(KNOWN)
    for name, known in KNOWN.items():
        known.read(EXAMPLES[name].strip("'"))
        said = explained(name, {})
        assert said is not None and said.about and said.takes and said.example


@pytest.mark.parametrize("name", ["TOUCHLINE_SMTP_SECURITY", "smtp_security", "Smtp-Security"])
def test_a_setting_is_found_by_its_name_in_any_spelling(name: str) -> None:
    done = run(name, TOUCHLINE_SMTP_SECURITY="tls")
    assert done.exit_code == 0
    for words in (
        "How the line to it is encrypted",
        "One of starttls, tls, none.",
        "in force +tls",
        "from +env",
    ):
        assert re.search(words, done.output)


def test_what_an_empty_setting_comes_to_is_said() -> None:
    assert "in force        587" in run("smtp_port").output
    assert "sqlite:///" in run("database_url").output
    assert json.loads(run("site_address", "--json").output)["value"] == "https://{host}"


@pytest.mark.parametrize("name", sorted(name for name, known in KNOWN.items() if known.secret))
def test_no_secret_is_shown(name: str) -> None:
    said = explained(name, {f"TOUCHLINE_{name.upper()}": "hush-hush"})
    assert said is not None and said.value == "(hidden)"


def test_a_wrong_value_is_named_and_nothing_else_is_needed() -> None:
    done = run("port", TOUCHLINE_PORT="all", TOUCHLINE_MAIL="smtp")
    assert (done.exit_code, "TOUCHLINE_PORT must be a whole number" in done.stderr) == (1, True)
    listed = run(TOUCHLINE_PORT="all")
    assert (listed.exit_code, "TOUCHLINE_PORT must be a whole number" in listed.output) == (1, True)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("prot", "TOUCHLINE_PORT"),
        ("TOUCHLINE_STRIPE_KEY", "TOUCHLINE_STRIPE_SECRET_KEY"),
        ("grace", "TOUCHLINE_LIVE_GRACE_SECONDS"),
    ],
)
def test_a_name_that_is_none_gets_those_that_may_be_meant(name: str, meant: str) -> None:
    done = run(name)
    assert (done.exit_code, meant in done.stderr) == (1, True)
    assert suggestions("zzzzzz") == []


def test_all_that_is_wrong_is_said_at_once_and_what_goes_together_is_not() -> None:
    wrong = {"TOUCHLINE_PORT": "x", "TOUCHLINE_NONE": "1", "TOUCHLINE_MAIL": "smtp", "PATH": "/bin"}
    said = " ".join(wrong_settings(wrong))
    assert len(wrong_settings(wrong)) == 4
    for name in ("TOUCHLINE_PORT", "TOUCHLINE_NONE", "TOUCHLINE_SMTP_HOST", "TOUCHLINE_MAIL_FROM"):
        assert name in said
    right = {
        "TOUCHLINE_MAIL": "smtp",
        "TOUCHLINE_SMTP_HOST": "mail.example.org",
        "TOUCHLINE_MAIL_FROM": "us@example.org",
    }
    assert wrong_settings(right) == []
