"""Operators of a channel (`touchline operators …`; docs/decisions/0069-roles.md)."""

from collections.abc import Sequence

from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.operators.roles import Role
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.operators.operators import Operator, Operators
from touchline.channel.ports.site.channels import Channels
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.strings import normalize


class OperatorAdmin:
    """Use case that gives and removes the roles of the current channel."""

    def __init__(self, accounts: Accounts, operators: Operators, channels: Channels, clock: Clock) -> None:
        self._accounts = accounts
        self._operators = operators
        self._channels = channels
        self._clock = clock

    def add(self, email: str, role: Role = Role.OWNER, *, unverified: bool = False) -> bool:
        """Make the account an operator and return whether that changed anything.

        The role of an existing operator stays. Raises `NotFoundError` if no account has the address. Raises
        `RefusedError` if the address is not verified, unless `unverified` is set, because a person can
        register someone else's address.
        """
        account = self._get_account_for_update(email)
        if not account.email_verified and not unverified:
            raise RefusedError(
                f"{account.email} is not verified, so the account may be someone else's. Ask the viewer to"
                " open the link in the verification email. If you know the viewer, use --allow-unverified."
            )
        return self._operators.add(account.id, role, self._clock.now())

    def set_role(self, email: str, role: Role) -> bool:
        """Change the role of an operator and return whether that changed anything.

        Raises `NotFoundError` if no account has the address or the account is not an operator.
        """
        account = self._get_account_for_update(email)
        operator = self._operators.get(account.id)
        if operator is None:
            slug = self._channels.get_current().slug
            raise NotFoundError(
                f"{account.email} is not an operator of {slug}. Add the account with:"
                f" touchline operators add {account.email} --channel {slug} --role {role}"
            )
        self._operators.set_role(account.id, role)
        return operator.role is not role

    def remove(self, email: str) -> bool:
        """Remove the role and return whether that changed anything.

        Raises `NotFoundError` if no account has the address.
        """
        account = self._get_account_for_update(email)
        self._operators.lock()
        return self._operators.remove(account.id)

    def list_all(self) -> Sequence[Operator]:
        """List all operators, oldest first."""
        return self._operators.list_all()

    def has_owner(self) -> bool:
        """Return whether the channel has an owner."""
        return any(operator.role is Role.OWNER for operator in self._operators.list_all())

    def _get_account_for_update(self, email: str) -> Account:
        """Return the locked account. The lock prevents a parallel closure from leaving an operator without an
        account.
        """
        address = normalize.email(email)
        existing_account = self._accounts.get_by_email(address)
        locked_account = self._accounts.get_for_update(existing_account.id) if existing_account else None
        if locked_account is None:
            slug = self._channels.get_current().slug
            raise NotFoundError(
                f"There is no account for {address} in {slug}. Ask the viewer to register, or create one"
                f" with: touchline accounts add {address} --channel {slug} --first-name … --last-name …"
            )
        return locked_account
