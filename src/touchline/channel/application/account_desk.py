"""What an operator does for viewers (`touchline account …`)."""

from contextlib import suppress
from dataclasses import dataclass

from touchline.channel.application.guess_limits import GuessLimiter
from touchline.channel.application.new_passwords import NewPasswords
from touchline.channel.application.opening import OpenAccount
from touchline.channel.application.other_access import EndOtherAccess
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.details import faults_of_email, faults_of_names, tidy
from touchline.channel.domain.identifiers import EMAIL_TAKEN, first_of, refuse
from touchline.channel.domain.temporary_passwords import TEMPORARY_PASSWORD_LIFE, new_temporary_password
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.channels import Channels
from touchline.channel.ports.keys import Sessions
from touchline.channel.ports.letters import Letters
from touchline.channel.ports.passwords import Passwords
from touchline.shared import normalize
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound, Unavailable


def held_account(accounts: Accounts, email: str) -> Account:
    """The account of an address in the present channel, to be changed; `NotFound` with a sentence for the
    operator."""
    found = accounts.by_email(normalize.email(email))
    held = accounts.held(found.id) if found else None
    if held is None:
        raise NotFound(f"There is no account of {normalize.email(email)} in this channel.")
    return held


class GiveTemporaryPassword:
    """Puts a password that has to be changed in the place of a viewer's, and logs them out everywhere.

    Of an account whose address was never verified, nothing else opens it afterwards either (ADR 21).
    """

    def __init__(
        self,
        accounts: Accounts,
        sessions: Sessions,
        passwords: Passwords,
        letters: Letters,
        guesses: GuessLimiter,
        end_other_access: EndOtherAccess,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._passwords = passwords
        self._letters = letters
        self._guesses = guesses
        self._end_other_access = end_other_access
        self._clock = clock

    def __call__(self, email: str) -> str:
        """The password, known to nobody else; `NotFound`. A letter tells the viewer that it was changed."""
        password = new_temporary_password()
        password_hash = self._passwords.hash(password)  # takes its time, so nothing is held yet
        account = held_account(self._accounts, email)
        if not account.email_verified:
            self._end_other_access(account)
        until = self._clock.now() + TEMPORARY_PASSWORD_LIFE
        account.change_password(password_hash, temporary=True, until=until)
        self._accounts.save(account)
        self._sessions.end_all(account.id, self._clock.now())
        self._letters.ask("password_changed", account.id)
        with suppress(Unavailable):  # where nobody counts, nobody is kept out for wrong tries either
            self._guesses.forgive(account.id)
        return password


class EndSessions:
    """Logs a viewer out everywhere."""

    def __init__(self, accounts: Accounts, sessions: Sessions, clock: Clock) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._clock = clock

    def __call__(self, email: str) -> int:
        """How many sessions were ended; `NotFound`."""
        account = held_account(self._accounts, email)
        return len(self._sessions.end_all(account.id, self._clock.now()))


@dataclass(frozen=True)
class Person:
    """An account to be made. `verified`: the address is known to be theirs, and no letter asks for it.
    `temporary`: the password has to be changed at the first log-in."""

    email: str
    first_name: str
    last_name: str
    password: str
    verified: bool = False
    temporary: bool = False


class AddAccount:
    """Makes an account without a registration, by the same rules."""

    def __init__(
        self,
        accounts: Accounts,
        channels: Channels,
        new_passwords: NewPasswords,
        open_account: OpenAccount,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._channels = channels
        self._new_passwords = new_passwords
        self._open_account = open_account
        self._clock = clock

    def __call__(self, person: Person) -> Account:
        """The account, in the channel's language; `Invalid` with all that is wrong."""
        refuse(self._faults(person))
        channel, now = self._channels.present(), self._clock.now()
        account = Account(
            channel.id,
            normalize.email(person.email),
            tidy(person.first_name),
            tidy(person.last_name),
            channel.language,
            now,
            password_hash=self._new_passwords.hash(person.password),
            email_verified_at=now if person.verified else None,
            temporary_password=person.temporary,
            temporary_until=now + TEMPORARY_PASSWORD_LIFE if person.temporary else None,
        )
        self._open_account(account)
        return account

    def _faults(self, person: Person) -> dict[str, list[str]]:
        email = normalize.email(person.email)
        taken = [EMAIL_TAKEN] if self._accounts.by_email(email) else []
        return {
            **faults_of_names(tidy(person.first_name), tidy(person.last_name)),
            "email": first_of(faults_of_email(email), taken),
            **self._new_passwords.faults(person.password, person.password),
        }
