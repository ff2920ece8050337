"""`TOUCHLINE_ROBOT_CHECK=recaptcha`: Google's reCAPTCHA v2, or whatever speaks its protocol."""

import logging

import requests

from touchline.channel.ports.robot_check import RobotCheckUnavailable

log = logging.getLogger(__name__)
ADDRESS = "https://www.google.com/recaptcha/api/siteverify"
TIMEOUTS = (5.0, 10.0)
NOT_NOW = "We cannot tell people from robots at the moment. Please try again later."


class RecaptchaRobotCheck:
    """Asks `siteverify`: a form of `secret`, `response`, `remoteip` is answered by JSON with `success`."""

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

    def is_person(self, token: str, ip: str) -> bool:
        """Whether it says `success`; `RobotCheckUnavailable` when it says nothing, or that our secret is
        wrong."""
        asked = {"secret": self._secret, "response": token, "remoteip": ip}
        try:
            with self._session() as session:
                answer = session.post(
                    self._address, data=asked, timeout=self._timeouts, allow_redirects=False
                )
            answer.raise_for_status()
            told = answer.json()  # where it points to elsewhere, there is none
        except requests.RequestException:  # its JSON errors are among them
            raise _unavailable() from None
        return self._judge(told if isinstance(told, dict) else {})

    def _judge(self, told: dict[str, object]) -> bool:
        faults = told.get("error-codes") or []
        ours = [fault for fault in ("missing-input-secret", "invalid-input-secret") if fault in str(faults)]
        if ours:
            log.error("the robot check refuses our secret: %s", ours[0])
            raise _unavailable()
        return told.get("success") is True

    def _session(self) -> requests.Session:
        return requests.Session()


def _unavailable() -> RobotCheckUnavailable:
    return RobotCheckUnavailable(NOT_NOW, code="errors.robot_check_unavailable")
