"""Handing media out to those who may have them, and to nobody else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from touchline.shared.errors import Forbidden
from touchline.shared.geo import NOT_IN_REGION
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.principal import Principal

ANYBODY = SessionId(0)


class Scope(StrEnum):
    """What a token opens: all of a folder, exactly one file, or what a simulated showing has shown."""

    FOLDER = "d"
    FILE = "f"
    SHOWING = "s"


class OtherRegion(Forbidden):
    """The link was made for a viewer in another country (product.md §6, for the sentence)."""

    code = "errors.geo_blocked"

    def __init__(self) -> None:
        super().__init__(NOT_IN_REGION)


class NotAdmitted(Forbidden):
    """The token is missing, expired, altered, or made for something else."""

    code = "errors.media_token"

    def __init__(self, message: str = "This media link is not valid or no longer valid.") -> None:
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class SignedAddress:
    """An address that plays until `expires_at`."""

    url: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Ticket:
    """A token that was found good: for whose session (0: anybody's), and until when.

    `shown_from` is when a simulated showing started; with `Scope.SHOWING` alone. `region` is the country that
    it opens from, `ZZ` for an unknown one; None: from everywhere. `share` names the share link of a clip
    through which the address was given out; None: it was given for the viewer's own right.
    """

    session_id: SessionId
    expires_at: datetime
    scope: Scope
    shown_from: datetime | None = None
    region: str | None = None
    share: str | None = None


class Signs(Protocol):
    """Signs addresses (api.md, "Playback"). A token binds path, session and expiry."""

    def address(
        self,
        path: str,
        session_id: SessionId,
        scope: Scope,
        region: str | None = None,
        share: str | None = None,
    ) -> SignedAddress:
        """The address of a file for one session; good for at most 6 hours, the same for some minutes.

        With a `region` (a country, `ZZ` for an unknown one) it opens from there alone. `share` (8 hexadecimal
        digits) names the share link of a clip.
        """
        ...

    def showing(
        self, path: str, session_id: SessionId, starts_at: datetime, region: str | None = None
    ) -> SignedAddress:
        """The address of a playlist behind which a folder opens as a simulated showing goes on.

        `starts_at` counts in whole seconds.
        """
        ...


class Delivery(Signs, Protocol):
    """Signs addresses, and checks those that come back."""

    def admit(self, token: str, path: str) -> Ticket:
        """Check the token that stands before a path; `NotAdmitted`. The session itself is not looked at."""
        ...

    def handed_on(self, path: str) -> str | None:
        """The name under which a server in front sends the file of this path by itself; None: there is none,
        and the app sends it."""
        ...


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session that is neither ended nor expired; `account_id` None: of a visitor who did not log in."""

    channel_id: ChannelId
    account_id: AccountId | None


class Sessions(Protocol):
    """Knows which sessions are open."""

    def open_session(self, session_id: SessionId) -> OpenSession | None:
        """The session, of whatever channel the present transaction sees; None for one that is over."""
        ...


class PlaybackRights(Protocol):
    """Decides whether an address that was given out may still be used."""

    def may_play(self, ticket: Ticket, path: str) -> bool:
        """Whether the session is open and its viewer may still play what the address opens: the same answer
        as `has_access` of the API, up to 30 s late. Tokens for anybody are not asked about."""
        ...


class ClipPlayback(Protocol):
    """Decides about the files of clips and downloads, which another context owns."""

    def may_play(self, principal: Principal, ticket: Ticket, path: str) -> bool:
        """Whether the viewer may still have the file of this path; in the present transaction."""
        ...


class Operators(Protocol):
    """Knows who runs a channel."""

    def __call__(self, asking: Principal, /) -> bool:
        """Whether the one behind a session is an operator of its channel."""
        ...


class Countries(Protocol):
    """Knows from which country a request comes."""

    def country_of(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """ISO 3166 alpha-2 code; None when it cannot be known."""
        ...
