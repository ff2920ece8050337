"""TOTP codes for authenticator apps by pyotp, and QR codes by segno."""

from datetime import datetime

import pyotp
from pyotp.utils import strings_equal

from touchline.platform.qr_codes import render_qr_code

DRIFT_STEPS = (-1, 0, 1)


class PyotpTotpService:
    """Port `TotpService`: SHA-1, six digits, 30 seconds. All authenticator apps support these parameters."""

    def generate_secret(self) -> str:
        """Return a new secret of 160 bits in Base32."""
        return pyotp.random_base32()

    def build_uri(self, secret: str, account_name: str, issuer: str) -> str:
        """Return the `otpauth:` URI of a secret.

        Colons in the issuer's name are replaced, because a colon would end it.
        """
        return pyotp.TOTP(secret).provisioning_uri(name=account_name, issuer_name=issuer.replace(":", " "))

    def render_qr_code(self, uri: str) -> str:
        """Return a scalable QR code as SVG, with the quiet zone that cameras need."""
        return render_qr_code(uri, nl=False, svgclass=None, lineclass=None)

    def find_step(self, secret: str, code: str, now: datetime, *, last_step: int) -> int | None:
        """Return the time step of a code that was not used yet.

        All steps are compared, so that the check takes the same time for every code.
        """
        totp = pyotp.TOTP(secret)
        steps = [totp.timecode(now) + drift for drift in DRIFT_STEPS]
        matching_steps = [step for step in steps if strings_equal(code, totp.generate_otp(step))]
        return next((step for step in matching_steps if step > last_step), None)
