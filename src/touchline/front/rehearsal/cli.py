"""`touchline live rehearse`: rehearse the whole chain of a live event.

Exit codes: 0 every step passed or was skipped, 1 a step failed or the rehearsal was stopped, 2 usage error.
"""

from __future__ import annotations

import json
import sys
from datetime import datetime
from typing import Any

import click

from touchline.front.rehearsal.rehearsal import (
    DEFAULT_SECONDS,
    MAX_SECONDS,
    MIN_SECONDS,
    STOPPED,
    Rehearsal,
    RehearsalState,
    Step,
    StepState,
)
from touchline.front.withdrawals.command_channel import find_channel
from touchline.platform.audit.declarations import changes, outside_channels
from touchline.platform.cli.commands import ProgressBar, channel_option, json_option
from touchline.platform.cli.tables import print_table
from touchline.shared.ids import ChannelId

STEP_TITLES = {
    "event": "Create a private event",
    "stream": "Open the stream",
    "encoder": "Connect the encoder",
    "on_air": "Go on air",
    "purchase": "Buy with a test card",
    "playback": "Play and rewind",
    "stop": "End the stream",
    "recording": "Play the recording",
    "removal": "Remove everything",
}
_ENDED = (StepState.PASSED, StepState.FAILED, StepState.SKIPPED)


@click.group()
def live() -> None:
    """Prepare live events."""


@live.command()
@changes("rehearsal.start", "rehearsal")
@channel_option
@click.option(
    "--seconds",
    type=click.IntRange(MIN_SECONDS, MAX_SECONDS),
    default=DEFAULT_SECONDS,
    show_default=True,
    help="Seconds of video that the test encoder sends.",
)
@click.option("--no-purchase", is_flag=True, help="Do not buy the event with a test card.")
@json_option
@click.pass_obj
def rehearse(application: Any, channel: str | None, seconds: int, no_purchase: bool, as_json: bool) -> None:
    """Rehearse a live event: encoder, playback, purchase and recording of a private event.

    Everything that the rehearsal makes is removed at its end. The site must run. Ctrl-C stops the rehearsal.
    """
    channel_id, _ = find_channel(application, channel)
    front = application.container.front
    rehearsal = front.rehearsal_admin().start(
        channel_id, "touchline live rehearse", seconds=seconds, with_purchase=not no_purchase, in_worker=False
    )
    with ProgressBar("Rehearsal", hidden=as_json or not sys.stderr.isatty()) as bar:
        report = _Report(bar, is_live=not as_json)
        try:
            rehearsal = front.run_rehearsal()(channel_id, rehearsal.id, report.update)
        except KeyboardInterrupt:
            click.echo("Stopped. Everything was removed.", err=True)
            sys.exit(1)
    if as_json:
        click.echo(json.dumps(serialize_rehearsal(rehearsal), ensure_ascii=False, indent=2))
    else:
        _print_rehearsal(rehearsal)
    sys.exit(0 if rehearsal.state is RehearsalState.PASSED else 1)


@live.command("run-rehearsal", hidden=True)
@outside_channels
@click.argument("channel_id", type=int)
@click.argument("rehearsal_id", type=int)
@click.pass_obj
def run_rehearsal(application: Any, channel_id: int, rehearsal_id: int) -> None:
    """Run a rehearsal that an operator has started in the studio. A worker starts this command."""
    application.container.front.run_rehearsal()(ChannelId(channel_id), rehearsal_id)


class _Report:
    """Prints each step when it ends, and shows the share of ended steps."""

    def __init__(self, bar: ProgressBar, *, is_live: bool) -> None:
        self._bar, self._is_live, self._printed = bar, is_live, set[str]()

    def update(self, rehearsal: Rehearsal) -> None:
        """Show the rehearsal as it is now."""
        ended = [step for step in rehearsal.steps if step.state in _ENDED]
        running = next((step for step in rehearsal.steps if step.state is StepState.RUNNING), None)
        title = STEP_TITLES[running.name.value] if running else "Rehearsal"
        self._bar.update(len(ended) / len(rehearsal.steps), title)
        for step in ended:
            if self._is_live and step.name.value not in self._printed:
                self._printed.add(step.name.value)
                click.echo(f"{step.state.value:<8} {STEP_TITLES[step.name.value]}", err=True)


def _print_rehearsal(rehearsal: Rehearsal) -> None:
    rows = [
        (STEP_TITLES[step.name.value], step.state.value, _format_duration(step), step.text)
        for step in rehearsal.steps
    ]
    print_table(("Step", "Result", "Time", "Details"), rows, right_aligned={2})
    click.echo(f"\n{summarize(rehearsal)}")


def summarize(rehearsal: Rehearsal) -> str:
    """Return the result in one sentence."""
    failed = len(rehearsal.failed_steps)
    if failed:
        return f"{failed} of {len(rehearsal.steps)} steps failed."
    return STOPPED.text if rehearsal.state is RehearsalState.STOPPED else "Everything worked."


def _format_duration(step: Step) -> str:
    return f"{step.duration_ms / 1000:.1f} s" if step.duration_ms is not None else ""


def serialize_rehearsal(rehearsal: Rehearsal) -> dict[str, Any]:
    """Return a rehearsal as the API shows it."""
    return {
        "id": rehearsal.id,
        "state": rehearsal.state.value,
        "started_by": rehearsal.started_by,
        "created_at": _format_instant(rehearsal.created_at),
        "finished_at": _format_instant(rehearsal.finished_at),
        "seconds": rehearsal.seconds,
        "with_purchase": rehearsal.with_purchase,
        "event_id": rehearsal.event_id,
        "is_removed": rehearsal.is_removed,
        "steps": [
            {
                "name": step.name.value,
                "state": step.state.value,
                "duration_ms": step.duration_ms,
                "code": step.code,
                "text": step.text,
                "params": dict(step.params),
            }
            for step in rehearsal.steps
        ],
    }


def _format_instant(instant: datetime | None) -> str | None:
    return instant.isoformat() if instant else None
