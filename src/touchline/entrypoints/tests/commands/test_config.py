"""`touchline settings list` from an operator's point of view."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner, Result

from touchline.entrypoints.cli import main
from touchline.platform.config.examples import EXAMPLES
from touchline.platform.config.help import explain_setting, find_invalid_settings, suggest_settings
from touchline.platform.config.registry import SETTING_SPECS


@pytest.fixture(autouse=True)
def without_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove all settings from the environment."""
    monkeypatch.delenv("TOUCHLINE_VAR", raising=False)


def run_settings(*arguments: str, **variables: str) -> Result:
    return CliRunner().invoke(main, ["settings", *arguments], env=variables)


def test_every_setting_has_help_and_a_valid_example() -> None:
    assert set(EXAMPLES) == set(SETTING_SPECS)
    for name, spec in SETTING_SPECS.items():
        spec.parse(EXAMPLES[name].strip("'"))
        setting_help = explain_setting(name, {})
        assert (
            setting_help is not None
            and setting_help.description
            and setting_help.allowed_values
            and setting_help.example
        )


@pytest.mark.parametrize("name", ["TOUCHLINE_SMTP_SECURITY", "smtp_security", "Smtp-Security"])
def test_a_setting_is_found_in_any_spelling(name: str) -> None:
    done = run_settings("show", name, TOUCHLINE_SMTP_SECURITY="tls")
    assert done.exit_code == 0
    for pattern in (
        "Encryption of the connection",
        "One of starttls, tls, none.",
        "current value +tls",
        "from +env",
    ):
        assert re.search(pattern, done.output)


def test_the_default_of_an_unset_setting_is_shown() -> None:
    assert "current value   587" in run_settings("show", "smtp_port").output
    assert "sqlite:///" in run_settings("show", "database_url").output
    assert json.loads(run_settings("show", "site_url_template", "--json").output)["value"] == "https://{host}"


@pytest.mark.parametrize("name", sorted(name for name, spec in SETTING_SPECS.items() if spec.is_secret))
def test_secrets_are_hidden(name: str) -> None:
    setting_help = explain_setting(name, {f"TOUCHLINE_{name.upper()}": "hush-hush"})
    assert setting_help is not None and setting_help.value == "(hidden)"


def test_an_invalid_value_is_reported_by_show_and_list() -> None:
    done = run_settings("show", "port", TOUCHLINE_PORT="all", TOUCHLINE_MAIL="smtp")
    assert (done.exit_code, "TOUCHLINE_PORT must be a whole number" in done.stderr) == (1, True)
    listed = run_settings("list", TOUCHLINE_PORT="all")
    assert (listed.exit_code, "TOUCHLINE_PORT must be a whole number" in listed.output) == (1, True)


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("prot", "TOUCHLINE_PORT"),
        ("TOUCHLINE_STRIPE_KEY", "TOUCHLINE_STRIPE_SECRET_KEY"),
        ("grace", "TOUCHLINE_LIVE_GRACE_SECONDS"),
    ],
)
def test_an_unknown_name_gets_suggestions(name: str, suggestion: str) -> None:
    done = run_settings("show", name)
    assert (done.exit_code, suggestion in done.stderr) == (1, True)
    assert suggest_settings("zzzzzz") == []


def test_all_invalid_settings_are_reported_together() -> None:
    wrong = {"TOUCHLINE_PORT": "x", "TOUCHLINE_NONE": "1", "TOUCHLINE_MAIL": "smtp", "PATH": "/bin"}
    message = " ".join(find_invalid_settings(wrong))
    assert len(find_invalid_settings(wrong)) == 4
    for name in ("TOUCHLINE_PORT", "TOUCHLINE_NONE", "TOUCHLINE_SMTP_HOST", "TOUCHLINE_MAIL_FROM"):
        assert name in message
    right = {
        "TOUCHLINE_MAIL": "smtp",
        "TOUCHLINE_SMTP_HOST": "mail.example.org",
        "TOUCHLINE_MAIL_FROM": "us@example.org",
    }
    assert find_invalid_settings(right) == []
