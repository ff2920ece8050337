"""Handing media out to those who may have them, and to nobody else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from touchline.shared.errors import ForbiddenError
from touchline.shared.geo import NOT_IN_REGION
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.principal import Principal

PUBLIC_SESSION = SessionId(0)


class TokenScope(StrEnum):
    """What a token opens: all of a folder, exactly one file, or what a simulated showing has shown."""

    FOLDER = "d"
    FILE = "f"
    SIMULATION = "s"


class GeoBlockedError(ForbiddenError):
    """The link was made for a viewer in another country (product.md §6, for the sentence)."""

    code = "errors.geo_blocked"

    def __init__(self) -> None:
        super().__init__(NOT_IN_REGION)


class InvalidMediaTokenError(ForbiddenError):
    """The token is missing, expired, altered, or made for something else."""

    code = "errors.media_token"

    def __init__(self, message: str = "This media link is not valid or no longer valid.") -> None:
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class SignedUrl:
    """An address that plays until `expires_at`."""

    url: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class MediaTokenClaims:
    """A token that was found good: for whose session (0: anybody's), and until when.

    `simulation_started_at` is when a simulated showing started; with `TokenScope.SIMULATION` alone. `region`
    is the country that it opens from, `ZZ` for an unknown one; None: from everywhere. `share_id` names the
    share link of a clip through which the address was given out; None: it was given for the viewer's own
    right.
    """

    session_id: SessionId
    expires_at: datetime
    scope: TokenScope
    simulation_started_at: datetime | None = None
    region: str | None = None
    share_id: str | None = None


class UrlSigner(Protocol):
    """Signs addresses (api.md, "Playback"). A token binds path, session and expiry."""

    def sign(
        self,
        path: str,
        session_id: SessionId,
        scope: TokenScope,
        region: str | None = None,
        share_id: str | None = None,
    ) -> SignedUrl:
        """The address of a file for one session; good for at most 6 hours, the same for some minutes.

        With a `region` (a country, `ZZ` for an unknown one) it opens from there alone. `share_id` (8
        hexadecimal digits) names the share link of a clip.
        """
        ...

    def sign_simulation(
        self, path: str, session_id: SessionId, starts_at: datetime, region: str | None = None
    ) -> SignedUrl:
        """The address of a playlist behind which a folder opens as a simulated showing goes on.

        `starts_at` counts in whole seconds.
        """
        ...


class Delivery(UrlSigner, Protocol):
    """Signs addresses, and checks those that come back."""

    def verify(self, token: str, path: str) -> MediaTokenClaims:
        """Check the token that stands before a path; `InvalidMediaTokenError`. The session itself is not
        looked at."""
        ...

    def get_internal_path(self, path: str) -> str | None:
        """The name under which a server in front sends the file of this path by itself; None: there is none,
        and the app sends it."""
        ...


@dataclass(frozen=True, slots=True)
class ActiveSession:
    """A session that is neither ended nor expired; `account_id` None: of a visitor who did not log in."""

    channel_id: ChannelId
    account_id: AccountId | None


class Sessions(Protocol):
    """Knows which sessions are open."""

    def get_active_session(self, session_id: SessionId) -> ActiveSession | None:
        """The session, of whatever channel the present transaction sees; None for one that is over."""
        ...


class PlaybackRights(Protocol):
    """Decides whether an address that was given out may still be used."""

    def can_play(self, claims: MediaTokenClaims, path: str) -> bool:
        """Whether the session is open and its viewer may still play what the address opens: the same answer
        as `has_access` of the API, up to 30 s late. Tokens for anybody are not asked about."""
        ...


class ClipPlayback(Protocol):
    """Decides about the files of clips and downloads, which another context owns."""

    def can_play(self, principal: Principal, claims: MediaTokenClaims, path: str) -> bool:
        """Whether the viewer may still have the file of this path; in the present transaction."""
        ...


class IsOperator(Protocol):
    """Knows who runs a channel."""

    def __call__(self, viewer_principal: Principal, /) -> bool:
        """Whether the one behind a session is an operator of its channel."""
        ...


class CountryLookup(Protocol):
    """Knows from which country a request comes."""

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """ISO 3166 alpha-2 code; None when it cannot be known."""
        ...
