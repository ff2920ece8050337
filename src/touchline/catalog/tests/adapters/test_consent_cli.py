"""`touchline consent …` and what `live key` says, on the real tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import update

from touchline.catalog.adapters.cli.consent_commands import consent
from touchline.catalog.adapters.cli.live_commands import live
from touchline.catalog.adapters.sql.place_tables import ParticipantRow
from touchline.catalog.application.consents import WarnOfMissingConsents
from touchline.catalog.events import ConsentMissing
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House
from touchline.shared.errors import NotFound
from touchline.shared.events import DomainEvent

TEAM = "cedar-ridge-hockey"
LIST = "name,recorded,named,valid_to\nAnn Lee,yes,yes,2027-06-30\nBo Roy,no,,\nCy Day,yes,no,2026-11-20\n"
Register = Callable[..., Result]


def touchline(*arguments: str) -> Result:
    """Run `touchline consent …`."""
    answer = CliRunner(env={"COLUMNS": "200"}).invoke(consent, arguments)
    if isinstance(answer.exception, NotFound):
        raise answer.exception
    return answer


@pytest.fixture
def register(season: ChannelFacts, tmp_path: Path) -> Register:
    """Import a list for a team."""

    def of(text: str = LIST, *options: str, team: str = TEAM) -> Result:
        file = tmp_path / "list.csv"
        file.write_text(text, encoding="utf-8")
        file.chmod(0o600)
        return touchline("import", str(file), "--participant", team, *options)

    return of


def test_a_list_is_imported_listed_and_written_for_its_owner_alone(
    register: Register, tmp_path: Path
) -> None:
    assert register().output == f"Imported 3 people of {TEAM}.\n"
    rows = json.loads(touchline("list", "--participant", TEAM, "--json").output)
    assert [(one["name"], one["recorded"], one["named"]) for one in rows] == [
        ("Ann Lee", True, True),
        ("Bo Roy", False, False),
        ("Cy Day", True, False),
    ]
    out = tmp_path / "out.csv"
    assert touchline("export", "--participant", TEAM, "--out", str(out)).exit_code == 0
    assert out.stat().st_mode & 0o777 == 0o600
    assert register(out.read_text(encoding="utf-8")).exit_code == 0
    assert json.loads(touchline("list", "--json").output) == rows


def test_a_wrong_list_changes_nothing_and_says_where_and_what_would_be_right(register: Register) -> None:
    register()
    refused = register("name,recorded\nAnn Lee,perhaps\n", "--json")
    assert refused.exit_code == 1
    (problem,) = json.loads(refused.output)["problems"]
    assert (problem["line"], problem["column"], problem["hint"]) == (2, "recorded", "Write yes or no.")
    assert len(json.loads(touchline("list", "--json").output)) == 3
    plain = register("name,recorded\nAnn Lee,perhaps\n")
    assert "list.csv: line 2, column recorded" in plain.output and "Nothing was changed." in plain.output


def test_a_list_that_others_can_read_is_pointed_out(register: Register, tmp_path: Path) -> None:
    register()
    (tmp_path / "list.csv").chmod(0o644)
    told = touchline("import", str(tmp_path / "list.csv"), "--participant", TEAM)
    assert "chmod 600" in told.output


def test_an_event_is_checked_on_its_day(register: Register) -> None:
    register()
    found = touchline("check", "on-now", "--json")
    told = json.loads(found.output)
    assert (found.exit_code, told["ok"], told["people"], told["day"]) == (1, False, 3, "2026-11-21")
    assert [(one["name"], one["problem"]) for one in told["missing"]] == [
        ("Bo Roy", "not_recorded"),
        ("Cy Day", "expired"),
    ]
    assert "Bo Roy (no consent to be recorded)" in touchline("check", "on-now").output
    register("name,recorded\nAnn Lee,yes\n")
    assert touchline("check", "on-now").exit_code == 0


def test_the_stream_key_comes_with_a_warning_when_consent_is_missing(register: Register) -> None:
    register()
    told = CliRunner().invoke(live, ["key", "on-now"])
    assert told.exit_code == 0
    assert "Warning: consent is missing." in told.stderr and "Bo Roy" in told.stderr
    assert "Bo Roy" not in told.stdout
    assert json.loads(CliRunner().invoke(live, ["key", "on-now", "--json"]).stdout)["consent_missing"] == 2


def test_names_leave_with_the_withdrawn_team_and_60_days_after_their_last_day(
    register: Register, house: House, season: ChannelFacts
) -> None:
    register("name,recorded,valid_to\nOld One,yes,2026-09-01\nNew One,yes,2026-11-01\n")

    def names() -> list[str]:
        return [one["name"] for one in json.loads(touchline("list", "--json").output)]

    def tidy() -> None:
        with house.container.database().transaction(None, unscoped=True):
            house.container.catalog.erase_outdated_consents()()

    tidy()
    assert names() == ["New One"]
    with house.container.database().transaction(season.id) as session:
        session.execute(update(ParticipantRow).where(ParticipantRow.key == TEAM).values(withdrawn=True))
    tidy()
    assert names() == []


def test_another_channels_list_is_not_there(register: Register, other_channel: Any) -> None:
    register()
    assert json.loads(touchline("list", "--channel", "atelier", "--json").output) == []
    with pytest.raises(NotFound, match="no participant"):
        touchline("list", "--participant", TEAM, "--channel", "atelier")


def test_no_pack_that_is_exported_holds_a_name(
    register: Register, exported: Callable[[ChannelFacts], dict[str, Any]], season: ChannelFacts
) -> None:
    register()
    assert "Bo Roy" not in json.dumps(exported(season), default=str)


def test_an_event_of_the_next_day_without_consent_is_announced(
    register: Register, house: House, season: ChannelFacts
) -> None:
    told: list[DomainEvent] = []
    register(team="cedar-ridge-soccer")
    found = house.container.catalog.consent_register()
    with house.container.database().transaction(season.id):
        assert WarnOfMissingConsents(found, lambda event: told.append(event))(season.id) == len(told)
        events = {one.event_id for one in found.upcoming(timedelta(days=1))}
    assert {one.event_id for one in told if isinstance(one, ConsentMissing)} == events
    assert events, "an event of the season starts within a day"
