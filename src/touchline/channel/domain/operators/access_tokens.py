"""Personal access tokens: what programs send in place of a login (docs/decisions/0073-access-tokens.md)."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.permissions import Permission

TOKEN_PREFIX = "tlp_"  # noqa: S105
VISIBLE_LENGTH = 10
"""Characters of a token that are stored and shown, so that people recognize it."""
MAX_NAME_LENGTH = 80
MAX_TOKENS = 20
LIFETIMES = (30, 90, 365)
"""Lifetimes in days that operators can choose, up to the deployment's maximum."""
LAST_USED_INTERVAL = timedelta(hours=1)
RETENTION_AFTER_END = timedelta(days=30)

NAME_REQUIRED = ErrorMessage("errors.token_name_required", "Enter a name for the token")
SCOPES_REQUIRED = ErrorMessage("errors.token_scopes_required", "Choose at least one scope")
SCOPE_NOT_HELD = ErrorMessage("errors.token_scope_not_held", "Choose only scopes that your own role includes")
LIFETIME_INVALID = ErrorMessage("errors.token_lifetime", "Choose a lifetime from the list")
TOO_MANY_TOKENS = ErrorMessage(
    "errors.too_many_tokens", "You can have at most {number} access tokens. Revoke one first."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessToken:
    """A token of an operator, without its secret.

    `prefix` is the visible beginning. `last_used_at` is accurate to an hour. `owner_name` is the name of the
    account, and `session_id` the login that created the token.
    """

    id: int = 0
    channel_id: ChannelId
    account_id: AccountId
    name: str
    prefix: str
    scopes: Sequence[Permission]
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None = None
    revoked_at: datetime | None = None
    owner_name: str = ""
    session_id: SessionId | None = None

    def is_active(self, now: datetime) -> bool:
        """Return whether the token is neither expired nor revoked."""
        return self.revoked_at is None and now < self.expires_at

    def is_last_used_outdated(self, now: datetime) -> bool:
        """Return whether `last_used_at` is old enough to be written again."""
        return self.last_used_at is None or now >= self.last_used_at + LAST_USED_INTERVAL


def generate_token() -> str:
    """Return a new token: `tlp_` and 256 random bits."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def sort_scopes(scopes: Collection[str]) -> Sequence[Permission]:
    """Return each scope once, in the order of the permissions. Permissions of other releases are left out."""
    return tuple(permission for permission in Permission if permission in scopes)


def list_lifetimes(max_days: int) -> Sequence[int]:
    """Return the lifetimes in days that operators can choose."""
    return [days for days in LIFETIMES if days <= max_days] or [max_days]


def find_token_errors(
    name: str, scopes: Collection[Permission], held: Set[Permission], days: int, max_days: int
) -> dict[str, list[str]]:
    """Return what is wrong with a new token, by field. `held` are the permissions of its owner."""
    errors: dict[str, list[str]] = {}
    if not name:
        errors["name"] = [NAME_REQUIRED]
    if not scopes:
        errors["scopes"] = [SCOPES_REQUIRED]
    elif set(scopes) - held:
        errors["scopes"] = [SCOPE_NOT_HELD]
    if days not in list_lifetimes(max_days):
        errors["expires_in_days"] = [LIFETIME_INVALID]
    return errors
