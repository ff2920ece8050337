"""Records what the receivers measure: once a second for the studio, every ten seconds for the history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

from touchline.catalog.application.live.encoder_session import EncoderSession
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.stream_health import SAMPLE_INTERVAL, HealthSample
from touchline.catalog.ports.media.stream_health import HealthSamples, LatestHealth
from touchline.shared.concurrency.background import RunInBackground
from touchline.shared.unit_of_work import UnitOfWorkFactory

_RECORD_INTERVAL = timedelta(seconds=1)


class HealthRecording(Protocol):
    """Records the health of streams. No call blocks or fails, because a stream is more important."""

    def record(self, stream: LiveStream, session: EncoderSession, now: datetime) -> None:
        """Record the health of a session, if it is time."""
        ...

    def finish(self, stream: LiveStream) -> None:
        """Delete what only a running stream needs. The samples stay for a day."""
        ...


class NoHealthRecording:
    """`HealthRecording` that records nothing."""

    def record(self, stream: LiveStream, session: EncoderSession, now: datetime) -> None:
        """Do nothing."""

    def finish(self, stream: LiveStream) -> None:
        """Do nothing."""


@dataclass
class _Progress:
    """What was recorded last for the slot of a stream."""

    recorded_at: datetime | None = None
    sampled_at: datetime | None = None
    preview_changed_at: float = field(default=0.0)


class RecordHealth:
    """`HealthRecording` in storage and database, in the background."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        samples: HealthSamples,
        latest: LatestHealth,
        alert_operators: Callable[[LiveStream, datetime], None],
        run_in_background: RunInBackground,
    ) -> None:
        self._uow = uow
        self._samples = samples
        self._latest = latest
        self._alert_operators = alert_operators
        self._run_in_background = run_in_background
        self._progress: dict[tuple[bool, int, str], _Progress] = {}

    def record(self, stream: LiveStream, session: EncoderSession, now: datetime) -> None:
        """Take the values once a second and store them in the background."""
        key = (stream.is_test, stream.id, session.slot.value)
        progress = self._progress.setdefault(key, _Progress())
        if progress.recorded_at is not None and now - progress.recorded_at < _RECORD_INTERVAL:
            return
        progress.recorded_at = now
        health = session.health
        sample = HealthSample(session.slot.value, session.number, now, health) if health is not None else None
        preview = self._find_new_preview(session, progress)
        if stream.folder:
            current = replace(stream)
            self._run_in_background(key, lambda: self._store(current, sample, preview, progress, now))

    def finish(self, stream: LiveStream) -> None:
        """Delete the latest values and pictures."""
        for key in [key for key in self._progress if key[:2] == (stream.is_test, stream.id)]:
            del self._progress[key]
        self._run_in_background((stream.is_test, stream.id), lambda: self._latest.delete(stream))

    def _find_new_preview(self, session: EncoderSession, progress: _Progress) -> Path | None:
        preview = session.preview()
        try:
            changed_at = preview.stat().st_mtime if preview is not None else 0.0
        except FileNotFoundError:
            return None
        if changed_at == progress.preview_changed_at:
            return None
        progress.preview_changed_at = changed_at
        return preview

    def _store(
        self,
        stream: LiveStream,
        sample: HealthSample | None,
        preview: Path | None,
        progress: _Progress,
        now: datetime,
    ) -> None:
        """Store the values. The first sample comes after ten seconds, when they have settled."""
        if sample is not None:
            self._latest.save(stream, sample, preview)
        progress.sampled_at = progress.sampled_at or now
        if now - progress.sampled_at < SAMPLE_INTERVAL:
            return
        progress.sampled_at = now
        if sample is not None:
            with self._uow(stream.channel_id):
                self._samples.add(stream.event_id, sample, is_test=stream.is_test)
        self._alert_operators(stream, now)
