"""Log-in through other sites (product.md §2, §7; api.md, "Viewer"; ADR 21)."""

from touchline.channel.application.entering import Enter, Entered, refuse_viewers
from touchline.channel.application.second_factor import SecondFactorDoor
from touchline.channel.application.social_accounts import SocialAccounts
from touchline.channel.application.social_arrival import Arrival, WhoCameBack
from touchline.channel.domain.accounts import Account
from touchline.channel.ports.throttle import Limit, Throttle
from touchline.shared.errors import Refused
from touchline.shared.principal import Principal

NOT_REGISTERED = (
    "You are not registered yet. Please accept terms and conditions and click Register to continue."
)


class EnterBySocial:
    """Lets in who came back from a provider; registers those who have no account and accept the terms.

    Who is asked for something more (the terms, a second factor) waits, because a code cannot be exchanged
    again: the page posts the same code and state with it.
    """

    def __init__(
        self,
        who: WhoCameBack,
        accounts: SocialAccounts,
        door: SecondFactorDoor,
        throttle: Throttle,
        limit: Limit,
        enter: Enter,
    ) -> None:
        self._who = who
        self._accounts = accounts
        self._door = door
        self._throttle = throttle
        self._limit = limit
        self._enter = enter

    def __call__(self, arrival: Arrival, asking: Principal, user_agent: str) -> Entered:
        """The new key and the user; `Refused` with the sentences of the catalogue, `Throttled`,
        `SocialUnavailable`."""
        refuse_viewers(asking)
        person = self._who(arrival, asking)
        account = self._accounts.of(person)
        try:
            self._ask_for_more(account, arrival)
        except Refused as refused:
            self._who.let_wait(arrival, asking, person)
            refused.keeps = True
            raise
        if account is None:
            account = self._accounts.register(person, asking)
        self._accounts.link(account, person)
        return self._enter(account, asking, user_agent)

    def _ask_for_more(self, account: Account | None, arrival: Arrival) -> None:
        if account is not None:
            self._second_factor(account, arrival.second_factor_code)
        elif not arrival.accept_terms:
            raise Refused(NOT_REGISTERED, code="errors.not_registered")

    def _second_factor(self, account: Account, code: str | None) -> None:
        """Codes that are tried count together with the passwords that are."""
        tries = ("account", account.id)
        if code and account.has_second_factor:
            self._throttle.take(self._limit, *tries)
        self._door(account, code)
        if code and account.has_second_factor:
            self._throttle.clear(self._limit, *tries)
