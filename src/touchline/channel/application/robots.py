"""The robot check at the forms that anybody may send (product.md §8)."""

from touchline.channel.domain.addresses import counted_as
from touchline.channel.ports.robot_check import RobotCheck
from touchline.channel.ports.throttle import Limit, Throttle
from touchline.shared.errors import Invalid


class RefuseRobots:
    """Lets people through; where no check is set up, everybody."""

    def __init__(self, check: RobotCheck) -> None:
        self._check = check

    @property
    def asks(self) -> bool:
        """Whether a token is wanted."""
        return self._check.provider is not None

    def __call__(self, token: str | None, ip: str) -> None:
        """Nothing for a person; `Invalid` under `robot_token`, `RobotCheckUnavailable`. It asks over the
        network, so it comes before anything is written."""
        if not self.asks:
            return
        if not token:
            raise Invalid({"robot_token": [f"A {self._check.service} token required"]})
        if not self._check.is_person(token, ip):
            sentence = f"The {self._check.service} token is invalid or you look like a robot"
            raise Invalid({"robot_token": [sentence]})


class FormDoor:
    """Lets people send a form that anybody may send, and counts them by address."""

    def __init__(self, refuse_robots: RefuseRobots, throttle: Throttle) -> None:
        self._refuse_robots = refuse_robots
        self._throttle = throttle

    @property
    def asks(self) -> bool:
        """Whether a token of the robot check is wanted."""
        return self._refuse_robots.asks

    def __call__(self, limit: Limit, token: str | None, ip: str) -> None:
        """Nothing for a person who did not send too many; `Invalid`, `RobotCheckUnavailable`, `Throttled`."""
        self._refuse_robots(token, ip)
        self._throttle.take(limit, counted_as(ip))
