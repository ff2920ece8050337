"""What a viewer sees and changes of their account (product.md §2; api.md, `/profile`)."""

from dataclasses import dataclass
from typing import Any

from touchline.channel.application.new_passwords import NewPasswords
from touchline.channel.application.opening import SENTENCES
from touchline.channel.application.proof_of_password import ProofOfPassword, known
from touchline.channel.application.users import UserAnswers
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.details import faults_of_name, faults_of_phone, tidy
from touchline.channel.domain.identifiers import FIRST_NAME_WANTED, LAST_NAME_WANTED, first_of, refuse
from touchline.channel.domain.keys import VIEWER_LIFE
from touchline.channel.ports.accounts import Accounts, Taken
from touchline.channel.ports.channels import Channels
from touchline.channel.ports.keys import Sessions
from touchline.channel.ports.letters import Letters
from touchline.shared.clock import Clock
from touchline.shared.errors import Invalid, NotLoggedIn
from touchline.shared.principal import Principal
from touchline.shared.typed import FIELD_WANTED, digits_of_phone


class ShowProfile:
    """The viewer behind the request."""

    def __init__(self, accounts: Accounts, users: UserAnswers) -> None:
        self._accounts = accounts
        self._users = users

    def __call__(self, asking: Principal) -> dict[str, Any]:
        """The `user` object; `NotLoggedIn`."""
        return self._users.of(known(self._accounts.get(asking.viewer)), asking.country)


@dataclass(frozen=True)
class Changes:
    """What was sent of the form; None stays as it is, and so does the password where it is empty."""

    first_name: str | None = None
    last_name: str | None = None
    phone: str | None = None
    language: str | None = None
    password: str = ""
    password_confirmation: str = ""
    current_password: str = ""


class ChangeProfile:
    """Changes names, number, language and password.

    A new password needs the present one, unless that is temporary or there is none. It ends every other
    session, and a letter tells of it.
    """

    def __init__(
        self,
        accounts: Accounts,
        channels: Channels,
        sessions: Sessions,
        new_passwords: NewPasswords,
        proof: ProofOfPassword,
        letters: Letters,
        users: UserAnswers,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._channels = channels
        self._sessions = sessions
        self._new_passwords = new_passwords
        self._proof = proof
        self._letters = letters
        self._users = users
        self._clock = clock

    def __call__(self, changes: Changes, asking: Principal) -> dict[str, Any]:
        """The `user` object; `Invalid` with all that is wrong, `Refused` with `Incorrect password`."""
        seen = known(self._accounts.get(asking.viewer))
        refuse(self._faults(changes, seen))
        password_hash = self._new_hash(changes, seen, asking)
        account = known(self._accounts.held(seen.id))
        _apply(changes, account)
        if password_hash:
            _refuse_the_late(account, seen)
            self._change_password(account, password_hash, asking)
        self._save(account)
        return self._users.of(account, asking.country)

    def _faults(self, changes: Changes, account: Account) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        if changes.first_name is not None:
            found["first_name"] = faults_of_name(tidy(changes.first_name), FIRST_NAME_WANTED)
        if changes.last_name is not None:
            found["last_name"] = faults_of_name(tidy(changes.last_name), LAST_NAME_WANTED)
        if changes.phone is not None:
            found["phone"] = first_of(faults_of_phone(changes.phone), self._taken(changes.phone, account))
        if changes.language is not None and changes.language not in self._channels.present().languages:
            found["language"] = ["This channel does not speak this language."]
        return {**found, **self._faults_of_password(changes, account)}

    def _faults_of_password(self, changes: Changes, account: Account) -> dict[str, list[str]]:
        if not changes.password and not changes.password_confirmation:
            return {}
        unproved = _needs_proof(account) and not changes.current_password
        found = self._new_passwords.faults(changes.password, changes.password_confirmation, account)
        return {**found, "current_password": [FIELD_WANTED] if unproved else []}

    def _taken(self, phone: str, account: Account) -> list[str]:
        digits = digits_of_phone(phone)
        other = self._accounts.by_phone(digits) if digits else None
        return [SENTENCES["phone"]] if other and other.id != account.id else []

    def _new_hash(self, changes: Changes, seen: Account, asking: Principal) -> str | None:
        """What is kept of the new password, if there is one and it may be set. Before anything is held."""
        if not changes.password:
            return None
        if _needs_proof(seen):
            self._proof(asking, changes.current_password)
        return self._new_passwords.hash(changes.password)

    def _change_password(self, account: Account, password_hash: str, asking: Principal) -> None:
        was_temporary = account.temporary_password
        account.change_password(password_hash)
        now = self._clock.now()
        self._sessions.end_all(account.id, now, but=asking.session_id)
        if was_temporary:
            self._sessions.lift_password_change(asking.session_id, now + VIEWER_LIFE)
        self._letters.ask("password_changed", account.id)

    def _save(self, account: Account) -> None:
        try:
            self._accounts.save(account)
        except Taken as taken:
            raise Invalid({taken.field: [SENTENCES[taken.field]]}) from None


def _needs_proof(account: Account) -> bool:
    return account.password_hash is not None and not account.temporary_password


def _refuse_the_late(held: Account, seen: Account) -> None:
    """`NotLoggedIn` where the password was changed while this one was being hashed: whoever did that has
    ended this session, and must not be overruled by what it had asked for before."""
    if held.credentials_version != seen.credentials_version:
        raise NotLoggedIn


def _apply(changes: Changes, account: Account) -> None:
    if changes.first_name is not None:
        account.first_name = tidy(changes.first_name)
    if changes.last_name is not None:
        account.last_name = tidy(changes.last_name)
    if changes.phone is not None:
        account.phone = digits_of_phone(changes.phone)
    account.language = changes.language or account.language
