"""`touchline config`: all settings with the values in force, or everything about one of them."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict

import click

from touchline.platform.commands import json_option
from touchline.platform.setting_help import Explained, explained, suggestions
from touchline.platform.settings import WrongSetting, describe, read_settings
from touchline.platform.tables import print_table
from touchline.shared.errors import NotFound, Refused

COLUMNS = ("Setting", "Value", "Default", "What it is")
LABELS = {
    "about": "what it is",
    "takes": "takes",
    "default": "default",
    "value": "in force",
    "source": "from",
    "example": "example",
    "wrong": "but it is wrong",
}


@click.command("config")
@click.argument("name", required=False)
@json_option
def config(name: str | None, as_json: bool) -> None:
    """List all settings with the values in force, or say everything about the setting NAME.

    The prefix TOUCHLINE_ may be left out. Secrets stay hidden. Exit code 1: there is no such setting, or one
    that is set is wrong.
    """
    if name is None:
        _list(as_json=as_json)
        return
    found = explained(name, os.environ)
    if found is None:
        alike = suggestions(name)
        meant = f" Did you mean {', '.join(alike)}?" if alike else " See: touchline config"
        raise NotFound(f"There is no setting {name}.{meant}")
    if as_json:
        click.echo(json.dumps(asdict(found), indent=2))
        sys.exit(1 if found.wrong else 0)
    _tell(found)
    if found.wrong:
        raise Refused(f"{found.name} {found.wrong}.")


def _list(*, as_json: bool) -> None:
    try:
        rows = describe(read_settings(os.environ))
    except WrongSetting as wrong:
        raise Refused(str(wrong)) from None
    if as_json:
        click.echo(json.dumps([dict(zip(COLUMNS, row, strict=True)) for row in rows], indent=2))
        return
    print_table(COLUMNS, rows)


def _tell(found: Explained) -> None:
    click.echo(found.name)
    said = asdict(found)
    for key, label in LABELS.items():
        if said[key]:
            click.echo(f"  {label:<15} {said[key]}")
