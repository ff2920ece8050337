"""Who runs a channel (`touchline operator …`; docs/decisions/0032-operators.md)."""

from collections.abc import Sequence

from touchline.channel.domain.accounts import Account
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.channels import Channels
from touchline.channel.ports.operators import Operator, Operators
from touchline.shared import normalize
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound, Refused
from touchline.shared.principal import Principal


class ChangeOperators:
    """Makes viewers of the present channel its operators, and takes it from them."""

    def __init__(self, accounts: Accounts, operators: Operators, channels: Channels, clock: Clock) -> None:
        self._accounts = accounts
        self._operators = operators
        self._channels = channels
        self._clock = clock

    def add(self, email: str, *, unverified: bool = False) -> bool:
        """Whether something changed; `NotFound` where nobody has the address, `Refused` where nobody has
        shown that it is theirs, unless `unverified` ones are meant: anybody may register an address."""
        account = self._held(email)
        if not account.email_verified and not unverified:
            raise Refused(
                f"{account.email} is not verified: whoever registered it may be somebody else. They open the"
                " link in their letter first; if you know them: --unverified"
            )
        return self._operators.add(account.id, self._clock.now())

    def remove(self, email: str) -> bool:
        """Whether something changed; `NotFound` where nobody has the address."""
        return self._operators.remove(self._held(email).id)

    def all(self) -> Sequence[Operator]:
        """All of them, who was added first first."""
        return self._operators.all()

    def _held(self, email: str) -> Account:
        """Held, so that an account that ends at the same time leaves no operator behind."""
        address = normalize.email(email)
        found = self._accounts.by_email(address)
        held = self._accounts.held(found.id) if found else None
        if held is None:
            slug = self._channels.present().slug
            raise NotFound(
                f"There is no account of {address} in {slug}. They register on the site, or you make"
                f" one: touchline account add {slug} {address} --first-name … --last-name …"
            )
        return held


class IsOperator:
    """Whether the one behind a request runs the channel."""

    def __init__(self, operators: Operators) -> None:
        self._operators = operators

    def __call__(self, asking: Principal) -> bool:
        """Asked for the routes of operators alone."""
        return asking.account_id is not None and self._operators.has(asking.account_id)
