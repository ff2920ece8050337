"""Account creation, for registration and social login."""

from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.form_errors import EMAIL_TAKEN, PHONE_TAKEN
from touchline.channel.events import AccountRegistered
from touchline.channel.ports.accounts.accounts import Accounts, DuplicateAccountError
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.shared.errors import InvalidInputError
from touchline.shared.unit_of_work import Announce

DUPLICATE_MESSAGES = {"email": EMAIL_TAKEN, "phone": PHONE_TAKEN}


class CreateAccount:
    """Use case that saves a new account, announces it, and queues the verification email."""

    def __init__(self, accounts: Accounts, announce: Announce, email_queue: EmailQueue) -> None:
        self._accounts = accounts
        self._announce = announce
        self._email_queue = email_queue

    def __call__(self, account: Account) -> None:
        """Save the account and assign its id.

        Raises `InvalidInputError` if another account has the email address or phone number by now.
        """
        try:
            self._accounts.add(account)
        except DuplicateAccountError as error:
            raise InvalidInputError({error.field: [DUPLICATE_MESSAGES[error.field]]}) from None
        self._announce(AccountRegistered(account.channel_id, account.id))
        if not account.email_verified:
            self._email_queue.enqueue("verify_email", account.id)
