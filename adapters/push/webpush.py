"""`TOUCHLINE_PUSH=webpush`: pushes by each browser's push service (RFC 8030).

Messages are encrypted for the browser (RFC 8291, by the library http-ece) and signed with the deployment's
key (RFC 8292).
"""

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

from adapters.push.push_services import PushServices
from adapters.push.vapid import VapidKey, base64url
from touchline.engagement.ports.push import PushSubscriptionInfo, PushUnavailableError, SubscriptionGoneError
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidInputError

log = logging.getLogger(__name__)
TIMEOUTS = (5.0, 10.0)
UNKNOWN_SERVICE = ErrorMessage(
    "errors.unsupported_push_service",
    "Notifications are not supported for this browser. Try another browser.",
)
INVALID_KEY = ErrorMessage(
    "errors.invalid_push_key", "This browser’s push key is not valid. Turn notifications off and on again."
)
MAX_ENDPOINT_LENGTH = 2000
_MAX_TITLE_LENGTH, _MAX_BODY_LENGTH = 200, 600  # push services accept 4096 bytes in total (RFC 8030 §7.2)
_RECORD_SIZE = 4096
_GONE_STATUSES = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})
_CONFIGURATION_STATUSES = frozenset({HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})


class WebPushSender:
    """Sender of pushes to push services.

    Log lines never contain an endpoint: with the endpoint and the deployment's key, anyone can send to that
    browser.
    """

    def __init__(
        self,
        vapid: VapidKey,
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
        """Return the deployment's public key."""
        return self._vapid.public_key

    def validate(self, subscription: PushSubscriptionInfo) -> None:
        """Raise `InvalidInputError` for an unknown push service or invalid keys."""
        errors: dict[str, list[str]] = {}
        if len(subscription.endpoint) > MAX_ENDPOINT_LENGTH or not self._services.is_allowed(
            subscription.endpoint
        ):
            errors["endpoint"] = [UNKNOWN_SERVICE]
        if not _is_point(subscription.p256dh):
            errors["keys.p256dh"] = [INVALID_KEY]
        if len(_decode_base64url(subscription.auth)) != 16:
            errors["keys.auth"] = [INVALID_KEY]
        if errors:
            raise InvalidInputError(errors)

    def send(
        self,
        subscription: PushSubscriptionInfo,
        title: str,
        body: str,
        url: str,
        tag: str,
        ttl: int,
        *,
        is_score: bool = False,
    ) -> None:
        """Send a push. Raises `SubscriptionGoneError` or `PushUnavailableError`.

        A subscription whose push service is no longer allowed counts as gone. Nothing is sent to it.
        """
        if not self._services.is_allowed(subscription.endpoint):
            raise SubscriptionGoneError("The push service is not supported.")
        message = {
            "title": title[:_MAX_TITLE_LENGTH],
            "body": body[:_MAX_BODY_LENGTH],
            "url": url,
            "tag": tag,
            **({"score": True} if is_score else {}),
        }
        encrypted = _encrypt(json.dumps(message, ensure_ascii=False).encode(), subscription)
        _check_status(self._post(subscription.endpoint, encrypted, tag, ttl))

    def _post(self, endpoint: str, encrypted: bytes, tag: str, ttl: int) -> int:
        """Return the status of the push service's response.

        The request contains only the encrypted message, its expiry and the topic that replaces earlier
        pushes. The response body is not read and redirects are not followed.
        """
        headers = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(ttl),
            "Urgency": "high",
            "Topic": base64url(sha256(tag.encode()).digest()[:24]),  # at most 32 characters (RFC 8030 §5.4)
        }
        try:
            with requests.post(
                endpoint,
                data=encrypted,
                headers=headers,
                auth=self._sign,
                timeout=self._timeouts,
                allow_redirects=False,
                stream=True,
            ) as response:
                return response.status_code
        except requests.RequestException as error:
            raise PushUnavailableError(
                f"The push service does not respond ({type(error).__name__})."
            ) from None

    def _sign(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        """Sign the request.

        As `auth`, this function prevents a password in the machine's .netrc from replacing the header.
        """
        authorization = self._vapid.build_authorization(str(request.url), self._clock.now())
        request.headers["Authorization"] = authorization
        return request


def _check_status(status: int) -> None:
    if status in _GONE_STATUSES:
        raise SubscriptionGoneError(f"The push service no longer knows this browser ({status}).")
    if status in _CONFIGURATION_STATUSES:
        log.error(
            "a push service rejects our requests: %s (TOUCHLINE_PUSH_CONTACT, TOUCHLINE_SECRET_KEY)", status
        )
    if not 200 <= status < 300:
        raise PushUnavailableError(f"The push service rejected the notification ({status}).")


def _encrypt(text: bytes, subscription: PushSubscriptionInfo) -> bytes:
    """Encrypt the text so that only the browser can read it (RFC 8291).

    Raises `SubscriptionGoneError` for an invalid key.
    """
    if not _is_point(subscription.p256dh):
        raise SubscriptionGoneError("The browser's push key is not valid.")
    encrypted: bytes = http_ece.encrypt(
        text,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decode_base64url(subscription.p256dh),
        auth_secret=_decode_base64url(subscription.auth),
        rs=_RECORD_SIZE,
        version="aes128gcm",
    )
    return encrypted


def _is_point(text: str) -> bool:
    """Return whether a key is an uncompressed point of P-256."""
    raw = _decode_base64url(text)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    except ValueError:
        return False
    return len(raw) == 65


def _decode_base64url(text: str) -> bytes:
    """Decode base64url with or without padding. Return empty bytes for invalid input."""
    try:
        return urlsafe_b64decode(text.rstrip("=").encode("ascii") + b"=" * (-len(text.rstrip("=")) % 4))
    except (NotBase64, ValueError):
        return b""
