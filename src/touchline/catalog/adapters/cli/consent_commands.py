"""`touchline consents …`: who may be recorded and named, by team (docs/how-to/protect-students.md).

Exit codes: 0 success, 1 consent is missing or the file is refused, 2 invalid usage.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.cli.command_context import CommandContext
from touchline.catalog.application.consents import ConsentCheck, ConsentRegister, MissingConsent
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.consents.consents import Consent, ConsentProblem
from touchline.catalog.domain.consents.csv_file import ConsentFileError, format_consents
from touchline.platform.audit.declarations import changes, reads_personal_data
from touchline.platform.cli.commands import channel_option, json_option, open_output, out_option
from touchline.platform.cli.tables import print_table

EXIT_CONSENT_MISSING = 1
participant_option = click.option("--participant", metavar="KEY", required=True, help="Key of the team.")
_TABLE_COLUMNS = ("Team", "Name", "Recorded", "Named", "Not until", "From", "To")


@click.group("consents")
def consents() -> None:
    """Manage the consent registers: who may be recorded and named. Names are private."""


@consents.command("import")
@changes("consent.import", "participant", "participant")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@participant_option
@channel_option
@json_option
@inject
def import_file(
    file: Path,
    participant: str,
    channel: str | None,
    as_json: bool,
    register: ConsentRegister = Provide[CatalogContainer.consent_register],
) -> None:
    """Replace a team's register with the CSV file FILE.

    Columns: name, recorded, named, not_recorded_until, valid_from, valid_to. Required: name, recorded.
    """
    command_context, data = CommandContext(), file.read_bytes()
    try:
        with command_context.channel_transaction(command_context.get_channel_id(channel)):
            imported = register.import_file(participant, data)
    except ConsentFileError as error:
        _print_problems(error, file, as_json)
        sys.exit(1)
    if as_json:
        click.echo(json.dumps({"ok": True, "participant": participant, "people": len(imported)}))
    else:
        click.echo(f"Imported {len(imported)} people for {participant}.")
    if file.stat().st_mode & 0o077:
        click.echo(f"Other users of this machine can read the file. Run: chmod 600 {file}", err=True)


@consents.command("list")
@reads_personal_data("consent.list", "participant", "participant")
@click.option("--participant", metavar="KEY", help="Only this team.")
@channel_option
@json_option
@inject
def list_consents(
    participant: str | None,
    channel: str | None,
    as_json: bool,
    register: ConsentRegister = Provide[CatalogContainer.consent_register],
) -> None:
    """List the people of one team or all teams."""
    command_context = CommandContext()
    with command_context.channel_transaction(command_context.get_channel_id(channel)):
        registers = register.list_registers(participant)
    if as_json:
        rows = [
            {"participant": owner.key, **_serialize_consent(consent)}
            for owner, people in registers.items()
            for consent in people
        ]
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    print_table(
        _TABLE_COLUMNS,
        [_format_row(owner.key, consent) for owner, people in registers.items() for consent in people],
    )


@consents.command("export")
@reads_personal_data("consent.export", "participant", "participant")
@participant_option
@channel_option
@out_option
@inject
def export(
    participant: str,
    channel: str | None,
    out: Path | None,
    register: ConsentRegister = Provide[CatalogContainer.consent_register],
) -> None:
    """Export a team's register as CSV, to a file that only you can read."""
    command_context = CommandContext()
    with command_context.channel_transaction(command_context.get_channel_id(channel)):
        people = [consent for found in register.list_registers(participant).values() for consent in found]
    with open_output(out) as target:
        target.write(format_consents(people))


@consents.command("delete")
@changes("consent.delete", "participant", "participant")
@participant_option
@channel_option
@inject
def delete(
    participant: str,
    channel: str | None,
    register: ConsentRegister = Provide[CatalogContainer.consent_register],
) -> None:
    """Delete a team's register."""
    command_context = CommandContext()
    with command_context.channel_transaction(command_context.get_channel_id(channel)):
        count = register.delete(participant)
    click.echo(f"Deleted {count} people from {participant}.")


@consents.command("check")
@reads_personal_data("consent.check", "event", "event")
@click.argument("event", metavar="EVENT")
@channel_option
@json_option
@inject
def check(
    event: str,
    channel: str | None,
    as_json: bool,
    register: ConsentRegister = Provide[CatalogContainer.consent_register],
) -> None:
    """Check the teams' registers for EVENT (id or key) on its day. Exit code 1: consent is
    missing."""
    command_context = CommandContext()
    with command_context.channel_transaction(command_context.get_channel_id(channel)):
        report = register.check_event(command_context.find_event_id(event))
    if as_json:
        click.echo(json.dumps(serialize_check(report), ensure_ascii=False))
    else:
        for line in format_check(report):
            click.echo(line)
    sys.exit(EXIT_CONSENT_MISSING if report.missing else 0)


def serialize_check(found: ConsentCheck) -> dict[str, Any]:
    """Return a check as an object for JSON."""
    return {
        "event_id": found.event_id,
        "event": found.event_key,
        "day": found.day.isoformat(),
        "people": found.people_count,
        "ok": not found.missing,
        "missing": [
            {
                "participant": consent.participant,
                "name": consent.name,
                "problem": consent.problem.value,
                "until": consent.until.isoformat() if consent.until else None,
            }
            for consent in found.missing
        ],
    }


def format_check(found: ConsentCheck) -> list[str]:
    """Return a check as sentences for an operator."""
    if not found.people_count:
        return [f"There is no register for {found.event_key}. Import one: touchline consents import FILE"]
    if not found.missing:
        return [f"All {found.people_count} people may be recorded on {found.day} ({found.event_key})."]
    head = f"{len(found.missing)} of {found.people_count} people must not be recorded on {found.day}:"
    return [
        head,
        *(
            f"  {consent.participant}: {consent.name} ({_format_reason(consent)})"
            for consent in found.missing
        ),
    ]


def _format_reason(consent: MissingConsent) -> str:
    return {
        ConsentProblem.NOT_RECORDED: "no consent to be recorded",
        ConsentProblem.NOT_RECORDED_UNTIL: f"not recorded until {consent.until}",
        ConsentProblem.NOT_YET_VALID: "consent is not valid yet",
        ConsentProblem.EXPIRED: "consent has ended",
    }[consent.problem]


def _serialize_consent(consent: Consent) -> dict[str, Any]:
    days = {
        name: day.isoformat() if (day := getattr(consent, name)) else None
        for name in ("not_recorded_until", "valid_from", "valid_to")
    }
    return {"name": consent.name, "recorded": consent.recorded, "named": consent.named, **days}


def _format_row(team: str, consent: Consent) -> tuple[str, ...]:
    days = (consent.not_recorded_until, consent.valid_from, consent.valid_to)
    flags = ["yes" if flag else "no" for flag in (consent.recorded, consent.named)]
    return (team, consent.name, *flags, *(day.isoformat() if day else "" for day in days))


def _print_problems(error: ConsentFileError, file: Path, as_json: bool) -> None:
    if as_json:
        rows = [
            {"line": problem.line, "column": problem.column, "message": problem.message, "hint": problem.hint}
            for problem in error.problems
        ]
        click.echo(json.dumps({"ok": False, "problems": rows}, ensure_ascii=False))
        return
    for problem in error.problems:
        click.echo(f"{file}: {problem}", err=True)
    click.echo("Nothing was changed.", err=True)
