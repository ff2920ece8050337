"""Whose account a social provider's person may enter, and accounts for those who have none."""

from collections.abc import Callable

from touchline.channel.application.opening import OpenAccount
from touchline.channel.application.other_access import EndOtherAccess
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.details import tidy
from touchline.channel.domain.identifiers import MOST_NAME, WRONG_AUTH_DATA
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.social import SocialPerson
from touchline.shared import normalize
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused
from touchline.shared.principal import Principal
from touchline.shared.typed import is_email

NOT_VERIFIED = "There is an account with this email address already. Please log in with your password."
NO_EMAIL = "To register we need your email address, and the other site did not tell it."


class NotTheirs(Refused):
    """This person gets no account this way; the code is used up all the same."""

    keeps = True


class SocialAccounts:
    """Matches people with accounts: by the provider's subject, else by an address the provider has verified.

    An account whose owner never showed that the address is theirs may have been made by somebody else, who
    waits in it for the owner. Whoever comes with the verified address gets it without anything of that: no
    password, no second factor, no linked log-ins, no sessions (ADR 21). An account whose owner did show it,
    and that has a password, is linked only to who knows that password.
    """

    def __init__(
        self,
        accounts: Accounts,
        end_other_access: EndOtherAccess,
        open_account: OpenAccount,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._end_other_access = end_other_access
        self._open_account = open_account
        self._clock = clock

    def of(self, person: SocialPerson, prove: Callable[[Account], None]) -> Account | None:
        """The account, locked; None for a newcomer. `NotTheirs` where only an address that nobody verified
        leads to one, and for a newcomer without an address. `prove` is asked about a verified account with a
        password before the person is let in for the first time; it may refuse."""
        linked = self._accounts.by_identity(person.provider, person.subject)
        if linked is not None:
            return self._verified(self._accounts.held(linked.id), person)
        found = self._accounts.by_email(_address(person))
        if found is None:
            return None
        if not person.email_verified:
            raise NotTheirs(NOT_VERIFIED, code="errors.email_not_verified")
        if found.email_verified and found.password_hash is not None:
            prove(found)  # comparing takes its time, so nothing is held yet
        held = self._accounts.held(found.id)
        if held is None or held.credentials_version != found.credentials_version:
            raise NotTheirs(WRONG_AUTH_DATA)
        if not held.email_verified:
            self._end_other_access(held)
        return self._verified(held, person)

    def link(self, account: Account, person: SocialPerson) -> None:
        """Let the person in from now on."""
        self._accounts.link(account.id, person.provider, person.subject)

    def register(self, person: SocialPerson, asking: Principal) -> Account:
        """A new account; its address counts as verified if the provider says so, else a letter asks.
        `Invalid` where somebody was faster with the address."""
        now = self._clock.now()
        account = Account(
            asking.channel_id,
            _address(person),
            tidy(person.first_name)[:MOST_NAME],
            tidy(person.last_name)[:MOST_NAME],
            asking.language,
            now,
            email_verified_at=now if person.email_verified else None,
        )
        self._open_account(account)
        return account

    def _verified(self, account: Account | None, person: SocialPerson) -> Account | None:
        """The account, its address believed where it is the one that the provider has verified."""
        if account is None or account.email_verified or not person.email_verified:
            return account
        if account.email.lower() == normalize.email(person.email or "").lower():
            account.verify_email(self._clock.now())
            self._accounts.save(account)
        return account


def _address(person: SocialPerson) -> str:
    address = normalize.email(person.email or "")
    if not is_email(address):
        raise NotTheirs(NO_EMAIL, code="errors.social_email_missing")
    return address
