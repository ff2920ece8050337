"""Who is asking."""

from dataclasses import dataclass

from touchline.shared.errors import NotAuthenticatedError
from touchline.shared.ids import AccountId, ChannelId, SessionId


@dataclass(frozen=True)
class Principal:
    """The one behind an api key, as of this request.

    `session_id` 0 stands for nobody's session (a public page). `language` is the one chosen for the
    answer among the channel's; `must_change_password`: the viewer has a temporary password, and may do
    nothing but choose another; `country` an ISO 3166 alpha-2 code or None when it is not known.
    """

    channel_id: ChannelId
    session_id: SessionId
    account_id: AccountId | None
    language: str
    country: str | None
    must_change_password: bool = False

    @property
    def is_logged_in(self) -> bool:
        """Whether a viewer stands behind the key."""
        return self.account_id is not None

    @property
    def viewer_id(self) -> AccountId:
        """The account of the viewer behind the key; `NotAuthenticatedError` where nobody is."""
        if self.account_id is None:
            raise NotAuthenticatedError
        return self.account_id
