"""`TOUCHLINE_DELIVERY=app`: signed paths, created and verified by the app itself.

`/media/{token}/{folder}/…` with the token `{expiry}.{session}.{scope}.{mac}`. The expiry is in seconds since
the epoch. Session 0 is public.

The scope is `d`, `a`, `f` or `s{start}`. `d` is a whole folder: the first two parts of the path, or the first
three for a clip, so that a playback token opens no download. `f` is this file only. `s{start}` is the part of
a folder that a simulated live event has shown since `start`, in seconds since the epoch; only the app can
determine it. `a`, and an `a` after the start of a simulation, open audio without the picture; the app selects
it. A suffix `-US` binds the scope to a country (`-ZZ`: unknown country), where a country rule
applies. A further suffix `~1a2b3c4d` identifies the share link that a clip's URL was created for.

The MAC is HMAC-SHA256 over scope, expiry, session and the opened path, joined by newlines, in URL-safe base64
without `=`. A CDN or nginx can verify it, too. The token comes before the path, so relative names in a
playlist keep it, and no playlist is rewritten for a viewer (api.md, "Playback").
"""

import base64
import hashlib
import hmac
import re
from datetime import UTC, datetime, timedelta

from touchline.catalog.ports.media.delivery import (
    PUBLIC_SESSION,
    InvalidMediaTokenError,
    MediaTokenClaims,
    SignedUrl,
    TokenScope,
)
from touchline.shared.clock import Clock
from touchline.shared.ids import SessionId

MAX_LIFETIME = timedelta(hours=6)
_EXPIRY_STEP = timedelta(minutes=15)
_TOKEN = re.compile(
    r"([1-9][0-9]{0,11})\.(0|[1-9][0-9]{0,17})\.((?:[adf]|s([1-9][0-9]{0,11})(a)?)(?:-([A-Z]{2}))?(?:~([0-9a-f]{8}))?)\.([A-Za-z0-9_-]{43})"
)
_FOLDER_PARTS = 2
_FOLDER_DEPTHS = {"clips": 3}


class SignedPaths:
    """Signs and verifies paths with one secret (port `Delivery`). `host` is the media host, or "" (same
    origin).

    `minutes` is the lifetime of a session's URL. A public URL (an image) has the longest lifetime.
    """

    def __init__(self, secret: bytes, clock: Clock, host: str = "", minutes: int = 360) -> None:
        self._secret = derive_key(secret)
        self._clock = clock
        self._host = host
        self._lifetime = timedelta(minutes=minutes)

    def sign(
        self,
        path: str,
        session_id: SessionId,
        scope: TokenScope,
        region: str | None = None,
        share_id: str | None = None,
        *,
        until: datetime | None = None,
    ) -> SignedUrl:
        """Sign a path. The expiry falls on a quarter hour, so that repeated page requests get the same
        URL."""
        return self._sign(path, session_id, scope.value, region, share_id, until)

    def sign_simulation(
        self,
        path: str,
        session_id: SessionId,
        starts_at: datetime,
        region: str | None = None,
        *,
        audio_only: bool = False,
    ) -> SignedUrl:
        """Sign what a simulated live event has shown, like `sign`."""
        audio = TokenScope.AUDIO.value if audio_only else ""
        scope = f"{TokenScope.SIMULATION}{int(starts_at.timestamp())}{audio}"
        return self._sign(path, session_id, scope, region)

    def get_internal_path(self, path: str) -> str | None:
        """Return None, because the app sends the bytes itself."""
        return None

    def verify(self, token: str, path: str) -> MediaTokenClaims:
        """Verify the format, MAC (in constant time) and expiry of a token."""
        match = _TOKEN.fullmatch(token)
        if match is None or not _is_safe_path(path):
            raise InvalidMediaTokenError
        expiry, session_id, scope = int(match[1]), SessionId(int(match[2])), TokenScope(match[3][0])
        mac = self._mac(match[3], expiry, session_id, _get_opened_path(path, match[3]))
        if not hmac.compare_digest(mac, match[8]):
            raise InvalidMediaTokenError
        if session_id == PUBLIC_SESSION and scope is not TokenScope.FILE:
            raise InvalidMediaTokenError
        if self._clock.now().timestamp() >= expiry:
            raise InvalidMediaTokenError
        expires_at = datetime.fromtimestamp(expiry, UTC)
        return MediaTokenClaims(
            session_id,
            expires_at,
            scope,
            _parse_start(match[4]),
            region=match[6],
            share_id=match[7],
            audio_only=scope is TokenScope.AUDIO or match[5] is not None,
        )

    def _sign(
        self,
        path: str,
        session_id: SessionId,
        base_scope: str,
        region: str | None,
        share_id: str | None = None,
        until: datetime | None = None,
    ) -> SignedUrl:
        scope = base_scope + (f"-{region}" if region else "") + (f"~{share_id}" if share_id else "")
        lifetime = MAX_LIFETIME if session_id == PUBLIC_SESSION else self._lifetime
        latest = (self._clock.now() + lifetime).timestamp()
        expiry = int(latest // _EXPIRY_STEP.total_seconds() * _EXPIRY_STEP.total_seconds())
        if until is not None:
            expiry = min(expiry, int(until.timestamp()))
        mac = self._mac(scope, expiry, session_id, _get_opened_path(path, scope))
        token = f"{expiry}.{session_id}.{scope}.{mac}"
        return SignedUrl(f"{self._host}/media/{token}/{path}", datetime.fromtimestamp(expiry, UTC))

    def _mac(self, scope: str, expiry: int, session_id: int, opened_path: str) -> str:
        text = f"{scope}\n{expiry}\n{session_id}\n{opened_path}".encode()
        digest = hmac.new(self._secret, text, hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def derive_key(secret: bytes) -> bytes:
    """Return the key for media links, derived from the deployment's secret without revealing it."""
    return hashlib.sha256(b"touchline media links\0" + secret).digest()


def _parse_start(seconds: str | None) -> datetime | None:
    return datetime.fromtimestamp(int(seconds), UTC) if seconds else None


def _get_opened_path(path: str, scope: str) -> str:
    if scope[0] == TokenScope.FILE:
        return path
    parts = path.split("/")
    return "/".join(parts[: _FOLDER_DEPTHS.get(parts[0], _FOLDER_PARTS)]) + "/"


def _is_safe_path(path: str) -> bool:
    parts = path.split("/")
    return len(parts) > _FOLDER_PARTS and not {"", ".", ".."} & set(parts) and "\\" not in path
