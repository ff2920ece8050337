"""`TOUCHLINE_ROBOT_CHECK=recaptcha`: Google's reCAPTCHA v2, or a service with the same protocol."""

import logging

import requests

from touchline.channel.ports.accounts.robot_check import RobotCheckUnavailableError
from touchline.shared.error_messages import ErrorMessage

log = logging.getLogger(__name__)
ADDRESS = "https://www.google.com/recaptcha/api/siteverify"
TIMEOUTS = (5.0, 10.0)
TEMPORARILY_UNAVAILABLE = ErrorMessage(
    "errors.robot_check_unavailable", "The robot check is not available right now. Please try again later."
)


class RecaptchaRobotCheck:
    """Client of `siteverify`.

    It sends a form of `secret`, `response`, `remoteip` and gets JSON with `success`.
    """

    service = "reCAPTCHA"

    def __init__(
        self,
        site_key: str,
        secret: str,
        address: str = ADDRESS,
        *,
        provider: str = "recaptcha",
        timeouts: tuple[float, float] = TIMEOUTS,
    ) -> None:
        self.provider: str | None = provider
        self.site_key: str | None = site_key
        self._secret = secret
        self._address = address
        self._timeouts = timeouts

    def is_human(self, token: str, ip: str) -> bool:
        """Return whether the response contains `success`.

        Raises `RobotCheckUnavailableError` if there is no usable response or the secret is wrong.
        """
        form = {"secret": self._secret, "response": token, "remoteip": ip}
        try:
            with self._session() as session:
                response = session.post(
                    self._address, data=form, timeout=self._timeouts, allow_redirects=False
                )
            response.raise_for_status()
            result = response.json()  # a redirect has no JSON body
        except requests.RequestException:  # includes JSON errors
            raise _unavailable_error() from None
        return self._evaluate(result if isinstance(result, dict) else {})

    def _evaluate(self, result: dict[str, object]) -> bool:
        error_codes = result.get("error-codes") or []
        secret_errors = [
            error_code
            for error_code in ("missing-input-secret", "invalid-input-secret")
            if error_code in str(error_codes)
        ]
        if secret_errors:
            log.error("reCAPTCHA rejects TOUCHLINE_RECAPTCHA_SECRET: %s", secret_errors[0])
            raise _unavailable_error()
        return result.get("success") is True

    def _session(self) -> requests.Session:
        return requests.Session()


def _unavailable_error() -> RobotCheckUnavailableError:
    return RobotCheckUnavailableError(TEMPORARILY_UNAVAILABLE)
