"""What an operator reads about the encoder of a slot, across its ingest sessions."""

from __future__ import annotations

from datetime import datetime, timedelta

from touchline.catalog.application.live.encoder_session import EncoderSession
from touchline.catalog.ports.media.ingest import SECOND_ENCODER_FAULT, WRONG_KEY_FAULT, IngestSessionState

_SECOND_ENCODER_DURATION = timedelta(seconds=30)


class EncoderFaults:
    """Keeps the fault of an encoder that has left until another one publishes."""

    def __init__(self) -> None:
        self._last_fault = self._reported_fault = ""
        self._second_encoder_until: datetime | None = None

    def update(self, session: EncoderSession, stored_fault: str, now: datetime) -> str:
        """Return the fault to show. `stored_fault` is the one in the stream's row."""
        state = session.state
        if state is not IngestSessionState.WAITING:
            self._last_fault = session.fault
        refusal = self._get_refusal(state, stored_fault, now)
        self._reported_fault = session.fault or self._last_fault or refusal
        return self._reported_fault

    def _get_refusal(self, state: IngestSessionState, stored_fault: str, now: datetime) -> str:
        """Return the fault of an encoder that the shared RTMP server refused, or "".

        `AuthorizePublisher` writes the fault to the row, perhaps before any process supervises the stream. A
        wrong key is shown until an encoder is accepted, a second encoder for half a minute.
        """
        if state is IngestSessionState.WAITING:
            return WRONG_KEY_FAULT if stored_fault == WRONG_KEY_FAULT else ""
        if stored_fault == SECOND_ENCODER_FAULT and self._reported_fault != SECOND_ENCODER_FAULT:
            self._second_encoder_until = now + _SECOND_ENCODER_DURATION
        return (
            SECOND_ENCODER_FAULT
            if self._second_encoder_until is not None and now < self._second_encoder_until
            else ""
        )
