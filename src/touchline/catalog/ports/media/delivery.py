"""Ports for delivering media only to viewers who have access to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from touchline.catalog.ports.media.playback_log import LiveViewer
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import ForbiddenError, UnavailableError
from touchline.shared.geo import NOT_IN_REGION
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.permissions import Permission
from touchline.shared.principal import Principal

PUBLIC_SESSION = SessionId(0)
AUDIO_ONLY = ErrorMessage("errors.audio_only", "You have access to the audio only.")
INVALID_MEDIA_LINK = ErrorMessage(
    "errors.media_token", "This media link is not valid or has expired. Reload the page."
)


class TokenScope(StrEnum):
    """The scope of a media token: a whole folder, its audio, exactly one file, or the part of a simulation so
    far.
    """

    FOLDER = "d"
    AUDIO = "a"
    FILE = "f"
    SIMULATION = "s"


class GeoBlockedError(ForbiddenError):
    """Raised when the URL was issued for a viewer in another country (product.md §6 has the message)."""

    def __init__(self) -> None:
        super().__init__(NOT_IN_REGION)


class InvalidMediaTokenError(ForbiddenError):
    """Raised when the media token is missing, expired, altered, or issued for something else."""

    def __init__(self, message: str = INVALID_MEDIA_LINK) -> None:
        super().__init__(message)


class PlaybackRightsUnavailableError(UnavailableError):
    """Raised when the rights cannot be checked, because the database does not respond."""

    def __init__(self) -> None:
        super().__init__("The database is unavailable. Current playback continues.")


@dataclass(frozen=True, slots=True)
class SignedUrl:
    """A media URL that can be played until `expires_at`."""

    url: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class MediaTokenClaims:
    """The claims of a valid media token: its session (0: any session), its expiry and its scope.

    `simulation_started_at` is the start of a simulation, set only with `TokenScope.SIMULATION`.
    `region` is the country in which the URL is valid: `ZZ` for an unknown country, None for everywhere.
    `share_id` is the share link of a clip through which the URL was issued. It is None if the viewer had
    access on their own. `audio_only`: the URL opens the audio of its scope, and no picture.
    """

    session_id: SessionId
    expires_at: datetime
    scope: TokenScope
    simulation_started_at: datetime | None = None
    region: str | None = None
    share_id: str | None = None
    audio_only: bool = False


class UrlSigner(Protocol):
    """A signer of media URLs (api.md, "Playback"). A token binds path, session and expiry."""

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
        """Return a signed URL of a file for one session.

        The URL is valid for at most 6 hours, and not after `until`. It stays the same for some minutes. With
        a `region` (a country, `ZZ` for an unknown one) it is valid only there. `share_id` (8 hexadecimal
        digits) is the share link of a clip.
        """
        ...

    def sign_simulation(
        self,
        path: str,
        session_id: SessionId,
        starts_at: datetime,
        region: str | None = None,
        *,
        audio_only: bool = False,
    ) -> SignedUrl:
        """Return the signed URL of a playlist that opens its folder as a simulation progresses.

        `starts_at` is in whole seconds. `audio_only`: the URL opens the audio alone.
        """
        ...


class Delivery(UrlSigner, Protocol):
    """A signer of media URLs that also verifies them."""

    def verify(self, token: str, path: str) -> MediaTokenClaims:
        """Verify the token that precedes a path and return its claims.

        Raises `InvalidMediaTokenError`. The session itself is not checked.
        """
        ...

    def get_internal_path(self, path: str) -> str | None:
        """Return the internal path from which a reverse proxy sends this file by itself.

        None means that there is no such proxy and the application sends the file.
        """
        ...


@dataclass(frozen=True, slots=True)
class ActiveSession:
    """A session that has neither ended nor expired. `account_id` is None for a visitor who is not logged
    in. `single_sign_on_at` is when an operator logged in through the provider of the team."""

    channel_id: ChannelId
    account_id: AccountId | None
    single_sign_on_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class DeviceDetails:
    """A device on which a viewer is logged in: `Chrome on Windows`, `desktop`."""

    name: str
    platform: str


class Sessions(Protocol):
    """The open sessions."""

    def list_devices(self, account_id: AccountId) -> Mapping[SessionId, DeviceDetails]:
        """Return the devices of the viewer's active sessions. Runs one query."""
        ...

    def get_active_session(self, session_id: SessionId) -> ActiveSession | None:
        """Return the session if it is active, otherwise None.

        The session may belong to any channel that the current transaction sees.
        """
        ...


class PlaybackRights(Protocol):
    """The check whether an issued media URL may still be used."""

    def can_play(self, claims: MediaTokenClaims, path: str) -> bool:
        """Return whether the session is active and its viewer may still play the URL's content.

        The result matches `has_access` in the API, with a delay of up to 30 s. Public tokens (session 0) are
        not checked here.
        """
        ...

    def find_viewers(self, claims: MediaTokenClaims, path: str) -> tuple[LiveViewer, ...]:
        """Return whose live viewing the last check of a path was, without a query.

        Empty for other paths, for visitors who are not logged in, and before the first check.
        """
        ...


class ClipPlayback(Protocol):
    """The access check for the files of clips and downloads, which belong to another context."""

    def can_play(self, principal: Principal, claims: MediaTokenClaims, path: str) -> bool:
        """Return whether the viewer may still access the file at this path, in the current transaction."""
        ...


class CheckPermission(Protocol):
    """The check whether a viewer is an operator with a permission."""

    def __call__(self, viewer_principal: Principal, permission: Permission, /) -> bool:
        """Return whether the viewer of a session has the permission in its channel."""
        ...


class CountryLookup(Protocol):
    """Lookup of the country from which a request comes."""

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """Return the ISO 3166 alpha-2 code; None if the country is unknown."""
        ...
