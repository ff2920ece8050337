"""`TOUCHLINE_DELIVERY=app`: signed paths, handed out and checked by the app itself.

`/media/{token}/{folder}/…` with token `{expiry}.{session}.{scope}.{mac}`: expiry in seconds since the epoch,
session 0 for anybody, scope `d` (all of a folder: the first two parts of the path, of a clip the first three,
so that what plays opens no file for download), `f` (this file) or `s{start}` (of the folder what a simulated
showing has shown that began at `start`, in seconds since the epoch; only the app can tell what that is).
`-US` behind the scope binds it to a country (`-ZZ`: an unknown one), where a rule looks at countries.
`~1a2b3c4d` behind that names the share link that a clip's address was given for. The mac is HMAC-SHA256 over
`{scope}\\n{expiry}\\n{session}\\n{what is opened}`, in URL-safe base64 without `=`; a CDN or nginx can check
the same. Because the token stands before the path, relative names in a playlist carry it along, and no
playlist is rewritten for a viewer (api.md, "Playback").
"""

import base64
import hashlib
import hmac
import re
from datetime import UTC, datetime, timedelta

from touchline.catalog.ports.delivery import ANYBODY, NotAdmitted, Scope, SignedAddress, Ticket
from touchline.shared.clock import Clock
from touchline.shared.ids import SessionId

LONGEST = timedelta(hours=6)
_STEADY = timedelta(minutes=15)
_TOKEN = re.compile(
    r"([1-9][0-9]{0,11})\.(0|[1-9][0-9]{0,17})\.((?:d|f|s([1-9][0-9]{0,11}))(?:-([A-Z]{2}))?(?:~([0-9a-f]{8}))?)\.([A-Za-z0-9_-]{43})"
)
_FOLDER_PARTS = 2
_DEEPER = {"clips": 3}


class SignedPaths:
    """Signs and checks with one secret (port `Delivery`). `host` is the media host, or "" (same origin).

    `minutes` is the life of a session's address. An address for anybody (a picture) has the longest.
    """

    def __init__(self, secret: bytes, clock: Clock, host: str = "", minutes: int = 360) -> None:
        self._secret = derived_key(secret)
        self._clock = clock
        self._host = host
        self._life = timedelta(minutes=minutes)

    def address(
        self,
        path: str,
        session_id: SessionId,
        scope: Scope,
        region: str | None = None,
        share: str | None = None,
    ) -> SignedAddress:
        """Good until a quarter hour's border, so that the same page asked twice gives the same address."""
        return self._signed(path, session_id, scope.value, region, share)

    def showing(
        self, path: str, session_id: SessionId, starts_at: datetime, region: str | None = None
    ) -> SignedAddress:
        """As `address`, for what a simulated showing has shown."""
        return self._signed(path, session_id, f"{Scope.SHOWING}{int(starts_at.timestamp())}", region)

    def handed_on(self, path: str) -> str | None:
        """To nobody: the app sends the bytes itself."""
        return None

    def admit(self, token: str, path: str) -> Ticket:
        """Check form, mac (in constant time) and expiry."""
        found = _TOKEN.fullmatch(token)
        if found is None or not _is_plain(path):
            raise NotAdmitted
        expiry, session_id, scope = int(found[1]), SessionId(int(found[2])), Scope(found[3][0])
        mac = self._mac(found[3], expiry, session_id, _opened(path, found[3]))
        if not hmac.compare_digest(mac, found[7]):
            raise NotAdmitted
        if session_id == ANYBODY and scope is not Scope.FILE:
            raise NotAdmitted
        if self._clock.now().timestamp() >= expiry:
            raise NotAdmitted("This media link has expired.")
        until = datetime.fromtimestamp(expiry, UTC)
        return Ticket(session_id, until, scope, _start(found[4]), found[5], found[6])

    def _signed(
        self, path: str, session_id: SessionId, opens: str, region: str | None, share: str | None = None
    ) -> SignedAddress:
        scope = opens + (f"-{region}" if region else "") + (f"~{share}" if share else "")
        life = LONGEST if session_id == ANYBODY else self._life
        latest = (self._clock.now() + life).timestamp()
        expiry = int(latest // _STEADY.total_seconds() * _STEADY.total_seconds())
        mac = self._mac(scope, expiry, session_id, _opened(path, scope))
        token = f"{expiry}.{session_id}.{scope}.{mac}"
        return SignedAddress(f"{self._host}/media/{token}/{path}", datetime.fromtimestamp(expiry, UTC))

    def _mac(self, scope: str, expiry: int, session_id: int, opened: str) -> str:
        text = f"{scope}\n{expiry}\n{session_id}\n{opened}".encode()
        digest = hmac.new(self._secret, text, hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def derived_key(secret: bytes) -> bytes:
    """What media links are signed with: made of the deployment's secret, which it does not give away."""
    return hashlib.sha256(b"touchline media links\0" + secret).digest()


def _start(seconds: str | None) -> datetime | None:
    return datetime.fromtimestamp(int(seconds), UTC) if seconds else None


def _opened(path: str, scope: str) -> str:
    if scope[0] == Scope.FILE:
        return path
    parts = path.split("/")
    return "/".join(parts[: _DEEPER.get(parts[0], _FOLDER_PARTS)]) + "/"


def _is_plain(path: str) -> bool:
    parts = path.split("/")
    return len(parts) > _FOLDER_PARTS and not {"", ".", ".."} & set(parts) and "\\" not in path
