"""Stream keys. They are derived on demand and never stored."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

from touchline.catalog.application.live.live_stream_store import LiveStreamStore
from touchline.catalog.domain.media.encoder_slots import EncoderSlot, EncoderState
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.ports.media.ingest import SECOND_ENCODER_FAULT, WRONG_KEY_FAULT, IngestEndpoint
from touchline.shared.ids import ChannelId, EventId

TEST_KEY_PREFIX = "test-"
BACKUP_KEY_PREFIX = "backup-"
_STREAM_KEY = re.compile(r"(?P<event>[1-9][0-9]{0,8})-(?P<test>test-)?(?P<backup>backup-)?.*")


class StreamKeys:
    """Derives and verifies stream keys with the deployment's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline live\0" + secret).digest()

    def derive(self, stream: LiveStream, slot: EncoderSlot = EncoderSlot.PRIMARY) -> str:
        """Return a key of the stream's current generation: `{event}-` and 120 bits, in lower case.

        The key of the backup encoder has `backup-` in between, that of a stream test has `test-`.
        """
        key_parts = (stream.channel_id, stream.event_id, stream.generation)
        if stream.is_test:
            return f"{stream.event_id}-{TEST_KEY_PREFIX}{self._mac('test', *key_parts)}"
        if slot is EncoderSlot.BACKUP:
            return f"{stream.event_id}-{BACKUP_KEY_PREFIX}{self._mac('backup', *key_parts)}"
        return f"{stream.event_id}-{self._mac(*key_parts)}"

    def derive_passphrase(self, stream: LiveStream) -> str:
        """Return the passphrase that encrypts SRT, of the same generation as the stream key."""
        kind = "test" if stream.is_test else "live"
        return self._mac("srt", kind, stream.channel_id, stream.event_id, stream.generation)

    def get_endpoint(self, stream: LiveStream, slot: EncoderSlot = EncoderSlot.PRIMARY) -> IngestEndpoint:
        """Return the endpoint at which an encoder of the stream is expected."""
        return IngestEndpoint(self.derive(stream, slot), stream.port, self.derive_passphrase(stream))

    @property
    def hook_token(self) -> str:
        """The token with which our own RTMP server authenticates to the publish hook."""
        return self._mac("publish hook")

    def is_hook_token(self, token: str) -> bool:
        """Return whether the token is the hook token. The comparison takes constant time."""
        return hmac.compare_digest(token.encode(), self.hook_token.encode())

    def can_publish(self, stream: LiveStream, stream_key: str) -> bool:
        """Return whether an encoder may publish to the stream with this key. The comparison takes constant
        time.
        """
        comparisons = [
            hmac.compare_digest(stream_key.encode(), self.derive(stream, slot).encode())
            for slot in stream.slots
        ]
        return any(comparisons) and stream.is_open

    def _mac(self, *parts: object) -> str:
        text = "\n".join(str(part) for part in parts).encode()
        digest = hmac.new(self._secret, text, hashlib.sha256).digest()
        return base64.b32encode(digest[:15]).decode().lower()


class AuthorizePublisher:
    """Use case: decide whether an encoder may publish, for an RTMP server that serves all events."""

    def __init__(self, live_store: LiveStreamStore, test_store: LiveStreamStore, keys: StreamKeys) -> None:
        self._live_store = live_store
        self._test_store = test_store
        self._keys = keys

    def __call__(self, stream_key: str) -> bool:
        """Return whether the key is the current key of an open stream or stream test.

        The operator sees a fault for a wrong key, and for another encoder with the key of a publishing one.
        The RTMP server rejects that encoder.
        """
        match = _STREAM_KEY.fullmatch(stream_key)
        if match is None:
            return False
        live_store = self._test_store if match["test"] else self._live_store
        stream = live_store.get_by_event(EventId(int(match["event"])))
        if stream is None:
            return False
        is_allowed = self._keys.can_publish(stream, stream_key)
        slot = EncoderSlot.BACKUP if match["backup"] and not match["test"] else EncoderSlot.PRIMARY
        fault = _find_fault(stream, slot, is_allowed=is_allowed)
        if fault and stream.get_fault(slot) != fault:
            live_store.update(
                ChannelId(stream.channel_id),
                stream.id,
                lambda current_stream: current_stream.set_fault(slot, fault),
            )
        return is_allowed


def _find_fault(stream: LiveStream, slot: EncoderSlot, *, is_allowed: bool) -> str:
    """Return the fault that an encoder's attempt to publish means for the stream, or ""."""
    if not stream.is_open:
        return ""
    if not is_allowed:
        return WRONG_KEY_FAULT
    is_sending = stream.get_encoder_state(slot) is EncoderState.RECEIVING
    return SECOND_ENCODER_FAULT if is_sending else ""
