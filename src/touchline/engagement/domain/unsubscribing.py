"""The token by which a letter lets its reader unsubscribe with one click (RFC 8058).

It names the viewer and the reminder and is signed, so it works without logging in, on any device, as
often as it is clicked, and for as long as letters are kept: it has no end.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass

from touchline.engagement.domain.things import About, AboutType
from touchline.shared.ids import AccountId, ChannelId


@dataclass(frozen=True)
class Leave:
    """Who does not want to be told of what any more."""

    channel_id: ChannelId
    account_id: AccountId
    about: About


class UnsubscribeTokens:
    """Makes tokens with the deployment's secret, and reads them."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline unsubscribe\0" + secret).digest()

    def make(self, leave: Leave) -> str:
        """Letters, digits, dots, dashes and underscores."""
        about = leave.about
        said = f"{leave.channel_id}.{leave.account_id}.{about.type.value}.{about.id}"
        return f"{said}.{self._signature(said)}"

    def read(self, token: str) -> Leave | None:
        """What the token says; None for one that this house did not make. Compared in constant time."""
        said, _, signature = token.rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(said).encode()):
            return None
        channel_id, account_id, kind, thing_id = said.split(".")
        about = About(AboutType(kind), int(thing_id))
        return Leave(ChannelId(int(channel_id)), AccountId(int(account_id)), about)

    def _signature(self, said: str) -> str:
        digest = hmac.new(self._secret, said.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:24]).decode()
