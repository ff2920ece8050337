"""Fakes of restream targets, their store and their senders."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from touchline.catalog.application.live.restreams.restream_store import RestreamStore
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.restreams import (
    Restream,
    RestreamFailure,
    RestreamProgress,
    RestreamService,
    RestreamTarget,
)
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.catalog.ports.media.restreamer import (
    RestreamDestination,
    RestreamSegment,
    SenderState,
    SenderStatus,
)
from touchline.catalog.tests.media_fakes import CHANNEL
from touchline.catalog.tests.samples import NOON
from touchline.shared.ids import EventId


class FakeEncryption:
    """`KeyEncryption` that reverses texts. With `is_broken`, nothing can be decrypted."""

    is_broken = False

    def encrypt(self, purpose: str, text: str) -> str:
        return f"{purpose}:{text[::-1]}"

    def decrypt(self, purpose: str, encrypted: str) -> str:
        if self.is_broken or not encrypted.startswith(f"{purpose}:"):
            raise ValueError(purpose)
        return encrypted.removeprefix(f"{purpose}:")[::-1]


@dataclass
class FakeSender:
    """`RestreamSender` that a test controls."""

    destination: RestreamDestination
    status: SenderStatus = field(default_factory=lambda: SenderStatus(SenderState.CONNECTING))
    sent: list[RestreamSegment] = field(default_factory=list)
    is_closed: bool = False
    is_drained: bool = False

    def send(self, segment: RestreamSegment) -> None:
        self.sent.append(segment)

    def close(self, *, is_drained: bool = False) -> None:
        self.is_closed, self.is_drained = True, is_drained

    def go_live(self, bytes_sent: int = 1000) -> None:
        self.status = SenderStatus(SenderState.LIVE, bytes_sent, 8000)

    def fail(self, failure: RestreamFailure) -> None:
        self.status = SenderStatus(SenderState.ENDED, self.status.bytes_sent, 0, failure)


class FakeRestreamer:
    """`Restreamer` that keeps its senders."""

    def __init__(self) -> None:
        self.senders: list[FakeSender] = []

    def start(self, destination: RestreamDestination) -> FakeSender:
        self.senders.append(FakeSender(destination))
        return self.senders[-1]


class FakeRestreamStore(RestreamStore):
    """The restreams of one event, in memory. With `is_unavailable`, the database does not respond."""

    def __init__(self, event_id: EventId) -> None:
        self._event_id = event_id
        self.restreams: dict[int, Restream] = {}
        self.is_unavailable = False
        self.save_count = 0

    def add(self, target_id: int, *, is_always: bool = True) -> Restream:
        target = RestreamTarget(
            id=target_id,
            name=f"Target {target_id}",
            service=RestreamService.OTHER,
            server_url=f"rtmp://target-{target_id}.example/live",
            encrypted_key=FakeEncryption().encrypt("restream key", f"key-{target_id}"),
            is_always=is_always,
            created_at=NOON,
        )
        restream = Restream(
            channel_id=CHANNEL, event_id=self._event_id, target=target, progress=RestreamProgress()
        )
        self.restreams[target_id] = restream
        return restream

    def list_by_stream(self, stream: LiveStream) -> Sequence[Restream]:
        if self.is_unavailable:
            raise LiveStreamsUnavailableError
        return deepcopy(list(self.restreams.values()))

    def save_progress(self, stream: LiveStream, target_id: int, progress: RestreamProgress) -> None:
        if self.is_unavailable:
            raise LiveStreamsUnavailableError
        self.save_count += 1
        self.restreams[target_id].progress = deepcopy(progress)
