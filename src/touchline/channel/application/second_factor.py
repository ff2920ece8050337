"""The second factor of a log-in: a code of an authenticator app (RFC 6238), or a recovery code."""

from dataclasses import replace

from touchline.channel.application.guess_limits import (
    GuessLimiter,
    Source,
    WrongGuess,
    account_subject,
)
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.identifiers import WRONG_AUTH_DATA
from touchline.channel.domain.recovery_codes import LENGTH, plain_code, recovery_hash
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.authenticator import Authenticator
from touchline.channel.ports.recovery_codes import RecoveryCodes
from touchline.channel.ports.seal import Broken, Seal
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused

REQUIRED = "Enter the code of your authenticator app"
WRONG = "This code is wrong. Please try again."
SEALED_FOR = "second factor"


class SecondFactorCodes:
    """Takes codes, each once. The account must be held (`Accounts.held`): of two that bring the same code at
    once, one is first."""

    def __init__(
        self,
        accounts: Accounts,
        recovery_codes: RecoveryCodes,
        authenticator: Authenticator,
        seal: Seal,
        secret: bytes,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._recovery_codes = recovery_codes
        self._authenticator = authenticator
        self._seal = seal
        self._secret = secret
        self._clock = clock

    def take(self, held: Account, code: str | None) -> None:
        """Take a code of the app or a recovery code; `Refused` as of the door."""
        plain = plain_code(code or "")
        if not plain:
            raise required()
        taken = self._take_recovery(held, plain) if len(plain) == LENGTH else self.take_step(held, plain)
        if not taken:
            raise wrong()

    def take_step(self, held: Account, code: str) -> bool:
        """Whether it is a code of the app; that step of the time and those before it are over with it."""
        factor = held.second_factor
        if factor is None:
            return False
        try:
            secret = self._seal.open(SEALED_FOR, factor.sealed_secret)
        except Broken:  # the deployment's secret was changed since: an operator has to help
            return False
        step = self._authenticator.step_of(
            secret, plain_code(code), self._clock.now(), after=factor.last_step
        )
        if step is None:
            return False
        held.second_factor = replace(factor, last_step=step)
        self._accounts.save(held)
        return True

    def _take_recovery(self, held: Account, code: str) -> bool:
        return self._recovery_codes.spend(held.id, recovery_hash(self._secret, held.id, code))


class SecondFactorDoor:
    """Lets through who has no second factor, and who brings the right code. Every log-in passes it, after
    everything that takes its time.

    Codes have a count of their own, which only those who gave the right password reach. A new password does
    not clear it: whoever reads the owner's email gets no more guesses at codes by that.
    """

    def __init__(self, accounts: Accounts, codes: SecondFactorCodes, guesses: GuessLimiter) -> None:
        self._accounts = accounts
        self._codes = codes
        self._guesses = guesses

    def __call__(self, account: Account, code: str | None, source: Source) -> None:
        """Nothing when the way is free; `Refused` with member `error`: `second_factor_required` or
        `second_factor_wrong`. The code that was taken opens nothing again.

        The given account is as it is now afterwards, and locked: no session begins after its end, or by a
        password that was changed since it was compared (`Refused`).
        """
        guess = account_subject(account.id), source
        if code and account.has_second_factor:
            self._guesses.take(*guess)
        held = self._accounts.held(account.id)
        if held is None or held.credentials_version != account.credentials_version:
            raise Refused(WRONG_AUTH_DATA)
        if held.has_second_factor:
            self._codes.take(held, code)
            self._guesses.clear(*guess)
        vars(account).update(vars(held))


def required() -> Refused:
    """The refusal of a log-in that brought no code."""
    return Refused(REQUIRED, code="errors.second_factor", error="second_factor_required")


def wrong() -> WrongGuess:
    """The refusal of a code that is false, or was used before."""
    return WrongGuess(WRONG, code="errors.second_factor", error="second_factor_wrong")
