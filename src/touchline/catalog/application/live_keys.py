"""Stream keys: derived when they are asked for, never stored."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

from touchline.catalog.domain.live import LiveState, LiveStream
from touchline.catalog.ports.ingest import SECOND_ENCODER, WRONG_KEY
from touchline.catalog.ports.live import LiveLedger
from touchline.shared.ids import ChannelId, EventId

TEST = "test-"
_NAME = re.compile(r"(?P<event>[1-9][0-9]{0,8})-(?P<test>test-)?.*")


class StreamKeys:
    """Makes and checks stream keys with the deployment's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline live\0" + secret).digest()

    def of(self, stream: LiveStream) -> str:
        """The key of a stream's present generation: `{event}-` and 120 bits, in lower case; of a stream test
        with `test-` between them."""
        facts = (stream.channel_id, stream.event_id, stream.generation)
        if stream.is_test:
            return f"{stream.event_id}-{TEST}{self._mac('test', *facts)}"
        return f"{stream.event_id}-{self._mac(*facts)}"

    @property
    def hook_token(self) -> str:
        """What tells our own RTMP server from anybody else who calls the publish hook."""
        return self._mac("publish hook")

    def is_hook_token(self, token: str) -> bool:
        """Compared in constant time."""
        return hmac.compare_digest(token.encode(), self.hook_token.encode())

    def opens(self, stream: LiveStream, name: str) -> bool:
        """Whether an encoder may publish to the stream under this name; compared in constant time."""
        is_its_key = hmac.compare_digest(name.encode(), self.of(stream).encode())
        return is_its_key and stream.is_open

    def _mac(self, *parts: object) -> str:
        text = "\n".join(str(part) for part in parts).encode()
        digest = hmac.new(self._secret, text, hashlib.sha256).digest()
        return base64.b32encode(digest[:15]).decode().lower()


class AdmitPublisher:
    """The question of an RTMP server that serves all events: may this encoder publish?"""

    def __init__(self, ledger: LiveLedger, tests: LiveLedger, keys: StreamKeys) -> None:
        self._ledger = ledger
        self._tests = tests
        self._keys = keys

    def __call__(self, name: str) -> bool:
        """Let in the present key of an open stream or stream test alone.

        The operator is told of other keys, and of an encoder that comes while another one publishes: the
        server refuses it.
        """
        found = _NAME.fullmatch(name)
        if found is None:
            return False
        ledger = self._tests if found["test"] else self._ledger
        stream = ledger.of_event(EventId(int(found["event"])))
        if stream is None:
            return False
        is_its_key = self._keys.opens(stream, name)
        fault = "" if not stream.is_open else WRONG_KEY if not is_its_key else _second(stream)
        if fault and stream.fault != fault:
            ledger.change(ChannelId(stream.channel_id), stream.id, lambda one: _tell(one, fault))
        return is_its_key


def _second(stream: LiveStream) -> str:
    """Return a sentence where an encoder is publishing already: the server refuses the one that asks."""
    return SECOND_ENCODER if stream.state is LiveState.LIVE else ""


def _tell(stream: LiveStream, fault: str) -> None:
    stream.fault = fault
