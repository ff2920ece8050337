"""Codes of authenticator apps by pyotp, and their picture by segno."""

import io
from datetime import datetime

import pyotp
import segno
from pyotp.utils import strings_equal

DRIFT = (-1, 0, 1)


class PyotpAuthenticator:
    """Port `Authenticator`: SHA-1, six digits, 30 seconds, which is all that every app understands."""

    def new_secret(self) -> str:
        """A fresh secret of 160 bits, in base 32."""
        return pyotp.random_base32()

    def uri(self, secret: str, holder: str, issuer: str) -> str:
        """The `otpauth:` address of a secret; a colon would end the issuer's name."""
        return pyotp.TOTP(secret).provisioning_uri(name=holder, issuer_name=issuer.replace(":", " "))

    def picture(self, uri: str) -> str:
        """A QR code as SVG, with the quiet zone that cameras need; it grows with its frame."""
        written = io.BytesIO()
        segno.make(uri, error="m", micro=False).save(
            written,
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
        return written.getvalue().decode()

    def step_of(self, secret: str, code: str, now: datetime, *, after: int) -> int | None:
        """The step of a code that was not taken yet; every step is compared, whichever fits."""
        totp = pyotp.TOTP(secret)
        steps = [totp.timecode(now) + drift for drift in DRIFT]
        fitting = [step for step in steps if strings_equal(code, totp.generate_otp(step))]
        return next((step for step in fitting if step > after), None)
