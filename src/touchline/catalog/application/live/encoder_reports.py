"""Stores what operators see of the encoders of a stream."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from touchline.catalog.application.live.database_retry import DatabaseRetry
from touchline.catalog.application.live.encoder_faults import EncoderFaults
from touchline.catalog.application.live.encoder_session import EncoderSession
from touchline.catalog.application.live.stream_service import LiveStreamService
from touchline.catalog.domain.media.encoder_slots import EncoderSlot, EncoderState
from touchline.catalog.domain.media.live_streams import EncoderReport, LiveStream
from touchline.catalog.domain.media.on_air import FailoverRules
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError


class EncoderReports:
    """Writes the state of each encoder to the stream's row when it has changed."""

    def __init__(
        self, stream_service: LiveStreamService, rules: FailoverRules, slots: Sequence[EncoderSlot]
    ) -> None:
        self._stream_service, self._rules = stream_service, rules
        self._faults = {slot: EncoderFaults() for slot in slots}
        self._retry = DatabaseRetry()

    def update(
        self,
        stream: LiveStream,
        lease: str,
        sessions: Mapping[EncoderSlot, EncoderSession],
        on_air: EncoderSlot,
        now: datetime,
    ) -> LiveStream:
        """Store the states and faults, and return the stream. Repeated if the database is unavailable."""
        states = dict.fromkeys(EncoderSlot, EncoderState.WAITING)
        faults = dict.fromkeys(EncoderSlot, "")
        for slot, session in sessions.items():
            states[slot] = session.get_encoder_state(self._rules)
            faults[slot] = self._faults[slot].update(session, stream.get_fault(slot), now)
        report = EncoderReport(on_air, *states.values(), *faults.values())
        if report == stream.encoder_report or self._retry.is_waiting(now):
            return stream
        try:
            updated = self._stream_service.report_encoders(stream, lease, report)
        except LiveStreamsUnavailableError:
            self._retry.record_failure(now)
            return stream
        self._retry.record_success()
        return updated
