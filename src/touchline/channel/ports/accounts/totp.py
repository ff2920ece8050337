"""Authenticator apps: codes that change with the time (TOTP, RFC 6238)."""

from datetime import datetime
from typing import Protocol


class TotpService(Protocol):
    """Codes of six digits, each for a time step of 30 seconds, from a secret that the app was told once."""

    def generate_secret(self) -> str:
        """A fresh secret of 160 bits, in base 32 as people type it into an app."""
        ...

    def build_uri(self, secret: str, account_name: str, issuer: str) -> str:
        """What an app reads from a picture: `otpauth://totp/issuer:holder?…`."""
        ...

    def render_qr_code(self, uri: str) -> str:
        """The address as a QR code (ISO/IEC 18004): a whole SVG, dark on light."""
        ...

    def find_step(self, secret: str, code: str, now: datetime, *, last_step: int) -> int | None:
        """The time step whose code this is: the present one, the one before it or the next, and later than
        `last_step`; None for any other code. It takes as long for a wrong code as for a right one."""
        ...
