"""Commands of analytics."""

from __future__ import annotations

import click

from touchline.analytics.adapters.cli import (
    evidence_commands,
    report_commands,
    sponsor_commands,
    spool_commands,
)

spool_commands.analytics.add_command(evidence_commands.evidence)
COMMANDS: list[click.Command] = [
    spool_commands.analytics,
    report_commands.reports,
    sponsor_commands.sponsors,
]
