"""Port for the robot check at public forms. The operator selects a service with `TOUCHLINE_ROBOT_CHECK`."""

from typing import Protocol

from touchline.shared.errors import UnavailableError


class RobotCheckUnavailableError(UnavailableError):
    """The robot check service does not respond."""


class RobotCheck(Protocol):
    """Port to a service that verifies the token of its widget."""

    provider: str | None
    """The provider's name for the web app (`recaptcha`, `fake`), or None if the check is disabled."""
    site_key: str | None
    """The public site key of the widget, or None."""
    service: str
    """The name of the service in error messages: `reCAPTCHA`."""

    def is_human(self, token: str, ip: str) -> bool:
        """Return whether the service considers the sender human.

        Raises `RobotCheckUnavailableError` if the service does not respond.
        """
        ...
