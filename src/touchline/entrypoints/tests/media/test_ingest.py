"""The real ingest process with a real encoder: ffmpeg publishes by RTMP, as OBS would."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from touchline.catalog.domain.media.assets import AssetState
from touchline.catalog.domain.media.live_streams import LiveState
from touchline.entrypoints import ingest
from touchline.entrypoints.tests.media.ingest_scenario import (
    TIMEOUT_SECONDS,
    IngestScenario,
    descendants,
    find_free_port,
)


@pytest.fixture
def ingest_scenario(tmp_path: Path) -> Iterator[IngestScenario]:
    made = IngestScenario(tmp_path, find_free_port())
    yield made
    made.close()


@pytest.mark.nightly
def test_an_event_is_received_interrupted_resumed_ended_and_recorded(ingest_scenario: IngestScenario) -> None:
    ingest_scenario.create_stream_key()
    first = ingest_scenario.start_ingest()
    ingest_scenario.wait_until(lambda: ingest_scenario.stream().session_count > 0)
    intruder = ingest_scenario.start_encoder(key="1-aaaaaaaaaaaaaaaaaaaaaaaa")
    ingest_scenario.wait_until(lambda: not intruder.is_running() or intruder.poll() is not None)
    assert ingest_scenario.stream().state is LiveState.WAITING

    camera = ingest_scenario.start_encoder()
    ingest_scenario.wait_until(lambda: ingest_scenario.playlist().count("#EXTINF") >= 2)
    ingest_scenario.wait_until(lambda: ingest_scenario.stream().state is LiveState.LIVE)
    listed = ingest_scenario.playlist()
    receivers = descendants(first)
    first.kill()
    first.wait()
    psutil.wait_procs(receivers, timeout=TIMEOUT_SECONDS)
    assert not any(receiver.is_running() for receiver in receivers)
    camera.wait(timeout=TIMEOUT_SECONDS)

    second = ingest_scenario.start_ingest()
    ingest_scenario.wait_until(lambda: ingest_scenario.stream().state is LiveState.INTERRUPTED)
    ingest_scenario.start_encoder()
    ingest_scenario.wait_until(lambda: "#EXT-X-DISCONTINUITY\n" in ingest_scenario.playlist())
    assert ingest_scenario.playlist().startswith(listed)
    with ingest_scenario.transaction():
        event = ingest_scenario.catalog.events().get(ingest_scenario.event_id)
    assert event.stream.is_publishing

    with ingest_scenario.transaction():
        ingest_scenario.catalog.stop_stream()(ingest_scenario.event_id)
    ingest_scenario.wait_until(lambda: (made := ingest_scenario.recording()) is not None and made.is_finished)
    assert ingest_scenario.playlist().endswith("#EXT-X-ENDLIST\n")
    with ingest_scenario.transaction():
        event = ingest_scenario.catalog.events().get(ingest_scenario.event_id)
    asset = ingest_scenario.recording()
    assert asset is not None
    assert asset.state is AssetState.READY
    assert asset.package is not None
    assert (event.stream.is_publishing, event.stream.has_ended, event.stream.is_recorded) == (
        False,
        True,
        True,
    )
    lengths = [
        float(line[8:-1]) for line in ingest_scenario.playlist().splitlines() if line.startswith("#EXTINF")
    ]
    assert asset.package.duration_ms / 1000 == pytest.approx(sum(lengths), abs=0.5)

    second.terminate()
    assert second.wait(timeout=TIMEOUT_SECONDS) == 0


class FakeSupervisor:
    """A fake of `SuperviseStreams`."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def tick(self) -> None:
        self.calls.append("tick")
        if len(self.calls) == 3:
            raise RuntimeError

    def release_all(self) -> None:
        self.calls.append("release")


def test_the_process_runs_until_stopped_and_releases_its_streams() -> None:
    supervisor: Any = FakeSupervisor()
    stop_requested = iter([False, False, True])
    ingest.supervise([supervisor], lambda _seconds: next(stop_requested))
    assert supervisor.calls == ["tick", "tick", "release"]


def test_the_process_releases_its_streams_after_an_error() -> None:
    supervisor: Any = FakeSupervisor()
    with pytest.raises(RuntimeError):
        ingest.supervise([supervisor], lambda _seconds: False)
    assert supervisor.calls[-1] == "release"
