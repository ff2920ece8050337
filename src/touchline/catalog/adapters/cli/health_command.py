"""`touchline streams health`: what the encoders of an event send, as in the studio."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence

import click
from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.cli.command_context import CommandContext
from touchline.catalog.application.live.serialize_health import serialize_report
from touchline.catalog.application.live.show_health import ShowStreamHealth, SlotReport, StreamHealthReport
from touchline.catalog.application.timestamps import format_instant
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.stream_faults import FaultSeverity
from touchline.catalog.ports.events.events import Events
from touchline.platform.audit.declarations import reads_nothing_personal
from touchline.platform.cli.commands import channel_option, json_option
from touchline.platform.cli.tables import print_table
from touchline.shared.errors import NotFoundError

_WATCH_SECONDS = 2.0
_BARS = "▁▂▃▄▅▆▇█"
_SPARKLINE_WIDTH = 30


class HealthCommandContext(CommandContext):
    """The command context with the health of streams."""

    @inject
    def __init__(
        self,
        show: ShowStreamHealth = Provide[CatalogContainer.show_stream_health],
        events: Events = Provide[CatalogContainer.events],
    ) -> None:
        super().__init__()
        self._show = show
        self._events = events

    def load(self, event: str, channel: str | None, *, is_test: bool) -> StreamHealthReport:
        """Return the health of an event's stream, in a transaction of its own."""
        with self.channel_transaction(self.get_channel_id(channel)):
            found = self._events.get(self.find_event_id(event))
            if found is None:
                raise NotFoundError(f"There is no event {event}.")
            return self._show(found.key, is_test=is_test or None)


@click.command("health")
@reads_nothing_personal
@click.argument("event", metavar="EVENT")
@click.option("--test", "is_test", is_flag=True, help="Show the stream test of the event.")
@click.option("--watch", is_flag=True, help="Repeat every two seconds until Ctrl-C.")
@channel_option
@json_option
def show_health(event: str, is_test: bool, watch: bool, channel: str | None, as_json: bool) -> None:
    """Show what the encoders of EVENT (id or key) send, with faults and what to change.

    The exit status is 1 if viewers notice a fault.
    """
    command_context = HealthCommandContext()
    while True:
        report = command_context.load(event, channel, is_test=is_test)
        if watch and not as_json:
            click.clear()
        _print_report(report, as_json=as_json)
        if not watch:
            break
        time.sleep(_WATCH_SECONDS)
    if any(fault.severity is FaultSeverity.ERROR for fault in report.all_faults):
        sys.exit(1)


def _print_report(report: StreamHealthReport, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(serialize_report(report), default=format_instant))
        return
    kind = "Stream test" if report.is_test else "Stream"
    click.echo(f"{kind}: {report.state or 'no key yet'}")
    for slot in report.slots:
        _print_slot(slot)
    for fault in report.all_faults:
        click.echo(f"\n{fault.severity.value.upper()}  {fault.message}")
        if fault.remedy:
            click.echo(f"What to change: {fault.remedy}")


def _print_slot(slot: SlotReport) -> None:
    if slot.health is None:
        click.echo(f"The {slot.slot} encoder is not connected.")
        return
    health, points = slot.health, slot.history or []
    level = health.audio_level_db
    rows = [
        ("Picture", f"{health.width} × {health.height}", ""),
        ("Bitrate", f"{health.bitrate // 1000} kbit/s", _draw([point.health.bitrate for point in points])),
        ("Frame rate", f"{health.frame_rate:g} fps", _draw([point.health.frame_rate for point in points])),
        ("Keyframe interval", f"{health.keyframe_interval_ms / 1000:g} s", ""),
        ("Dropped frames", str(health.dropped_frames), _draw([point.dropped for point in points])),
        ("Late frames", str(health.late_frames), _draw([point.late for point in points])),
        (
            "Sound level",
            "no sound" if level is None else f"{level:g} dB",
            _draw([max(0.0, 60 + (point.health.audio_level_db or -60)) for point in points]),
        ),
        ("Sound and picture", f"{health.av_drift_ms:+d} ms", ""),
        ("Clock difference", f"{health.clock_drift_ms:+d} ms", ""),
    ]
    print_table((f"{slot.slot.capitalize()} encoder", "Now", "Last hour"), rows)


def _draw(values: Sequence[float]) -> str:
    """Return a line of bars from 0 to the highest value: the highest of each part of the time."""
    if not values:
        return ""
    step = max(1, -(-len(values) // _SPARKLINE_WIDTH))
    highest = [max(values[start : start + step]) for start in range(0, len(values), step)]
    top = max(highest) or 1
    return "".join(_BARS[min(len(_BARS) - 1, int(value / top * (len(_BARS) - 1)))] for value in highest)
