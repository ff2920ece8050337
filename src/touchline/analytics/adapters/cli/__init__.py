"""Commands of analytics."""

from __future__ import annotations

import click

from touchline.analytics.adapters.cli import report_commands, spool_commands

COMMANDS: list[click.Command] = [spool_commands.analytics, report_commands.reports]
