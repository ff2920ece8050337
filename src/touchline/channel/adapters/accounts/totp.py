"""Codes of authenticator apps by pyotp, and their picture by segno."""

import io
from datetime import datetime

import pyotp
import segno
from pyotp.utils import strings_equal

DRIFT_STEPS = (-1, 0, 1)


class PyotpTotpService:
    """Port `Authenticator`: SHA-1, six digits, 30 seconds, which is all that every app understands."""

    def generate_secret(self) -> str:
        """A fresh secret of 160 bits, in base 32."""
        return pyotp.random_base32()

    def build_uri(self, secret: str, account_name: str, issuer: str) -> str:
        """The `otpauth:` address of a secret; a colon would end the issuer's name."""
        return pyotp.TOTP(secret).provisioning_uri(name=account_name, issuer_name=issuer.replace(":", " "))

    def render_qr_code(self, uri: str) -> str:
        """A QR code as SVG, with the quiet zone that cameras need; it grows with its frame."""
        svg = io.BytesIO()
        segno.make(uri, error="m", micro=False).save(
            svg,
            kind="svg",
            border=4,
            dark="#000",
            light="#fff",
            xmldecl=False,
            omitsize=True,
            nl=False,
            svgclass=None,
            lineclass=None,
        )
        return svg.getvalue().decode()

    def find_step(self, secret: str, code: str, now: datetime, *, last_step: int) -> int | None:
        """The step of a code that was not taken yet; every step is compared, whichever fits."""
        totp = pyotp.TOTP(secret)
        steps = [totp.timecode(now) + drift for drift in DRIFT_STEPS]
        matching_steps = [step for step in steps if strings_equal(code, totp.generate_otp(step))]
        return next((step for step in matching_steps if step > last_step), None)
