"""`touchline consents …`, and the warning of `touchline streams open`, on the real tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import update

from touchline.catalog.adapters.cli.consent_commands import consents
from touchline.catalog.adapters.cli.stream_commands import streams
from touchline.catalog.adapters.sql.events.taxonomy_tables import ParticipantRow
from touchline.catalog.application.consents import WarnAboutMissingConsents
from touchline.catalog.events import ConsentMissing
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.shared.errors import NotFoundError
from touchline.shared.events import DomainEvent

TEAM = "cedar-ridge-hockey"
CONSENT_CSV = (
    "name,recorded,named,valid_to\nAnn Lee,yes,yes,2027-06-30\nBo Roy,no,,\nCy Day,yes,no,2026-11-20\n"
)
Register = Callable[..., Result]


def run_touchline(*arguments: str) -> Result:
    """Run `touchline consents …`."""
    response = CliRunner(env={"COLUMNS": "200"}).invoke(consents, arguments)
    if isinstance(response.exception, NotFoundError):
        raise response.exception
    return response


@pytest.fixture
def import_register(season: ChannelDetails, tmp_path: Path) -> Register:
    """Return a function that imports a CSV list for a team."""

    def import_file(text: str = CONSENT_CSV, *options: str, team: str = TEAM) -> Result:
        file = tmp_path / "list.csv"
        file.write_text(text, encoding="utf-8")
        file.chmod(0o600)
        return run_touchline("import", str(file), "--participant", team, *options)

    return import_file


def test_a_register_is_imported_listed_and_exported_to_a_private_file(
    import_register: Register, tmp_path: Path
) -> None:
    assert import_register().output == f"Imported 3 people for {TEAM}.\n"
    rows = json.loads(run_touchline("list", "--participant", TEAM, "--json").output)
    assert [(row["name"], row["recorded"], row["named"]) for row in rows] == [
        ("Ann Lee", True, True),
        ("Bo Roy", False, False),
        ("Cy Day", True, False),
    ]
    out = tmp_path / "out.csv"
    assert run_touchline("export", "--participant", TEAM, "--out", str(out)).exit_code == 0
    assert out.stat().st_mode & 0o777 == 0o600
    assert import_register(out.read_text(encoding="utf-8")).exit_code == 0
    assert json.loads(run_touchline("list", "--json").output) == rows


def test_an_invalid_file_changes_nothing_and_reports_each_problem_with_a_hint(
    import_register: Register,
) -> None:
    import_register()
    error = import_register("name,recorded\nAnn Lee,perhaps\n", "--json")
    assert error.exit_code == 1
    (problem,) = json.loads(error.output)["problems"]
    assert (problem["line"], problem["column"], problem["hint"]) == (2, "recorded", "Write yes or no.")
    assert len(json.loads(run_touchline("list", "--json").output)) == 3
    plain = import_register("name,recorded\nAnn Lee,perhaps\n")
    assert "list.csv: line 2, column recorded" in plain.output and "Nothing was changed." in plain.output


def test_a_file_readable_by_others_gets_a_warning(import_register: Register, tmp_path: Path) -> None:
    import_register()
    (tmp_path / "list.csv").chmod(0o644)
    result = run_touchline("import", str(tmp_path / "list.csv"), "--participant", TEAM)
    assert "chmod 600" in result.output


def test_an_event_is_checked_on_its_day(import_register: Register) -> None:
    import_register()
    found = run_touchline("check", "on-now", "--json")
    report = json.loads(found.output)
    assert (found.exit_code, report["ok"], report["people"], report["day"]) == (
        1,
        False,
        3,
        "2026-11-21",
    )
    assert [(consent["name"], consent["problem"]) for consent in report["missing"]] == [
        ("Bo Roy", "not_recorded"),
        ("Cy Day", "expired"),
    ]
    assert "Bo Roy (no consent to be recorded)" in run_touchline("check", "on-now").output
    import_register("name,recorded\nAnn Lee,yes\n")
    assert run_touchline("check", "on-now").exit_code == 0


def test_the_stream_key_comes_with_a_warning_when_consent_is_missing(import_register: Register) -> None:
    import_register()
    result = CliRunner().invoke(streams, ["open", "on-now"])
    assert result.exit_code == 0
    assert "Warning: consent is missing." in result.stderr and "Bo Roy" in result.stderr
    assert "Bo Roy" not in result.stdout
    assert (
        json.loads(CliRunner().invoke(streams, ["open", "on-now", "--json"]).stdout)["consent_missing"] == 2
    )


def test_names_are_deleted_with_a_withdrawn_team_and_60_days_after_their_last_day(
    import_register: Register, application: Application, season: ChannelDetails
) -> None:
    import_register("name,recorded,valid_to\nOld One,yes,2026-09-01\nNew One,yes,2026-11-01\n")

    def list_names() -> list[str]:
        return [consent["name"] for consent in json.loads(run_touchline("list", "--json").output)]

    def clean_up() -> None:
        with application.container.database().transaction(None, unscoped=True):
            application.container.catalog.delete_outdated_consents()()

    clean_up()
    assert list_names() == ["New One"]
    with application.container.database().transaction(season.id) as session:
        session.execute(update(ParticipantRow).where(ParticipantRow.key == TEAM).values(withdrawn=True))
    clean_up()
    assert list_names() == []


def test_the_register_of_another_channel_is_not_visible(
    import_register: Register, other_channel: Any
) -> None:
    import_register()
    assert json.loads(run_touchline("list", "--channel", "atelier", "--json").output) == []
    with pytest.raises(NotFoundError, match="no participant"):
        run_touchline("list", "--participant", TEAM, "--channel", "atelier")


def test_an_exported_pack_contains_no_names(
    import_register: Register, exported: Callable[[ChannelDetails], dict[str, Any]], season: ChannelDetails
) -> None:
    import_register()
    assert "Bo Roy" not in json.dumps(exported(season), default=str)


def test_an_event_of_the_next_day_without_consent_is_announced(
    import_register: Register, application: Application, season: ChannelDetails
) -> None:
    announced: list[DomainEvent] = []
    import_register(team="cedar-ridge-soccer")
    catalog: Any = application.container.catalog
    register = catalog.consent_register()
    warn = WarnAboutMissingConsents(
        catalog.uow(), catalog.channel_directory(), register, lambda event: announced.append(event)
    )
    assert warn() == len(announced)
    with application.container.database().transaction(season.id):
        events = {check.event_id for check in register.check_upcoming_events(timedelta(days=1))}
    assert {event.event_id for event in announced if isinstance(event, ConsentMissing)} == events
    assert events, "an event of the season starts within a day"
