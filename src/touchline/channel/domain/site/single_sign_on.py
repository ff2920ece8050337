"""Single sign-on of a channel's operators through an OpenID Connect provider (ADR 75)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

SINGLE_SIGN_ON = "single-sign-on"
"""The name of the provider in addresses."""
LIFETIME = timedelta(hours=24)
"""How long a login opens the studio, where single sign-on is required."""


@dataclass(frozen=True)
class SingleSignOn:
    """The provider of a channel's team.

    `name` is on the button. `domains` are those of allowed email addresses. If `required`, operators need it
    for the studio.
    """

    name: str
    issuer: str
    client_id: str
    domains: tuple[str, ...]
    required: bool = False

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any] | None) -> SingleSignOn | None:
        """Return the provider of the settings in a pack, or None."""
        if not settings:
            return None
        return cls(**{**settings, "domains": tuple(settings["domains"])})

    def allows(self, email: str) -> bool:
        """Return whether an email address is in one of the domains, which do not include subdomains."""
        return email.rpartition("@")[2].lower() in self.domains

    def is_missing(self, logged_in_at: datetime | None, now: datetime) -> bool:
        """Return whether a session needs another login, made at `logged_in_at`, to open the studio."""
        return self.required and (logged_in_at is None or now - logged_in_at >= LIFETIME)
