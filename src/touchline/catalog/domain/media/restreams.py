"""Restreams: a live stream that is sent on to other services, such as YouTube, while it is live.

A target is a server and a key of the channel, for SRT a stream ID and a passphrase. A restream is one target
of one event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from ipaddress import ip_address
from urllib.parse import urlsplit

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.network_addresses import is_public_address

MAX_TARGETS = 10
MAX_NAME_LENGTH = 100
MAX_URL_LENGTH = 500
MAX_KEY_LENGTH = 500
MAX_DETAIL_LENGTH = 200
PASSPHRASE_BYTES = range(10, 80)
_MAX_STREAM_ID_BYTES = 512
DEFAULT_PORTS = {"rtmp": 1935, "rtmps": 443}
"""The ports of the protocols that have one."""
SRT_SCHEME = "srt"
MAX_KEY_REFUSALS, MAX_LATER_KEY_REFUSALS = 3, 10
"""Attempts with a key that the service refuses. After them, an operator has to try again.

A key that was accepted before is tried longer: for some minutes, a service may take a connection that broke
for another encoder.
"""
_FIRST_DELAY_SECONDS, _MAX_DELAY_SECONDS = 2, 60
_JITTER = 0.25
_STABLE_AFTER = timedelta(seconds=30)
"""Time live after which the next failure is retried at once again."""

TOO_MANY_TARGETS = ErrorMessage(
    "errors.too_many_restream_targets", "A channel can have at most {number} targets. Delete one first."
)
NAME_REQUIRED = ErrorMessage("errors.restream_name_required", "Enter a name")
KEY_REQUIRED = ErrorMessage("errors.restream_key_required", "Enter the stream key of the service")
INVALID_URL = ErrorMessage(
    "errors.invalid_restream_url", "Enter the server's URL, such as rtmps://a.rtmps.youtube.com/live2"
)
UNKNOWN_SCHEME = ErrorMessage(
    "errors.restream_scheme", "Enter a URL that begins with rtmp://, rtmps:// or srt://"
)
SRT_ADDRESS = ErrorMessage(
    "errors.restream_srt",
    "Enter an SRT server as srt://host:port. Stream ID and passphrase have their own fields.",
)
PASSPHRASE_LENGTH = ErrorMessage("errors.restream_passphrase", "Enter a passphrase of 10 to 79 characters")
PASSPHRASE_WITHOUT_SRT = ErrorMessage(
    "errors.restream_passphrase_without_srt", "Only SRT servers have a passphrase. Leave it empty."
)
STREAM_ID_LENGTH = ErrorMessage("errors.restream_stream_id", "Enter a stream ID of at most 512 characters")
SECRETS_REQUIRED = ErrorMessage(
    "errors.restream_secrets_required", "Enter the stream ID and the passphrase of the new server"
)
URL_WITH_SECRET = ErrorMessage(
    "errors.restream_url_secret", "Enter the URL without user name, query or key. The key has its own field."
)
PRIVATE_ADDRESS = ErrorMessage("errors.private_restream_url", "This address is private. Enter a public one.")
APPLICATION_REQUIRED = ErrorMessage(
    "errors.restream_application_required", "Enter the whole URL, with its path, such as /live2 or /app"
)

UNREADABLE_KEY = ErrorMessage(
    "errors.restream_key_unreadable", "The key can no longer be read. Enter it again."
)


class RestreamService(StrEnum):
    """The service that receives the stream. The studio shows where to find its server and key."""

    YOUTUBE = "youtube"
    FACEBOOK = "facebook"
    TWITCH = "twitch"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class TargetSecrets:
    """The secrets of a target. `key` is the stream key, for SRT the stream ID, which may be empty.

    `passphrase` is for SRT. Without one, the stream is not encrypted.
    """

    key: str
    passphrase: str = ""

    def __repr__(self) -> str:
        return "TargetSecrets()"


class RestreamState(StrEnum):
    """The state of a restream. `WAITING`: it starts with the stream."""

    OFF = "off"
    WAITING = "waiting"
    CONNECTING = "connecting"
    LIVE = "live"
    RETRYING = "retrying"
    FAILED = "failed"


class RestreamFailure(StrEnum):
    """Why a connection to a target could not be made, or has ended."""

    KEY_REFUSED = "key_refused"
    PASSPHRASE_REFUSED = "passphrase_refused"  # noqa: S105
    UNKNOWN_HOST = "unknown_host"
    PRIVATE_ADDRESS = "private_address"
    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    INSECURE = "insecure"
    NOT_RTMP = "not_rtmp"
    DISCONNECTED = "disconnected"
    UNREADABLE_KEY = "unreadable_key"
    INTERNAL = "internal"


@dataclass(slots=True, kw_only=True)
class RestreamTarget:
    """A target of the current channel. Its key is encrypted.

    `is_always`: new streams are sent to it unless an operator turns it off for the event.
    """

    id: int = 0
    name: str
    service: RestreamService
    server_url: str
    encrypted_key: str
    is_always: bool = False
    created_at: datetime
    version: int = 1
    """Counts the changes of server and key, so that a running restream connects again."""


@dataclass(slots=True, kw_only=True)
class RestreamProgress:
    """The progress of a restream, as the ingest process reports it. `attempt` counts the failures in a row.

    `detail` is what the server answered: printable, and at most `MAX_DETAIL_LENGTH` characters.
    """

    state: RestreamState = RestreamState.WAITING
    attempt: int = 0
    next_attempt_at: datetime | None = None
    live_since: datetime | None = None
    bytes_sent: int = 0
    bitrate: int = 0
    failure: RestreamFailure | None = None
    detail: str = ""

    def record_connecting(self) -> None:
        """Begin an attempt."""
        self.state, self.next_attempt_at, self.live_since, self.bitrate = (
            RestreamState.CONNECTING,
            None,
            None,
            0,
        )

    def record_live(self, now: datetime, bytes_sent: int, bitrate: int) -> None:
        """Record that the service accepts the stream. After a while, earlier failures are forgotten.

        Some services accept every key first, and disconnect a moment later.
        """
        if self.state is not RestreamState.LIVE or self.live_since is None:
            self.state, self.live_since = RestreamState.LIVE, now
        if now - self.live_since >= _STABLE_AFTER:
            self.attempt, self.failure, self.detail = 0, None, ""
        self.next_attempt_at, self.bytes_sent, self.bitrate = None, bytes_sent, bitrate

    def record_failure(self, failure: RestreamFailure, detail: str, now: datetime, randomness: float) -> None:
        """Plan the next attempt, unless the secrets are refused too often. `randomness` is from 0 to 1."""
        is_refused = failure in (RestreamFailure.KEY_REFUSED, RestreamFailure.PASSPHRASE_REFUSED)
        if is_refused and self.failure is not failure:
            self.attempt = 0
        self.attempt += 1
        self.failure, self.live_since, self.bitrate = failure, None, 0
        self.detail = "".join(filter(str.isprintable, detail))[:MAX_DETAIL_LENGTH]
        max_refusals = MAX_LATER_KEY_REFUSALS if self.bytes_sent else MAX_KEY_REFUSALS
        if failure is RestreamFailure.UNREADABLE_KEY or (is_refused and self.attempt >= max_refusals):
            self.state, self.next_attempt_at = RestreamState.FAILED, None
        else:
            self.state = RestreamState.RETRYING
            self.next_attempt_at = now + compute_retry_delay(self.attempt, randomness)

    def record_waiting(self) -> None:
        """Record that there is no video to send."""
        self.state, self.next_attempt_at, self.live_since, self.bitrate = (
            RestreamState.WAITING,
            None,
            None,
            0,
        )

    def is_due(self, now: datetime) -> bool:
        """Return whether a connection may be made now."""
        if self.state is RestreamState.FAILED:
            return False
        return self.next_attempt_at is None or now >= self.next_attempt_at


@dataclass(slots=True, kw_only=True)
class Restream:
    """A target of an event.

    `is_enabled` is the operator's choice for this event; None means the target's `is_always`.
    `retry_count` counts the presses of *Try again*.
    """

    channel_id: ChannelId
    event_id: EventId
    target: RestreamTarget
    is_enabled: bool | None = None
    retry_count: int = 0
    progress: RestreamProgress

    @property
    def is_on(self) -> bool:
        """Whether the event is sent to the target."""
        return self.target.is_always if self.is_enabled is None else self.is_enabled


def compute_retry_delay(attempt: int, randomness: float) -> timedelta:
    """Return the delay before the next attempt: 2, 4, 8 … 60 s, and up to a quarter longer at random.

    `attempt` is the number of failures in a row, from 1. `randomness` is from 0 to 1.
    """
    seconds = min(_FIRST_DELAY_SECONDS << min(attempt - 1, 10), _MAX_DELAY_SECONDS)
    return timedelta(seconds=seconds * (1 + _JITTER * randomness))


def is_srt(server_url: str) -> bool:
    """Return whether a server is an SRT listener."""
    return server_url.lower().startswith(f"{SRT_SCHEME}:")


def find_target_errors(
    name: str, server_url: str, secrets: TargetSecrets | None, *, allow_private: bool
) -> Mapping[str, list[str]]:
    """Return the messages by field. `secrets` is None if they stay unchanged. The host is not resolved."""
    errors: dict[str, list[str]] = {}
    if not name:
        errors["name"] = [NAME_REQUIRED]
    if message := find_url_error(server_url, allow_private=allow_private):
        errors["server_url"] = [message]
    if secrets is not None:
        errors |= _find_secret_errors(secrets, is_srt=is_srt(server_url))
    return errors


def _find_secret_errors(secrets: TargetSecrets, *, is_srt: bool) -> Mapping[str, list[str]]:
    errors: dict[str, list[str]] = {}
    passphrase = secrets.passphrase
    if not is_srt:
        if not secrets.key:
            errors["key"] = [KEY_REQUIRED]
        if passphrase:
            errors["passphrase"] = [PASSPHRASE_WITHOUT_SRT]
        return errors
    if len(secrets.key.encode()) > _MAX_STREAM_ID_BYTES:
        errors["key"] = [STREAM_ID_LENGTH]
    is_valid = len(passphrase.encode()) in PASSPHRASE_BYTES and passphrase.isprintable()
    if passphrase and not is_valid:
        errors["passphrase"] = [PASSPHRASE_LENGTH]
    return errors


def find_url_error(url: str, *, allow_private: bool) -> ErrorMessage | None:
    """Return what is wrong with the URL of a server, or None."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return INVALID_URL
    schemes = {*DEFAULT_PORTS, SRT_SCHEME}
    if "://" in url and parts.scheme not in schemes:
        return UNKNOWN_SCHEME
    is_plain = url.isascii() and url.isprintable() and not set(url) & set(' "<>\\^`{|}')
    if not (is_plain and parts.scheme in schemes and host) or len(url) > MAX_URL_LENGTH or port == 0:
        return INVALID_URL
    if parts.scheme == SRT_SCHEME and (port is None or url.rstrip("/") != f"{SRT_SCHEME}://{parts.netloc}"):
        return SRT_ADDRESS
    if "@" in parts.netloc or parts.query or parts.fragment or "?" in url or "#" in url:
        return URL_WITH_SECRET
    if parts.scheme in DEFAULT_PORTS and not parts.path.strip("/"):
        return APPLICATION_REQUIRED
    return PRIVATE_ADDRESS if not allow_private and _is_private_host(host) else None


def _is_private_host(host: str) -> bool:
    """Return whether a host is recognizable as private without DNS."""
    try:
        return not is_public_address(str(ip_address(host)))
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))
