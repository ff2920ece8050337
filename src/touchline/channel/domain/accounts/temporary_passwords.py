"""Temporary passwords: an operator gives one to a viewer, who must change it at the first login."""

import secrets
from datetime import timedelta

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits without `l`, `o`, `0`, and `1`, which are easily confused on paper."""
GROUP_COUNT, GROUP_LENGTH = 4, 4
TEMPORARY_PASSWORD_LIFETIME = timedelta(hours=72)
"""How long a temporary password is valid."""


def generate_temporary_password() -> str:
    """Return a new temporary password: four groups of four characters, `k7qm-…`, with 80 random bits."""
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(GROUP_LENGTH)) for _ in range(GROUP_COUNT))
    return "-".join(groups)
