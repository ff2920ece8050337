"""`TOUCHLINE_PUSH=webpush`: pushes by the push service of each browser (RFC 8030), encrypted for the browser
(RFC 8291, by the library http-ece) and signed with the house's key (RFC 8292)."""

from __future__ import annotations

import json
import logging
from base64 import urlsafe_b64decode
from binascii import Error as NotBase64
from hashlib import sha256
from http import HTTPStatus

import http_ece
import requests
from cryptography.hazmat.primitives.asymmetric import ec

from adapters.push.services import PushServices
from adapters.push.vapid import Vapid, base64url
from touchline.engagement.ports.push import PushAddress, PushUnavailable, SubscriptionGone
from touchline.shared.clock import Clock
from touchline.shared.errors import Invalid

log = logging.getLogger(__name__)
TIMEOUTS = (5.0, 10.0)
UNKNOWN_SERVICE = "This browser’s push service is not one that we send to."
NO_KEY = "This is no key of a browser."
MOST_ENDPOINT = 2000
_MOST_TITLE, _MOST_BODY = 200, 600  # the services take 4096 bytes in all (RFC 8030 §7.2)
_RECORD = 4096
_GONE = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})
_OURS = frozenset({HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})


class WebPush:
    """Hands pushes over to push services. No line of the log names an endpoint: whoever knows one and the
    house's key may write to that browser."""

    def __init__(
        self,
        vapid: Vapid,
        services: PushServices,
        clock: Clock,
        timeouts: tuple[float, float] = TIMEOUTS,
    ) -> None:
        self._vapid = vapid
        self._services = services
        self._clock = clock
        self._timeouts = timeouts

    @property
    def public_key(self) -> str | None:
        """The house's key."""
        return self._vapid.public_key

    def accept(self, subscription: PushAddress) -> None:
        """`Invalid` for an unknown push service, and for keys that are none."""
        wrong: dict[str, list[str]] = {}
        if len(subscription.endpoint) > MOST_ENDPOINT or not self._services.knows(subscription.endpoint):
            wrong["endpoint"] = [UNKNOWN_SERVICE]
        if not _is_point(subscription.p256dh):
            wrong["keys.p256dh"] = [NO_KEY]
        if len(_bytes(subscription.auth)) != 16:
            wrong["keys.auth"] = [NO_KEY]
        if wrong:
            raise Invalid(wrong)

    def send(self, subscription: PushAddress, title: str, body: str, url: str, tag: str, ttl: int) -> None:
        """Hand over one push; `SubscriptionGone`, `PushUnavailable`. What was accepted once and is no more
        known here is gone: nothing is ever sent to it."""
        if not self._services.knows(subscription.endpoint):
            raise SubscriptionGone("Its push service is not known here.")
        told = {"title": title[:_MOST_TITLE], "body": body[:_MOST_BODY], "url": url, "tag": tag}
        sealed = _sealed(json.dumps(told, ensure_ascii=False).encode(), subscription)
        _judge(self._hand_over(subscription.endpoint, sealed, tag, ttl))

    def _hand_over(self, endpoint: str, sealed: bytes, tag: str, ttl: int) -> int:
        """The status that the service answers. It is told no more than where to, until when, and which push
        takes the place of which; nothing it answers is read, and nowhere it points to is gone."""
        headers = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(ttl),
            "Urgency": "high",
            "Topic": base64url(sha256(tag.encode()).digest()[:24]),  # 32 characters at most (RFC 8030 §5.4)
        }
        try:
            with requests.post(
                endpoint,
                data=sealed,
                headers=headers,
                auth=self._sign,
                timeout=self._timeouts,
                allow_redirects=False,
                stream=True,
            ) as answer:
                return answer.status_code
        except requests.RequestException as wrong:
            raise PushUnavailable(f"The push service does not answer ({type(wrong).__name__}).") from None

    def _sign(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        """As `auth`, so that no password of the machine (.netrc) takes its place."""
        said = self._vapid.authorization(str(request.url), self._clock.now())
        request.headers["Authorization"] = said
        return request


def _judge(status: int) -> None:
    if status in _GONE:
        raise SubscriptionGone(f"The push service knows it no more ({status}).")
    if status in _OURS:
        log.error(
            "a push service refuses our pushes: %s (TOUCHLINE_PUSH_CONTACT, TOUCHLINE_SECRET_KEY)", status
        )
    if not 200 <= status < 300:
        raise PushUnavailable(f"The push service refuses ({status}).")


def _sealed(text: bytes, subscription: PushAddress) -> bytes:
    """The text, which the browser alone can read (RFC 8291); keys that are none are `SubscriptionGone`."""
    if not _is_point(subscription.p256dh):
        raise SubscriptionGone("Its key is none.")
    sealed: bytes = http_ece.encrypt(
        text,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(subscription.p256dh),
        auth_secret=_bytes(subscription.auth),
        rs=_RECORD,
        version="aes128gcm",
    )
    return sealed


def _is_point(text: str) -> bool:
    """Whether a key is an uncompressed point of P-256."""
    raw = _bytes(text)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    except ValueError:
        return False
    return len(raw) == 65


def _bytes(text: str) -> bytes:
    """What base64url stands for, with padding or without; nothing for what it is not."""
    try:
        return urlsafe_b64decode(text.rstrip("=").encode("ascii") + b"=" * (-len(text.rstrip("=")) % 4))
    except (NotBase64, ValueError):
        return b""
