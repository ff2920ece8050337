"""Port to authenticator apps with time-based codes (TOTP, RFC 6238)."""

from datetime import datetime
from typing import Protocol


class TotpService(Protocol):
    """Time-based codes: six digits, valid for a 30-second time step, derived from a shared secret."""

    def generate_secret(self) -> str:
        """Return a new secret of 160 bits, in base 32 so that it can be typed into an app."""
        ...

    def build_uri(self, secret: str, account_name: str, issuer: str) -> str:
        """Return the URI for an authenticator app: `otpauth://totp/issuer:account_name?…`."""
        ...

    def render_qr_code(self, uri: str) -> str:
        """Return the URI as a QR code (ISO/IEC 18004): a complete SVG, dark on light."""
        ...

    def find_step(self, secret: str, code: str, now: datetime, *, last_step: int) -> int | None:
        """Return the time step of a code, or None if the code is invalid.

        Accepts the current step, the previous one, and the next one, if it is later than `last_step`. The
        check takes the same time for right and wrong codes.
        """
        ...
