"""Streams for `web/nightly`: `python -m contracts.media.watched list|publish|check`, answering in JSON."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from contracts.media.expectations import reading_failures
from contracts.media.live_cases import LiveCase, draw_parts, watched_cases
from contracts.media.products import video_renditions
from contracts.media.publisher import Part, RefusedError, publish
from contracts.media.readings import read_segments

_SECONDS = 14
"""How long each shot lasts: a viewer is some 8 s behind, and watches before the change and after it."""
_OFFSET_MS = 40
_JOINED_SLACK = 0.15
"""Each connection may end with a picture more or less."""
_PATIENCE_SECONDS = 60.0
_AGAIN_SECONDS = 0.25


@click.group()
def main() -> None:
    """Live streams that change in the middle, for a browser to watch."""


@main.command("list")
def list_cases() -> None:
    """Print the name of each stream, its length and where it changes, in seconds."""
    cases = watched_cases(_SECONDS)
    told = [{"name": case.name, "seconds": case.seconds, "changes": case.changes_at} for case in cases]
    click.echo(json.dumps(told))


@main.command("publish")
@click.argument("name")
@click.argument("server")
@click.argument("key")
def publish_case(name: str, server: str, key: str) -> None:
    """Publish the stream NAME in real time; print the longest time in which nothing was sent, in seconds."""
    case = _find(name)
    with tempfile.TemporaryDirectory(prefix="live-") as folder:
        parts = draw_parts(case, Path(folder))
        rows = [[part] for part in parts] if case.reconnects else [parts]
        last, gap = 0.0, 0.0
        for number, row in enumerate(rows):
            if number:
                time.sleep(case.away)
            for at in _publish_until_taken(server, key, row):
                gap = max(gap, at - last if last else 0.0)
                last = at
    click.echo(json.dumps({"gap": round(gap, 3)}))


@main.command("check")
@click.argument("name")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
def check_recording(name: str, folder: Path) -> None:
    """Measure the recording of the stream NAME; print what is wrong, and the largest A/V offset in ms."""
    case = _find(name)
    slack = case.slack + _JOINED_SLACK * len(case.shots)
    expected = replace(case.expected, offset_ms=_OFFSET_MS, slack=slack)
    wrong, most = [], 0.0
    for rendition, segments in video_renditions(folder):
        reading = read_segments(segments)
        wrong += [f"{rendition}: {each}" for each in reading_failures(expected, reading)]
        most = max([most, *(abs(off) for _, off in reading.offsets())])
    click.echo(json.dumps({"failures": wrong, "offset": round(most, 1)}))


def _find(name: str) -> LiveCase:
    for case in watched_cases(_SECONDS):
        if case.name == name:
            return case
    raise click.UsageError(f"There is no stream {name!r}.")


def _publish_until_taken(server: str, key: str, parts: Sequence[Part]) -> Iterator[float]:
    """As encoders do, come again where the server refuses the first message."""
    end = time.monotonic() + _PATIENCE_SECONDS
    while True:
        sent = False
        try:
            for at in publish(server, key, parts, real_time=True):
                sent = True
                yield at
            return
        except RefusedError:
            if sent or time.monotonic() > end:
                raise
            time.sleep(_AGAIN_SECONDS)


if __name__ == "__main__":
    main()
