"""The robot check at the forms that anybody may send (product.md §8)."""

from touchline.channel.ports.robot_check import RobotCheck
from touchline.shared.errors import Invalid


class RefuseRobots:
    """Lets people through; where no check is set up, everybody."""

    def __init__(self, check: RobotCheck) -> None:
        self._check = check

    def __call__(self, token: str | None, ip: str) -> None:
        """Nothing for a person; `Invalid` under `robot_token`, `RobotCheckUnavailable`. It asks over the
        network, so it comes before anything is written."""
        if self._check.provider is None:
            return
        if not token:
            raise Invalid({"robot_token": [f"A {self._check.service} token required"]})
        if not self._check.is_person(token, ip):
            sentence = f"The {self._check.service} token is invalid or you look like a robot"
            raise Invalid({"robot_token": [sentence]})
