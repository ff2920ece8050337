"""Account closure: the viewer requests it and confirms it with a link in an email (api.md, "Viewer").

The personal data is erased. Other contexts erase their data when they receive `AccountClosed`. Orders stay,
without the personal data.
"""

from datetime import timedelta

from touchline.channel.application.accounts.password_confirmation import ConfirmPassword
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.form_errors import VERIFICATION_FAILED
from touchline.channel.domain.accounts.links import LinkClaim, LinkPurpose, LinkState, SignedLinks
from touchline.channel.events import AccountClosed
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.memberships import Memberships
from touchline.channel.ports.accounts.throttle import Limit, Throttle
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.operators.audit_log import AuditLog
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.errors import RefusedError
from touchline.shared.principal import Principal
from touchline.shared.strings.validation import is_email
from touchline.shared.unit_of_work import Announce, UnitOfWorkFactory

CLOSURE_EMAIL_LIMIT = Limit("closing-letters", 5, 3600)
REPUBLISH_PERIOD = timedelta(days=2)
"""How long a closed account is announced again, once a day."""


class RequestAccountClosure:
    """Use case that sends the confirmation email for a closure. It closes nothing."""

    def __init__(
        self, confirm_password: ConfirmPassword, email_queue: EmailQueue, throttle: Throttle
    ) -> None:
        self._confirm_password = confirm_password
        self._email_queue = email_queue
        self._throttle = throttle

    def __call__(self, principal: Principal, current_password: str | None) -> None:
        """Queue the email, at most five an hour. Raises `RefusedError` with `Incorrect password`."""
        self._confirm_password(principal, current_password)
        self._throttle.hit(CLOSURE_EMAIL_LIMIT, principal.viewer_id)
        self._email_queue.enqueue("close_account", principal.viewer_id)


class CloseAccount:
    """Use case that erases the account of a link, ends its sessions, and notifies other contexts."""

    def __init__(
        self,
        accounts: Accounts,
        channels: Channels,
        sessions: Sessions,
        memberships: Memberships,
        signed_links: SignedLinks,
        audit_log: AuditLog,
        announce: Announce,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._channels = channels
        self._sessions = sessions
        self._memberships = memberships
        self._signed_links = signed_links
        self._audit_log = audit_log
        self._announce = announce
        self._clock = clock

    def __call__(self, claim: LinkClaim) -> None:
        """Close the account.

        Raises `RefusedError` with `Verification failed` for any invalid link and for an unknown email
        address.
        """
        claimed_account = self._find_account(claim.email) or self._build_placeholder(claim)
        locked_account = self._accounts.get_for_update(claimed_account.id)
        # The link is also verified for unknown addresses, so that timing does not reveal who has an account.
        state = self._signed_links.verify(
            LinkPurpose.CLOSE_ACCOUNT, locked_account or claimed_account, claim, self._clock.now()
        )
        if locked_account is None or state is not LinkState.VALID:
            raise RefusedError(VERIFICATION_FAILED)
        self.erase(locked_account)

    def erase(self, locked_account: Account) -> None:
        """Erase the personal data, end all sessions, and notify other contexts."""
        now = self._clock.now()
        self._memberships.remove_address(locked_account.email)
        self._accounts.erase_personal_data(locked_account.id)
        locked_account.close(now)
        self._accounts.save(locked_account)
        self._sessions.end_all(locked_account.id, now)
        self._sessions.erase_personal_data(locked_account.id)
        self._audit_log.erase_actor(locked_account.id)
        self._announce(AccountClosed(locked_account.channel_id, locked_account.id))

    def _find_account(self, email: str) -> Account | None:
        return self._accounts.get_by_email(email) if is_email(email) else None

    def _build_placeholder(self, claim: LinkClaim) -> Account:
        return Account(self._channels.get_current().id, claim.email, "", "", "", self._clock.now())


class RepublishClosedAccounts:
    """Use case that announces recently closed accounts again.

    A request that was running at the closure may have written data after other contexts erased theirs.
    """

    def __init__(self, uow: UnitOfWorkFactory, accounts: Accounts, announce: Announce, clock: Clock) -> None:
        self._uow = uow
        self._accounts = accounts
        self._announce = announce
        self._clock = clock

    def __call__(self) -> None:
        """Announce the accounts of all channels."""
        with self._uow.all_channels():
            for account in self._accounts.list_closed_since(self._clock.now() - REPUBLISH_PERIOD):
                self._announce(AccountClosed(account.channel_id, account.id))
