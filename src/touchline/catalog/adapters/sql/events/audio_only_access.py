"""Whether viewers may listen to live events without watching, in the database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.shared.clock import Clock

_PERIOD = timedelta(days=1)
"""How long before and after its start an event may be live."""


class SqlAudioOnlyAccess:
    """`AudioOnlyAccess` in the current transaction. `sells_audio_only` is asked if no event decides."""

    def __init__(
        self, session: Callable[[], Session], clock: Clock, sells_audio_only: Callable[[], bool]
    ) -> None:
        self._session = session
        self._clock = clock
        self._sells_audio_only = sells_audio_only

    def is_offered(self) -> bool:
        """Select whether such an event exists, before the offers."""
        now = self._clock.now()
        event = select(EventRow.id).where(
            EventRow.starts_at.between(now - _PERIOD, now + _PERIOD),
            EventRow.video_offered.is_(False),
            EventRow.withdrawn.is_(False),
        )
        return bool(self._session().scalar(select(event.exists()))) or self._sells_audio_only()
