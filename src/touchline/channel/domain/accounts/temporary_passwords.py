"""Passwords that an operator reads out to a viewer, who has to choose another at the first log-in."""

import secrets
from datetime import timedelta

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""No `l`, no `o`, no `0` and no `1`: on paper they are one another."""
GROUP_COUNT, GROUP_LENGTH = 4, 4
TEMPORARY_PASSWORD_LIFETIME = timedelta(hours=72)
"""How long a temporary password opens the account."""


def generate_temporary_password() -> str:
    """Four groups of four characters, `k7qm-…`: 80 random bits."""
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(GROUP_LENGTH)) for _ in range(GROUP_COUNT))
    return "-".join(groups)
