"""Authenticator apps: codes that change with the time (TOTP, RFC 6238)."""

from datetime import datetime
from typing import Protocol


class Authenticator(Protocol):
    """Codes of six digits, each for a time step of 30 seconds, from a secret that the app was told once."""

    def new_secret(self) -> str:
        """A fresh secret of 160 bits, in base 32 as people type it into an app."""
        ...

    def uri(self, secret: str, holder: str, issuer: str) -> str:
        """What an app reads from a picture: `otpauth://totp/issuer:holder?…`."""
        ...

    def picture(self, uri: str) -> str:
        """The address as a QR code (ISO/IEC 18004): a whole SVG, dark on light."""
        ...

    def step_of(self, secret: str, code: str, now: datetime, *, after: int) -> int | None:
        """The time step whose code this is: the present one, the one before it or the next, and later than
        `after`; None for any other code. It takes as long for a wrong code as for a right one."""
        ...
