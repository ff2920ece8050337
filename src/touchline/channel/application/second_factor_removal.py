"""Turning the second factor off: by the viewer, or by an operator for a viewer who lost app and codes."""

from touchline.channel.application.account_desk import held_account
from touchline.channel.application.proof_of_password import ProofOfPassword, known
from touchline.channel.application.second_factor import SecondFactorCodes
from touchline.channel.domain.accounts import Account
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.letters import Letters
from touchline.channel.ports.recovery_codes import RecoveryCodes
from touchline.channel.ports.throttle import Limit, Throttle
from touchline.shared.principal import Principal


class ForgetSecondFactor:
    """Forgets secret and recovery codes, and tells the viewer by letter."""

    def __init__(self, accounts: Accounts, recovery_codes: RecoveryCodes, letters: Letters) -> None:
        self._accounts = accounts
        self._recovery_codes = recovery_codes
        self._letters = letters

    def __call__(self, held: Account) -> bool:
        """Whether a factor was on."""
        was_on = held.has_second_factor
        held.second_factor = None
        self._accounts.save(held)
        self._recovery_codes.replace(held.id, [])
        if was_on:
            self._letters.ask("second_factor_off", held.id)
        return was_on


class ReleaseFromSecondFactor:
    """What an operator does for a viewer who lost app and recovery codes, and has shown who they are."""

    def __init__(self, accounts: Accounts, forget: ForgetSecondFactor) -> None:
        self._accounts = accounts
        self._forget = forget

    def __call__(self, email: str) -> bool:
        """Whether a factor was on; `NotFound`."""
        return self._forget(held_account(self._accounts, email))


class RemoveSecondFactor:
    """Turns the factor off. An account without a password brings a code instead: one of the two proofs
    must be new."""

    def __init__(
        self,
        accounts: Accounts,
        proof: ProofOfPassword,
        codes: SecondFactorCodes,
        throttle: Throttle,
        limit: Limit,
        forget: ForgetSecondFactor,
    ) -> None:
        self._accounts = accounts
        self._proof = proof
        self._codes = codes
        self._throttle = throttle
        self._limit = limit
        self._forget = forget

    def __call__(self, asking: Principal, current_password: str | None, code: str | None) -> None:
        """Forget secret and recovery codes. `Refused`, also with the door's `error`s where a code is
        wanted; where no factor is on, nothing changes."""
        self._proof(asking, current_password)
        held = known(self._accounts.held(asking.viewer))
        if held.has_second_factor and held.password_hash is None:
            self._prove_by_code(held, code, asking)
        self._forget(held)

    def _prove_by_code(self, held: Account, code: str | None, asking: Principal) -> None:
        tries = (held.id, asking.session_id)
        self._throttle.take(self._limit, *tries)
        self._codes.take(held, code)
        self._throttle.clear(self._limit, *tries)
