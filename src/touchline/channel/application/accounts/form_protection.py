"""Robot check and rate limit of public forms (product.md §8)."""

from touchline.channel.domain.accounts.network_addresses import rate_limit_address
from touchline.channel.ports.accounts.robot_check import RobotCheck
from touchline.channel.ports.accounts.throttle import Limit, Throttle
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidInputError

ROBOT_CHECK_REQUIRED = ErrorMessage("errors.robot_check_required", "A {service} token required")
ROBOT_CHECK_FAILED = ErrorMessage(
    "errors.robot_check_failed", "The {service} token is invalid or you look like a robot"
)


class RequireHuman:
    """Robot check of a form. Every sender passes if no check is configured."""

    def __init__(self, robot_check: RobotCheck) -> None:
        self._robot_check = robot_check

    @property
    def is_token_required(self) -> bool:
        """Return whether a robot check token is required."""
        return self._robot_check.provider is not None

    def __call__(self, token: str | None, ip: str) -> None:
        """Check the token.

        Raises `InvalidInputError` under `robot_token`, or `RobotCheckUnavailableError`. The check makes a
        network request, so call it before any write.
        """
        if not self.is_token_required:
            return
        if not token:
            raise InvalidInputError(
                {"robot_token": [ROBOT_CHECK_REQUIRED.with_params(service=self._robot_check.service)]}
            )
        if not self._robot_check.is_human(token, ip):
            message = ROBOT_CHECK_FAILED.with_params(service=self._robot_check.service)
            raise InvalidInputError({"robot_token": [message]})


class FormProtection:
    """Robot check and rate limit of a public form, counted by network address."""

    def __init__(self, require_human: RequireHuman, throttle: Throttle) -> None:
        self._require_human = require_human
        self._throttle = throttle

    @property
    def is_token_required(self) -> bool:
        """Return whether a robot check token is required."""
        return self._require_human.is_token_required

    def __call__(self, limit: Limit, token: str | None, ip: str) -> None:
        """Check the token and the rate limit.

        Raises `InvalidInputError`, `RobotCheckUnavailableError`, or `RateLimitedError`.
        """
        self._require_human(token, ip)
        self._throttle.hit(limit, rate_limit_address(ip))
