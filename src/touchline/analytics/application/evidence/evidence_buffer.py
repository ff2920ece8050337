"""Collects what the server saw in memory, and stores it every few seconds."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from threading import Lock
from typing import TypeVar

from touchline.analytics.domain.evidence.time_slots import get_minute_bit, get_slot
from touchline.analytics.domain.evidence.viewer_requests import RequestKind
from touchline.analytics.ports.evidence import BroadcastKey, EvidenceRecords, RequestKey, SlotBits
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.unit_of_work import UnitOfWorkFactory

MAX_MINUTES = 200_000
"""Minutes that wait while the database is unavailable. Further ones are left out."""
MAX_VIDEO = timedelta(minutes=10)
"""Longest video that is recorded at once. An ingest that was away for longer does not make up for it."""
Key = TypeVar("Key", RequestKey, BroadcastKey)
log = logging.getLogger(__name__)


class EvidenceBuffer:
    """The records of this process that are not stored yet. Recording sets one bit and never fails.

    A process that is killed loses the last seconds, which measure like a short gap.
    """

    def __init__(self, uow: UnitOfWorkFactory, records: EvidenceRecords) -> None:
        self._uow = uow
        self._records = records
        self._requests: dict[RequestKey, SlotBits] = {}
        self._broadcasts: dict[BroadcastKey, SlotBits] = {}
        self._lock, self._flush_lock = Lock(), Lock()

    def record_request(
        self,
        channel_id: ChannelId,
        event_id: EventId,
        account_id: AccountId,
        kind: RequestKind,
        at: datetime,
    ) -> None:
        """Record a request of an account."""
        minute, bit = get_minute_bit(get_slot(at.timestamp()))
        with self._lock:
            _add_bits(self._requests, RequestKey(channel_id, event_id, account_id, minute), kind.value, bit)

    def record_supervision(self, channel_id: ChannelId, event_id: EventId, at: datetime) -> None:
        """Record that the ingest runs for an event."""
        minute, bit = get_minute_bit(get_slot(at.timestamp()))
        with self._lock:
            _add_bits(self._broadcasts, BroadcastKey(channel_id, event_id, minute), "supervised", bit)

    def record_video(
        self, channel_id: ChannelId, event_id: EventId, until: datetime, length: timedelta
    ) -> None:
        """Record that viewers got video of a length, which ends at `until`."""
        last = get_slot(until.timestamp())
        first = get_slot((until - min(length, MAX_VIDEO)).timestamp())
        with self._lock:
            for slot in range(first, last + 1):
                minute, bit = get_minute_bit(slot)
                _add_bits(self._broadcasts, BroadcastKey(channel_id, event_id, minute), "on_air", bit)

    def flush(self) -> None:
        """Store what was recorded. If this fails, the records wait for the next call."""
        with self._flush_lock:
            with self._lock:
                requests, self._requests = self._requests, {}
                broadcasts, self._broadcasts = self._broadcasts, {}
            if not requests and not broadcasts:
                return
            try:
                with self._uow.all_channels():
                    self._records.add(requests, broadcasts)
            except Exception:
                self._put_back(requests, broadcasts)
                raise

    def _put_back(
        self, requests: dict[RequestKey, SlotBits], broadcasts: dict[BroadcastKey, SlotBits]
    ) -> None:
        with self._lock:
            for request_key, kinds in requests.items():
                for kind, bits in kinds.items():
                    _add_bits(self._requests, request_key, kind, bits)
            for broadcast_key, kinds in broadcasts.items():
                for kind, bits in kinds.items():
                    _add_bits(self._broadcasts, broadcast_key, kind, bits)


def _add_bits(bits_by_key: dict[Key, SlotBits], key: Key, kind: str, bits: int) -> None:
    kinds = bits_by_key.get(key)
    if kinds is None:
        if len(bits_by_key) >= MAX_MINUTES:
            return
        kinds = bits_by_key[key] = {}
    kinds[kind] = kinds.get(kind, 0) | bits
