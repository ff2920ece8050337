"""What a rehearsal does when a step fails, when an operator stops it, and when it runs again."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from touchline.catalog.facade import RehearsalStream
from touchline.front.rehearsal.rehearsal import Rehearsal, RehearsalState, StepName, StepState
from touchline.front.rehearsal.run_rehearsal import RunRehearsal
from touchline.front.rehearsal.viewing import LIVE
from touchline.shared.ids import ChannelId, EventId

CHANNEL = ChannelId(1)


class FakeClock:
    """A clock that only `pause` moves."""

    def __init__(self) -> None:
        self.instant = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)

    def now(self) -> datetime:
        """Return the time."""
        return self.instant

    def pause(self, seconds: float) -> None:
        """Let time pass."""
        self.instant += timedelta(seconds=seconds)


class FakeSite:
    """A site whose ingest process is gone, or whose encoders cannot connect."""

    def __init__(self) -> None:
        self.stream = RehearsalStream("waiting", is_supervised=True)

    def get_url(self, _channel_id: ChannelId) -> str:
        """Return an address."""
        return "http://prairie.localhost"

    def create_event(self, *_arguments: object) -> tuple[EventId, str]:
        """Return an event and an API key."""
        return EventId(7), "tlk_key"

    def open_stream(self, *_arguments: object) -> str:
        """Return an address without a server."""
        return "rtmp://127.0.0.1:1/live/7-key"

    def get_stream(self, *_arguments: object) -> RehearsalStream:
        """Return the stream."""
        return self.stream

    def stop_stream(self, *_arguments: object) -> None:
        """End the stream."""
        self.stream = replace(self.stream, state="finished")


class FakeClient:
    """A visitor, who finds no event, and a viewer who may open it."""

    def __init__(self, _site_url: str) -> None:
        pass

    def start_session(self) -> FakeClient:
        """Return a visitor."""
        return self

    def log_in(self, _api_key: str) -> FakeClient:
        """Return a viewer."""
        return self

    def get_status(self, _path: str) -> int:
        """Hide every event."""
        return 404

    def request(self, *_arguments: object) -> Any:
        """Return the event."""
        return {"media": [{"type": LIVE, "url": "http://prairie.localhost/1.m3u8"}], "has_access": False}

    def download(self, _url: str) -> bytes:
        """Return a playlist, which never ends."""
        return b"#EXTM3U\n#EXTINF:2,\n1.ts\n"


class DeadEncoder:
    """An encoder that is refused."""

    is_connected, is_running, sent_ms, error = False, False, 0, "Connection refused"

    def __init__(self, _url: str) -> None:
        pass

    def stop(self) -> None:
        """Do nothing."""


class FinishedEncoder(DeadEncoder):
    """An encoder that has sent everything."""

    is_connected, is_running, sent_ms, error = True, True, 10_000, ""


class System:
    """A rehearsal with fakes. `stop_at` is the step at whose start an operator stops it."""

    def __init__(self) -> None:
        self.clock, self.site, self.removed = FakeClock(), FakeSite(), list[str]()
        self.encoder: type[DeadEncoder] = DeadEncoder
        self.rehearsal = Rehearsal.create("Nora", self.clock.now(), seconds=10, with_purchase=False)
        self.stop_at: StepName | None = None
        uow: Any = lambda _channel_id: nullcontext()  # noqa: E731
        site: Any = self.site
        client: Any = FakeClient
        rehearsals: Any = self
        remove: Any = lambda _channel_id, key: self.removed.append(key)  # noqa: E731
        self.run = RunRehearsal(
            uow, rehearsals, site, remove, client, self.start_encoder, self.clock, self.clock.pause
        )

    def start_encoder(self, url: str) -> DeadEncoder:
        """Start the encoder of the test."""
        return self.encoder(url)

    def lock(self) -> None:
        """Do nothing."""

    def get(self, _rehearsal_id: int) -> Rehearsal:
        """Return the rehearsal."""
        return self.rehearsal

    def save(self, rehearsal: Rehearsal) -> None:
        """Let an operator stop the rehearsal."""
        if self.stop_at and rehearsal.get_step(self.stop_at).state is StepState.RUNNING:
            rehearsal.is_stop_requested = True

    def states(self) -> dict[StepName, StepState]:
        """Return the states of the steps."""
        return {step.name: step.state for step in self.rehearsal.steps}


@pytest.fixture
def system() -> System:
    """Return a rehearsal with fakes."""
    return System()


def test_a_refused_encoder_fails_and_everything_is_removed(system: System) -> None:
    finished = system.run(CHANNEL, 1)
    step = finished.get_step(StepName.ENCODER)
    assert (step.state, step.code, step.params) == (
        StepState.FAILED,
        "encoder_failed",
        {"error": "Connection refused"},
    )
    assert {system.states()[name] for name in (StepName.PLAYBACK, StepName.RECORDING)} == {StepState.SKIPPED}
    assert (finished.state, finished.is_removed, finished.event_id) == (RehearsalState.FAILED, True, None)
    assert system.removed == [finished.key]


def test_a_missing_ingest_process_is_named_after_some_seconds(system: System) -> None:
    system.site.stream = replace(system.site.stream, is_supervised=False)
    step = system.run(CHANNEL, 1).get_step(StepName.STREAM)
    assert (step.state, step.code) == (StepState.FAILED, "no_ingest")
    assert step.duration_ms is not None and step.duration_ms >= 15_000


def test_a_playlist_that_does_not_end_fails_the_end_of_the_stream(system: System) -> None:
    system.encoder = FinishedEncoder
    system.site.stream = replace(system.site.stream, state="live", started_at=system.clock.now())
    step = system.run(CHANNEL, 1).get_step(StepName.STOP)
    assert (system.site.stream.state, step.state, step.code) == (
        "finished",
        StepState.FAILED,
        "stream_not_ended",
    )


def test_a_stop_skips_the_rest_and_removes_everything(system: System) -> None:
    system.stop_at = StepName.STREAM
    finished = system.run(CHANNEL, 1)
    assert (finished.state, system.removed) == (RehearsalState.STOPPED, [finished.key])
    assert system.states()[StepName.EVENT] is StepState.PASSED
    assert system.states()[StepName.ENCODER] is StepState.SKIPPED
    assert system.states()[StepName.REMOVAL] is StepState.PASSED


def test_a_second_program_does_not_run_it_again(system: System) -> None:
    system.run(CHANNEL, 1)
    system.run(CHANNEL, 1)
    assert len(system.removed) == 1
