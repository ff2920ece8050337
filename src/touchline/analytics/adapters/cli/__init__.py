"""Commands of analytics."""

from __future__ import annotations

import click

from touchline.analytics.adapters.cli import intake_commands, report_commands

COMMANDS: list[click.Command] = [intake_commands.analytics, report_commands.report]
