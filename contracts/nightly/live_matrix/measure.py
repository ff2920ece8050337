"""Measuring a case of the matrix in a running deployment."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

from contracts.media.decoded_streams import DecodedStream, decode_segments
from contracts.nightly.faults.deployment import Deployment
from contracts.nightly.live_matrix.cases import MAX_OFFSET_MS, PART_SECONDS, Kill, MatrixCase, draw_sent
from contracts.nightly.live_matrix.encoders import Encoder
from contracts.nightly.live_matrix.viewer import RECORDING, Site, Viewer

_RECONNECT_SECONDS = 1.0
_LAST_SEGMENTS_SECONDS = 5.0
_RECORDING_TIMEOUT_SECONDS = 180.0
_MAX_FLASHES_MISSING = 1
"""Flashes that may be missing at each break beside those of the missing seconds: a cut may go through one."""


@dataclass(frozen=True)
class MatrixResult:
    """The measurements of a case.

    `dark_seconds` is the longest time without a new picture, `offset_ms` the largest time between flash and
    tone in the recording, in either direction.
    """

    protocol: str
    fault: str
    failures: tuple[str, ...]
    dark_seconds: float = 0.0
    max_dark_seconds: float = 0.0
    sent_seconds: float = 0.0
    recorded_seconds: float = 0.0
    offset_ms: float = 0.0

    @property
    def passed(self) -> bool:
        """Return whether every promise was kept."""
        return not self.failures


@dataclass(frozen=True)
class MatrixEnvironment:
    """What a case needs: a deployment, a folder for videos, and what kills the ingest."""

    deployment: Deployment
    videos: Path
    create_encoder: Callable[[MatrixCase, str], Encoder]
    kill: Callable[[Kill], None]


def measure_case(case: MatrixCase, event: str, environment: MatrixEnvironment) -> MatrixResult:
    """Stream a case to an event, and measure what a viewer saw and what the recording contains."""
    deployment, site = environment.deployment, Site(environment.deployment.port)
    encoder = environment.create_encoder(case, event)
    event_id = int(json.loads(deployment.run_command("streams", "open", event, "--json"))["event_id"])
    viewer = Viewer(site, event_id)
    viewer.start()
    try:
        _send(case, encoder, environment)
        time.sleep(_LAST_SEGMENTS_SECONDS)
    finally:
        viewer.stop()
    deployment.run_command("streams", "stop", event)
    recording = _read_recording(Site(deployment.port), event_id)
    dark_seconds = viewer.measure_dark_seconds()
    offset_ms = max((abs(offset) for _, offset in recording.av_offsets()), default=0.0)
    return MatrixResult(
        case.protocol,
        case.fault.name,
        tuple(_check(case, encoder.sent_seconds, dark_seconds, recording)),
        dark_seconds,
        case.fault.max_dark_seconds,
        encoder.sent_seconds,
        recording.duration,
        offset_ms,
    )


def _send(case: MatrixCase, encoder: Encoder, environment: MatrixEnvironment) -> None:
    """Send what the encoder of a case sends, and reconnect as encoders do."""
    fault = case.fault
    first = draw_sent(fault.first, environment.videos)
    encoder.start(first)
    if fault.second is None:
        encoder.wait()
        return
    time.sleep(PART_SECONDS * 0.6)
    if fault.kill is Kill.NOTHING:
        encoder.drop(fault.offline_seconds)
    else:
        environment.kill(fault.kill)
        encoder.wait()
    second = draw_sent(fault.second, environment.videos)
    deadline = time.monotonic() + fault.max_dark_seconds * 2
    encoder.start(second)
    while not encoder.wait() and time.monotonic() < deadline:
        time.sleep(_RECONNECT_SECONDS)
        encoder.start(second)


def _read_recording(site: Site, event_id: int) -> DecodedStream:
    """Return the decoded recording once it is ready."""
    deadline = time.monotonic() + _RECORDING_TIMEOUT_SECONDS
    while not (url := site.find_playlist(event_id, RECORDING)):
        if time.monotonic() > deadline:
            raise TimeoutError("the recording is not ready")
        time.sleep(1)
    playlist = (site.fetch(url) or b"").decode()
    names = re.findall(r"^[^#\s].*$", playlist, re.MULTILINE)
    return decode_segments([site.fetch(urljoin(url, name)) or b"" for name in names])


def _check(case: MatrixCase, sent: float, dark: float, recording: DecodedStream) -> list[str]:
    """Return the promises that were not kept, each as a sentence."""
    fault, failures = case.fault, []
    if dark > fault.max_dark_seconds:
        failures.append(
            f"no new picture for {dark:.1f} s, at most {fault.max_dark_seconds:.0f} s are allowed"
        )
    missing = sent - recording.duration
    if missing > fault.max_missing_seconds:
        failures.append(f"the recording is {recording.duration:.1f} s long, {missing:.1f} s are missing")
    flashes = recording.find_flashes()
    expected_flashes = int(recording.duration) - _MAX_FLASHES_MISSING * (2 if fault.second else 1)
    if len(flashes) < expected_flashes:
        failures.append(f"the recording has {len(flashes)} flashes, not {expected_flashes}")
    offsets = recording.av_offsets()
    failures += [
        f"sound is {offset:+.0f} ms from the picture at {at:.1f} s"
        for at, offset in offsets
        if abs(offset) > MAX_OFFSET_MS
    ][:3]
    if fault.has_sound and len(offsets) < len(flashes) - 1:
        failures.append(f"{len(flashes) - len(offsets)} flashes have no tone")
    if not fault.has_sound and not recording.is_silent(0, recording.duration):
        failures.append("there is sound that the encoder did not send")
    return failures
