"""The work of an ingest process: all open streams of all channels, each in the care of one process."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from touchline.catalog.application.live_keeper import Keeper, Means
from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.live import LiveStream
from touchline.catalog.domain.media import LeaseLost
from touchline.catalog.ports.live import LedgerAway, LiveLedger
from touchline.shared.errors import Unavailable

log = logging.getLogger(__name__)
_BETWEEN_LOOKS = timedelta(seconds=1)
_SEE_THE_LOG = "Something went wrong with this stream; the log of the ingest process says what."
_AFTER_A_FAULT = timedelta(seconds=3)


class KeepStreams:
    """Takes streams in, and over from processes that died; goes on with each; leaves them at the end.

    `tick` is called a few times a second. A fault in one stream is told to the operator and does not touch
    the others.
    """

    def __init__(self, ledger: LiveLedger, means: Means) -> None:
        self._ledger = ledger
        self._means = means
        self._lease = secrets.token_hex(8)
        self._keepers: dict[LiveStreamId, Keeper] = {}
        self._rests: dict[LiveStreamId, datetime] = {}
        self._look_at: datetime | None = None
        self._is_away = False

    def tick(self) -> None:
        """Look at the rows once a second, and go on with each stream."""
        now = self._means.clock.now()
        if self._look_at is None or now >= self._look_at:
            self._look_at = now + _BETWEEN_LOOKS
            self._look_round(now)
        for stream_id, keeper in list(self._keepers.items()):
            self._guarded(stream_id, keeper.step)

    def leave(self) -> None:
        """Give every stream to the next process."""
        for stream_id, keeper in list(self._keepers.items()):
            self._guarded(stream_id, keeper.leave, even_at_rest=True)
        self._keepers.clear()

    def _look_round(self, now: datetime) -> None:
        try:
            open_streams = {stream.id: stream for stream in self._ledger.unfinished()}
        except LedgerAway as away:
            self._look_at = now + _AFTER_A_FAULT
            if not self._is_away:
                log.warning("the live streams cannot be looked up: %s", away.message)
            self._is_away = True
            return
        except Exception:
            log.exception("the live streams could not be looked up")
            return
        self._is_away = False
        for stream_id in set(self._keepers) - set(open_streams):
            self._forget(stream_id)
        for stream in open_streams.values():
            self._guarded(stream.id, partial(self._look, stream))

    def _look(self, stream: LiveStream) -> None:
        keeper = self._keepers.get(stream.id)
        if keeper is None:
            self._take_in(stream)
        elif stream.lease != self._lease:
            raise LeaseLost(f"stream {stream.id} is no longer ours")
        else:
            keeper.look(stream)

    def _take_in(self, stream: LiveStream) -> None:
        held = self._means.changes.claim(stream, self._lease)
        if held is not None:
            log.info("stream %s of event %s: %s", held.id, held.event_id, held.state)
            self._keepers[held.id] = Keeper(self._means, held, self._lease)

    def _guarded(
        self, stream_id: LiveStreamId, act: Callable[[], None], *, even_at_rest: bool = False
    ) -> None:
        """Do it, unless something went wrong with this stream a moment ago."""
        now = self._means.clock.now()
        if not even_at_rest and now < self._rests.get(stream_id, now):
            return
        try:
            act()
        except LeaseLost:
            log.warning("stream %s was taken over by another process", stream_id)
            self._forget(stream_id)
        except Exception as fault:
            self._rests[stream_id] = now + _AFTER_A_FAULT
            self._fail(stream_id, fault)
        keeper = self._keepers.get(stream_id)
        if keeper is not None and keeper.is_done:
            log.info("stream %s is finished", stream_id)
            del self._keepers[stream_id]

    def _fail(self, stream_id: LiveStreamId, fault: Exception) -> None:
        if isinstance(fault, Unavailable):
            log.warning("stream %s: %s", stream_id, fault.message)
        else:
            log.error("stream %s", stream_id, exc_info=fault)
        keeper = self._keepers.get(stream_id)
        if keeper is not None:
            with suppress(Exception):
                keeper.fail(fault.message if isinstance(fault, Unavailable) else _SEE_THE_LOG)

    def _forget(self, stream_id: LiveStreamId) -> None:
        keeper = self._keepers.pop(stream_id, None)
        if keeper is not None:
            keeper.forget()
