"""Live streams for the browser tests of `web/nightly`, with output in JSON:
`python -m contracts.nightly.media.browser_streams list|publish|check`.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from contracts.media.checks import check_stream
from contracts.media.decoded_streams import decode_segments
from contracts.media.outputs import video_renditions
from contracts.nightly.media.live_cases import LiveCase, create_browser_cases, draw_parts
from contracts.nightly.media.publisher import Part, RefusedError, publish_files

_PART_SECONDS = 14
"""Length of each part in seconds. A viewer is about 8 s behind, and watches before and after the change."""
_MAX_OFFSET_MS = 40
_JOIN_TOLERANCE = 0.15
"""Each connection may end with one frame more or less."""
_TIMEOUT_SECONDS = 60.0
_RETRY_SECONDS = 0.25


@click.group()
def main() -> None:
    """Publish live streams that change in the middle, and check their recordings."""


@main.command("list")
def list_cases() -> None:
    """Print the name of each stream, its length and the times of its changes, in seconds."""
    cases = create_browser_cases(_PART_SECONDS)
    listed = [{"name": case.name, "seconds": case.duration, "changes": case.change_times} for case in cases]
    click.echo(json.dumps(listed))


@main.command("publish")
@click.argument("name")
@click.argument("server")
@click.argument("key")
def publish_case(name: str, server: str, key: str) -> None:
    """Publish the stream NAME in real time, and print the longest time without data, in seconds."""
    case = _find_case(name)
    with tempfile.TemporaryDirectory(prefix="live-") as folder:
        parts = draw_parts(case, Path(folder))
        connections = [[part] for part in parts] if case.reconnects else [parts]
        last_sent, max_gap = 0.0, 0.0
        for number, connection_parts in enumerate(connections):
            if number:
                time.sleep(case.offline_seconds)
            for sent_at in _publish_with_retry(server, key, connection_parts):
                max_gap = max(max_gap, sent_at - last_sent if last_sent else 0.0)
                last_sent = sent_at
    click.echo(json.dumps({"gap": round(max_gap, 3)}))


@main.command("check")
@click.argument("name")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
def check_recording(name: str, folder: Path) -> None:
    """Measure the recording of the stream NAME. Print its problems, and the largest A/V offset in ms."""
    case = _find_case(name)
    tolerance = case.tolerance + _JOIN_TOLERANCE * len(case.parts)
    expected = replace(case.expected, max_offset_ms=_MAX_OFFSET_MS, tolerance=tolerance)
    failures, max_offset = [], 0.0
    for rendition, segments in video_renditions(folder):
        stream = decode_segments(segments)
        failures += [f"{rendition}: {failure}" for failure in check_stream(expected, stream)]
        max_offset = max([max_offset, *(abs(offset) for _, offset in stream.av_offsets())])
    click.echo(json.dumps({"failures": failures, "offset": round(max_offset, 1)}))


def _find_case(name: str) -> LiveCase:
    for case in create_browser_cases(_PART_SECONDS):
        if case.name == name:
            return case
    raise click.UsageError(f"There is no stream {name!r}.")


def _publish_with_retry(server: str, key: str, parts: Sequence[Part]) -> Iterator[float]:
    """Publish, and reconnect as encoders do if the server refuses the first message."""
    deadline = time.monotonic() + _TIMEOUT_SECONDS
    while True:
        has_sent = False
        try:
            for sent_at in publish_files(server, key, parts, real_time=True):
                has_sent = True
                yield sent_at
            return
        except RefusedError:
            if has_sent or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)


if __name__ == "__main__":
    main()
