"""Telling people from robots; an operator's choice (`TOUCHLINE_ROBOT_CHECK`)."""

from typing import Protocol

from touchline.shared.errors import UnavailableError


class RobotCheckUnavailableError(UnavailableError):
    """The service that tells people from robots does not answer."""


class RobotCheck(Protocol):
    """Asks a service about the token that its widget gave to the page."""

    provider: str | None
    """The name for the web app (`recaptcha`, `fake`), or None where nobody is asked."""
    site_key: str | None
    """The public key of the widget."""
    service: str
    """The service's name in refusals: `reCAPTCHA`."""

    def is_human(self, token: str, ip: str) -> bool:
        """Whether the service takes the sender for a person; `RobotCheckUnavailableError`."""
        ...
