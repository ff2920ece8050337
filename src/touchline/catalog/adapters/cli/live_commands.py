"""`touchline live …`: an operator gives out stream keys, sees what is on, and ends it."""

from __future__ import annotations

import click


@click.group("live")
def live() -> None:
    """Live streams of events."""
