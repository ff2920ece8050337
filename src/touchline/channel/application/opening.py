"""How an account begins, by a form or by a social provider."""

from touchline.channel.domain.accounts import Account
from touchline.channel.domain.identifiers import EMAIL_TAKEN, PHONE_TAKEN
from touchline.channel.events import AccountRegistered
from touchline.channel.ports.accounts import Accounts, Taken
from touchline.channel.ports.letters import Letters
from touchline.shared.errors import Invalid
from touchline.shared.unit_of_work import Announce

SENTENCES = {"email": EMAIL_TAKEN, "phone": PHONE_TAKEN}


class OpenAccount:
    """Keeps a new account, tells the other contexts, and asks for the letter that verifies the address."""

    def __init__(self, accounts: Accounts, announce: Announce, letters: Letters) -> None:
        self._accounts = accounts
        self._announce = announce
        self._letters = letters

    def __call__(self, account: Account) -> None:
        """The account has its id afterwards; `Invalid` where somebody was faster with address or number."""
        try:
            self._accounts.add(account)
        except Taken as taken:
            raise Invalid({taken.field: [SENTENCES[taken.field]]}) from None
        self._announce(AccountRegistered(account.channel_id, account.id))
        if not account.email_verified:
            self._letters.ask("verify_email", account.id)
