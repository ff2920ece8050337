"""`touchline events import`: previews and applies the import of a schedule.

Exit codes: 0 done, 1 the file cannot be imported or has open questions, 2 usage error, 3 some rows have
problems or unknown names (the others are imported with `--yes`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from touchline.front.imports.choices import RowChoice, RowClass
from touchline.front.imports.import_output import format_value, serialize_preview
from touchline.front.imports.import_schedule import ImportResult, ImportSchedule
from touchline.front.imports.names import NameAction, NameChoice, NameKind, NameRef, create_name_ref
from touchline.front.imports.parsers.columns import FIELDS, IGNORED
from touchline.front.imports.parsers.dates import DateOrder
from touchline.front.imports.parsers.schedule_row import ReadOptions
from touchline.front.imports.preview import ImportFile, Preview
from touchline.front.withdrawals.command_channel import find_channel
from touchline.front.withdrawals.confirmation import Confirmation, ConfirmationRequiredError, OrderEffect
from touchline.front.withdrawals.effect_output import (
    print_confirmation_required,
    print_effects,
    print_withdrawal,
    withdrawal_as_json,
)
from touchline.platform.audit.declarations import changes
from touchline.platform.cli.commands import actor_option, channel_option, json_option

MAX_BYTES = 4 * 1024 * 1024
EXIT_REFUSED, EXIT_INCOMPLETE = 1, 3
QUESTIONS = {
    "columns": "Which columns hold the date and the teams? Add --columns date,time,home,away,…",
    "date_order": "Do dates have the day or the month first? Add --date-order day_first or month_first.",
    "season": "Dates have no year. Add --season with the year of the first game.",
    "own_team": "The file lists opponents. Add --team with the key of the team whose schedule it is.",
    "category": "Rows have no category. Add --category with the key of one.",
}


@click.command("import")
@changes("schedule.import", "import", "source")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--source", metavar="NAME", help="Name of the source. Default: the name of the file.")
@click.option("--columns", metavar="FIELDS", default="", help="Fields of the columns, separated by commas.")
@click.option(
    "--date-order",
    type=click.Choice([order.value for order in DateOrder]),
    help="Order of day and month, if the dates do not show it.",
)
@click.option("--season", type=click.IntRange(2000, 2200), help="Year of the first game.")
@click.option("--team", metavar="KEY", default="", help="Team whose opponents the file lists.")
@click.option("--category", metavar="KEY", default="", help="Category of rows without one.")
@click.option(
    "--team-name",
    "team_names",
    metavar="NAME=KEY",
    multiple=True,
    help="What a name means: the key of a team, or `new`, `text` or `ignore`.",
)
@click.option(
    "--missing",
    type=click.Choice(["keep", "cancel", "postpone"]),
    default="keep",
    show_default=True,
    help="What happens to games that are not in the file anymore.",
)
@click.option("--theirs", is_flag=True, help="Take the file's value of fields that both changed.")
@click.option("--yes", is_flag=True, help="Apply the import. Without it, nothing is changed.")
@click.option("--confirm", is_flag=True, help="Apply the import even if it affects paid orders.")
@click.option("--refund", is_flag=True, help="Refund every affected order.")
@channel_option
@actor_option
@json_option
@click.pass_obj
def import_schedule(application: Any, /, **options: Any) -> None:
    """Import the games in FILE (CSV or iCalendar). Without --yes, show what would change."""
    use_case: ImportSchedule = application.container.front.import_schedule()
    channel_id, slug = find_channel(application, options["channel"])
    file = _read_file(options)
    with application.container.database().transaction(channel_id):
        preview = use_case.preview(file)
    choices = _choose(preview, options["missing"], theirs=options["theirs"])
    if preview.questions or not options["yes"]:
        effects = use_case.find_effects(channel_id, file, preview, choices)
        _print_preview(preview, effects, as_json=options["as_json"])
        sys.exit(_get_exit_code(preview))
    confirmation = Confirmation(options["confirm"], options["refund"])
    try:
        result = use_case(channel_id, file, preview.version, choices, options["actor"], confirmation)
    except ConfirmationRequiredError as error:
        if options["as_json"]:
            _print_json({"ok": False, "effects": [effect.as_json() for effect in error.effects]})
        else:
            print_confirmation_required(error)
        sys.exit(EXIT_REFUSED)
    _print_result(result, preview, slug, as_json=options["as_json"])
    sys.exit(_get_exit_code(preview))


def _read_file(options: Mapping[str, Any]) -> ImportFile:
    path: Path = options["file"]
    if path.stat().st_size > MAX_BYTES:
        raise click.UsageError("The file is larger than 4 MB.")
    columns = [field.strip() for field in options["columns"].split(",") if field.strip()]
    unknown = [field for field in columns if field not in (*FIELDS, IGNORED)]
    if unknown:
        raise click.UsageError(f"Unknown column {unknown[0]}. Use: {', '.join([*FIELDS, IGNORED])}.")
    order = DateOrder(options["date_order"]) if options["date_order"] else None
    return ImportFile(
        path.read_bytes(),
        options["source"] or path.stem[:120],
        ReadOptions(columns, order, options["season"], options["team"]),
        options["category"],
        dict(_read_team_name(text, options["category"]) for text in options["team_names"]),
    )


def _read_team_name(text: str, category: str) -> tuple[NameRef, NameChoice]:
    name, separator, target = text.rpartition("=")
    if not separator or not name.strip() or not target.strip():
        raise click.UsageError(f"`{text}` is not NAME=KEY. Write --team-name 'Westfield=westfield-boys'.")
    is_action = target in (NameAction.NEW, NameAction.TEXT, NameAction.IGNORE)
    choice = NameChoice(NameAction(target)) if is_action else NameChoice(NameAction.EXISTING, target)
    return create_name_ref(NameKind.TEAM, name, category), choice


def _choose(preview: Preview, missing: str, *, theirs: bool) -> dict[str, RowChoice]:
    """Return the choices of rows that are missing or disagreeing."""
    choices: dict[str, RowChoice] = {}
    for row in preview.rows:
        if row.row_class is RowClass.MISSING and missing != "keep":
            choices[row.row_key] = RowChoice(missing)
        if row.row_class is RowClass.DISAGREEING and theirs:
            choices[row.row_key] = RowChoice.APPLY
    return choices


def _get_exit_code(preview: Preview) -> int:
    if preview.questions:
        return EXIT_REFUSED
    has_problems = any(not problem.is_notice for problem in preview.problems)
    return EXIT_INCOMPLETE if has_problems or preview.counts[RowClass.UNMAPPED] else 0


def _print_preview(preview: Preview, effects: Sequence[OrderEffect], *, as_json: bool) -> None:
    if as_json:
        _print_json(serialize_preview(preview, effects))
        return
    parsed = preview.parsed
    order = f", {parsed.date_order.replace('_', ' ')}" if parsed.date_order else ""
    click.echo(f"{parsed.format.upper()}, {parsed.encoding}{order}")
    for name, field in zip(parsed.header, parsed.columns, strict=False):
        click.echo(f"  {name or '(no name)'}: {field}")
    for row in preview.rows:
        if row.row_class is RowClass.UNCHANGED:
            continue
        click.echo(f"{row.row_class.value}: {row.fields['starts']} {row.label}")
        for change in row.changes:
            old, new = (format_value(value) or "(none)" for value in (change.studio, change.file))
            click.echo(f"  {change.field}: {old} -> {new}")
    _print_summary(preview)
    if effects:
        print_effects(effects)
        click.echo("The import affects these paid orders. Add --confirm to apply it.", err=True)
    for question in preview.questions:
        click.secho(QUESTIONS[question], fg="yellow", err=True)
    if not preview.questions:
        click.echo("Nothing was changed. Add --yes to apply the import.")


def _print_summary(preview: Preview) -> None:
    """Print counts, then every problem and every unknown name."""
    if not preview.questions:
        click.echo(", ".join(f"{count} {name}" for name, count in preview.counts.items()))
    for problem in preview.problems:
        place = f"row {problem.row}" + (f", {problem.column}" if problem.column else "")
        value = f" `{problem.value}`" if problem.value else ""
        click.echo(f"{place}:{value} {problem.message}", err=True)
    for name in preview.names:
        if name.choice is None:
            near = ", ".join(candidate.key for candidate in name.candidates) or "none"
            click.echo(f"Unknown {name.ref.kind.value} `{name.text}`. Nearest: {near}", err=True)


def _print_result(result: ImportResult, preview: Preview, slug: str, *, as_json: bool) -> None:
    if as_json:
        _print_json(
            {
                "ok": True,
                "revision": result.revision,
                "created": result.created,
                "changed": result.changed,
                "counts": preview.counts,
                "orders": withdrawal_as_json(result.withdrawal, result.pending_refunds),
            }
        )
        return
    _print_summary(preview)
    revision = f" (revision {result.revision})" if result.revision else ""
    click.echo(f"{result.created} created, {result.changed} changed{revision}.")
    print_withdrawal(result.withdrawal, result.pending_refunds, slug)


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
