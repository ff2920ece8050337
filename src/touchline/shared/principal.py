"""The principal of a request."""

from collections.abc import Set
from dataclasses import dataclass
from datetime import datetime

from touchline.shared.errors import NotAuthenticatedError
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.permissions import Permission


@dataclass(frozen=True)
class TokenGrant:
    """The access token that a request was made with, and what it may do at most."""

    id: int
    name: str
    scopes: Set[Permission]


@dataclass(frozen=True)
class Principal:
    """The holder of an API key, for the current request.

    `session_id` 0 means no session (a public page). `language` is the response language, one of the
    channel's. If `must_change_password` is True, the viewer has a temporary password and may only choose
    another one. `country` is an ISO 3166 alpha-2 code, or None if it is unknown. `token` is set if an access
    token was used in place of an API key. It has no session. `single_sign_on_at` is when an operator logged
    in through the provider of the team. `hides_scores` is what the request asks for with `scores=`; None
    leaves it to the viewer's own setting.
    """

    channel_id: ChannelId
    session_id: SessionId
    account_id: AccountId | None
    language: str
    country: str | None
    must_change_password: bool = False
    token: TokenGrant | None = None
    single_sign_on_at: datetime | None = None
    hides_scores: bool | None = None

    @property
    def is_logged_in(self) -> bool:
        """Return whether a viewer is logged in with the key."""
        return self.account_id is not None

    @property
    def viewer_id(self) -> AccountId:
        """Return the viewer's account id. Raises `NotAuthenticatedError` if no viewer is logged in."""
        if self.account_id is None:
            raise NotAuthenticatedError
        return self.account_id
