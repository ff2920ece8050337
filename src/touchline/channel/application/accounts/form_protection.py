"""The robot check at the forms that anybody may send (product.md §8)."""

from touchline.channel.domain.accounts.network_addresses import rate_limit_address
from touchline.channel.ports.accounts.robot_check import RobotCheck
from touchline.channel.ports.accounts.throttle import Limit, Throttle
from touchline.shared.errors import InvalidInputError


class RequireHuman:
    """Lets people through; where no check is set up, everybody."""

    def __init__(self, robot_check: RobotCheck) -> None:
        self._robot_check = robot_check

    @property
    def is_token_required(self) -> bool:
        """Whether a token is wanted."""
        return self._robot_check.provider is not None

    def __call__(self, token: str | None, ip: str) -> None:
        """Nothing for a person; `InvalidInputError` under `robot_token`, `RobotCheckUnavailableError`. It
        asks over the network, so it comes before anything is written."""
        if not self.is_token_required:
            return
        if not token:
            raise InvalidInputError({"robot_token": [f"A {self._robot_check.service} token required"]})
        if not self._robot_check.is_human(token, ip):
            message = f"The {self._robot_check.service} token is invalid or you look like a robot"
            raise InvalidInputError({"robot_token": [message]})


class FormProtection:
    """Lets people send a form that anybody may send, and counts them by address."""

    def __init__(self, require_human: RequireHuman, throttle: Throttle) -> None:
        self._require_human = require_human
        self._throttle = throttle

    @property
    def is_token_required(self) -> bool:
        """Whether a token of the robot check is wanted."""
        return self._require_human.is_token_required

    def __call__(self, limit: Limit, token: str | None, ip: str) -> None:
        """Nothing for a person who did not send too many; `InvalidInputError`, `RobotCheckUnavailableError`,
        `RateLimitedError`."""
        self._require_human(token, ip)
        self._throttle.hit(limit, rate_limit_address(ip))
