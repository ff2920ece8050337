"""`touchline settings`: list all settings with their current values, or explain one of them."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict

import click

from touchline.platform.audit.declarations import outside_channels
from touchline.platform.cli.commands import json_option
from touchline.platform.cli.tables import print_table
from touchline.platform.config.help import SettingHelp, explain_setting, suggest_settings
from touchline.platform.config.settings import InvalidSettingError, describe_settings, read_settings
from touchline.shared.errors import NotFoundError, RefusedError

COLUMNS = ("Setting", "Value", "Default", "Description")
FIELD_LABELS = {
    "description": "description",
    "allowed_values": "allowed values",
    "default": "default",
    "value": "current value",
    "source": "from",
    "example": "example",
    "error": "error",
}


@click.group("settings")
def settings() -> None:
    """Show the settings."""


@settings.command("list")
@outside_channels
@json_option
def list_settings(as_json: bool) -> None:
    """List all settings with their current values. Secrets stay hidden.

    Exit code 1: a setting has an invalid value.
    """
    try:
        rows = describe_settings(read_settings(os.environ))
    except InvalidSettingError as error:
        raise RefusedError(str(error)) from None
    if as_json:
        click.echo(json.dumps([dict(zip(COLUMNS, row, strict=True)) for row in rows], indent=2))
        return
    print_table(COLUMNS, rows)


@settings.command("show")
@outside_channels
@click.argument("name")
@json_option
def show_setting(name: str, as_json: bool) -> None:
    """Explain the setting NAME: its values, its current value and an example.

    You can leave out the prefix TOUCHLINE_. Secrets stay hidden. Exit code 1: there is no such setting, or
    its value is invalid.
    """
    setting_help = explain_setting(name, os.environ)
    if setting_help is None:
        similar = suggest_settings(name)
        suggestion = f" Did you mean {', '.join(similar)}?" if similar else " See: touchline settings list"
        raise NotFoundError(f"There is no setting {name}.{suggestion}")
    if as_json:
        click.echo(json.dumps(asdict(setting_help), indent=2))
        sys.exit(1 if setting_help.error else 0)
    _print_setting(setting_help)
    if setting_help.error:
        raise RefusedError(f"{setting_help.name} {setting_help.error}.")


def _print_setting(setting_help: SettingHelp) -> None:
    click.echo(setting_help.name)
    values = asdict(setting_help)
    for key, label in FIELD_LABELS.items():
        if values[key]:
            click.echo(f"  {label:<15} {values[key]}")
