"""Names of rehearsals, which several contexts must recognize.

A rehearsal is an event with its own key and its own viewer. The viewer's email address is derived from the
key. Its domain is reserved (RFC 2606), so that no mail server accepts it.
"""

from __future__ import annotations

REHEARSAL_DOMAIN = "rehearsal.invalid"
"""The domain of the email addresses of rehearsal viewers. Nothing is sent to it."""


def get_viewer_address(key: str) -> str:
    """Return the email address of the viewer of a rehearsal."""
    return f"{key}@{REHEARSAL_DOMAIN}"


def is_viewer_address(email: str) -> bool:
    """Return whether an email address belongs to the viewer of a rehearsal."""
    return email.endswith(f"@{REHEARSAL_DOMAIN}")
