"""Turning the second factor on (RFC 6238): a secret, the first code that proves it, recovery codes."""

from dataclasses import dataclass, replace

from touchline.channel.application.proof_of_password import ProofOfPassword, known
from touchline.channel.application.second_factor import SEALED_FOR, SecondFactorCodes, wrong
from touchline.channel.domain.accounts import Account, SecondFactor
from touchline.channel.domain.recovery_codes import new_recovery_codes, recovery_hash
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.authenticator import Authenticator
from touchline.channel.ports.channels import Channels
from touchline.channel.ports.keys import Sessions
from touchline.channel.ports.letters import Letters
from touchline.channel.ports.recovery_codes import RecoveryCodes
from touchline.channel.ports.seal import Seal
from touchline.channel.ports.throttle import Limit, Throttle
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused
from touchline.shared.principal import Principal

ALREADY_ON = "The authenticator app is turned on already"
NOT_BEGUN = "There is no new authenticator app to confirm. Please start again."


@dataclass(frozen=True)
class NewSecret:
    """What an authenticator app needs: the secret to type, the same as an address, and as an SVG to scan."""

    secret: str
    uri: str
    qr: str


class BeginSecondFactor:
    """Makes a secret. No log-in asks for its codes before the first one was seen."""

    def __init__(
        self,
        accounts: Accounts,
        channels: Channels,
        proof: ProofOfPassword,
        authenticator: Authenticator,
        seal: Seal,
    ) -> None:
        self._accounts = accounts
        self._channels = channels
        self._proof = proof
        self._authenticator = authenticator
        self._seal = seal

    def __call__(self, asking: Principal, current_password: str | None) -> NewSecret:
        """A fresh secret in the place of one that was never confirmed; `Refused` where the factor is on, or
        for a wrong password."""
        self._proof(asking, current_password)
        held = known(self._accounts.held(asking.viewer))
        if held.has_second_factor:
            raise Refused(ALREADY_ON)
        secret = self._authenticator.new_secret()
        held.second_factor = SecondFactor(self._seal.seal(SEALED_FOR, secret))
        self._accounts.save(held)
        uri = self._authenticator.uri(secret, held.email, self._channels.present().name)
        return NewSecret(secret, uri, self._authenticator.picture(uri))


class ConfirmSecondFactor:
    """Turns the factor on once the app shows the right code, and makes the recovery codes."""

    def __init__(
        self,
        accounts: Accounts,
        recovery_codes: RecoveryCodes,
        codes: SecondFactorCodes,
        throttle: Throttle,
        limit: Limit,
        secret: bytes,
        clock: Clock,
        letters: Letters,
        sessions: Sessions,
    ) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._recovery_codes = recovery_codes
        self._codes = codes
        self._throttle = throttle
        self._limit = limit
        self._secret = secret
        self._clock = clock
        self._letters = letters

    def __call__(self, asking: Principal, code: str) -> list[str]:
        """Ten recovery codes, shown this once; every other session ends, as it was opened without the factor.
        `Refused`, with `error: second_factor_wrong` for a wrong
        code."""
        account_id, tries = asking.viewer, (asking.viewer, asking.session_id)
        self._throttle.take(self._limit, *tries)
        held = known(self._accounts.held(account_id))
        self._turn_on(held, code)
        fresh = new_recovery_codes()
        self._recovery_codes.replace(
            account_id, [recovery_hash(self._secret, account_id, one) for one in fresh]
        )
        self._sessions.end_all(account_id, self._clock.now(), but=asking.session_id)
        self._letters.ask("second_factor_on", account_id)
        self._throttle.clear(self._limit, *tries)
        return fresh

    def _turn_on(self, held: Account, code: str) -> None:
        if held.second_factor is None:
            raise Refused(NOT_BEGUN)
        if held.has_second_factor:
            raise Refused(ALREADY_ON)
        if not self._codes.take_step(held, code):
            raise wrong()
        held.second_factor = replace(held.second_factor, confirmed_at=self._clock.now())
        self._accounts.save(held)
