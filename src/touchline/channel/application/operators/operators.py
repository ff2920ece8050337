"""Who runs a channel (`touchline operator …`; docs/decisions/0032-operators.md)."""

from collections.abc import Sequence

from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.operators.operators import Operator, Operators
from touchline.channel.ports.site.channels import Channels
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.principal import Principal
from touchline.shared.strings import normalize


class OperatorAdmin:
    """Makes viewers of the present channel its operators, and takes it from them."""

    def __init__(self, accounts: Accounts, operators: Operators, channels: Channels, clock: Clock) -> None:
        self._accounts = accounts
        self._operators = operators
        self._channels = channels
        self._clock = clock

    def add(self, email: str, *, unverified: bool = False) -> bool:
        """Whether something changed; `NotFoundError` where nobody has the address, `RefusedError` where
        nobody has shown that it is theirs, unless `unverified` ones are meant: anybody may register an
        address."""
        account = self._get_account_for_update(email)
        if not account.email_verified and not unverified:
            raise RefusedError(
                f"{account.email} is not verified: whoever registered it may be somebody else. They open the"
                " link in their letter first; if you know them: --unverified"
            )
        return self._operators.add(account.id, self._clock.now())

    def remove(self, email: str) -> bool:
        """Whether something changed; `NotFoundError` where nobody has the address."""
        return self._operators.remove(self._get_account_for_update(email).id)

    def list_all(self) -> Sequence[Operator]:
        """All of them, who was added first first."""
        return self._operators.list_all()

    def _get_account_for_update(self, email: str) -> Account:
        """Held, so that an account that ends at the same time leaves no operator behind."""
        address = normalize.email(email)
        found = self._accounts.get_by_email(address)
        locked_account = self._accounts.get_for_update(found.id) if found else None
        if locked_account is None:
            slug = self._channels.get_current().slug
            raise NotFoundError(
                f"There is no account of {address} in {slug}. They register on the site, or you make"
                f" one: touchline account add {slug} {address} --first-name … --last-name …"
            )
        return locked_account


class CheckOperator:
    """Whether the one behind a request runs the channel."""

    def __init__(self, operators: Operators) -> None:
        self._operators = operators

    def __call__(self, principal: Principal) -> bool:
        """Asked for the routes of operators alone."""
        return principal.account_id is not None and self._operators.has(principal.account_id)
