"""A new password for who forgot theirs (product.md §2, §8; api.md, `POST /auth/password-reset`)."""

from dataclasses import dataclass

from touchline.channel.application.guess_limits import GuessLimiter
from touchline.channel.application.new_passwords import NewPasswords
from touchline.channel.application.other_access import EndOtherAccess
from touchline.channel.application.robots import RefuseRobots
from touchline.channel.domain.accounts import NEW, Account
from touchline.channel.domain.details import faults_of_email
from touchline.channel.domain.identifiers import refuse
from touchline.channel.domain.links import Claim, Links, LinkState, Purpose
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.keys import Sessions
from touchline.channel.ports.letters import Letters
from touchline.channel.ports.throttle import Limit, Throttle
from touchline.shared import normalize
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused, Throttled
from touchline.shared.principal import Principal

FAILED = "Reset password failed"
EXPIRED = "Reset password key expired"
LETTERS = Limit("reset-letters", 5, 3600)


class AskToReset:
    """Sends the letter with the link. Nothing tells whether somebody has the address."""

    def __init__(
        self, accounts: Accounts, letters: Letters, refuse_robots: RefuseRobots, throttle: Throttle
    ) -> None:
        self._accounts = accounts
        self._letters = letters
        self._refuse_robots = refuse_robots
        self._throttle = throttle

    def __call__(self, email: str, robot_token: str, ip: str, asking: Principal) -> None:
        """Ask for the letter, five in an hour at most; `Invalid` for what is no address.

        A letter to nobody is asked for as well, so that both take the same time.
        """
        address = normalize.email(email)
        refuse({"email": faults_of_email(address)})
        self._refuse_robots(robot_token, ip)
        account = self._accounts.by_email(address)
        try:
            self._throttle.take(LETTERS, asking.channel_id, address.lower())
        except Throttled:
            return
        self._letters.ask("reset_password", account.id if account else NEW)


@dataclass(frozen=True)
class NewPassword:
    """The form behind the link."""

    claim: Claim
    password: str
    password_confirmation: str


class ResetPassword:
    """Takes the link of a letter, once, and the password that was chosen.

    The link shows that the address is theirs. Of an account that had not shown it before nothing stays by
    which it is entered: whoever set it up may have been somebody else, who knows its second factor. An
    operator stays one: a command made them that, and named this address.
    """

    def __init__(
        self,
        accounts: Accounts,
        sessions: Sessions,
        links: Links,
        new_passwords: NewPasswords,
        letters: Letters,
        guesses: GuessLimiter,
        end_other_access: EndOtherAccess,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._links = links
        self._new_passwords = new_passwords
        self._letters = letters
        self._guesses = guesses
        self._end_other_access = end_other_access
        self._clock = clock

    def __call__(self, form: NewPassword, asking: Principal) -> None:
        """The new password is in force and every other session has ended; `Refused`, `Invalid`. Whoever was
        kept out for wrong passwords may log in at once.

        The link is looked at twice: hashing takes its time, and nothing is held meanwhile.
        """
        seen = self._checked(self._accounts.by_email(form.claim.email), form.claim)
        refuse(self._new_passwords.faults(form.password, form.password_confirmation, seen))
        password_hash = self._new_passwords.hash(form.password)
        account = self._held(form.claim)
        self._take(account, password_hash, asking)
        self._sessions.end_all(account.id, self._clock.now(), but=asking.session_id)
        self._letters.ask("password_changed", account.id)
        self._guesses.forgive(account.id)

    def _take(self, account: Account, password_hash: str, asking: Principal) -> None:
        if not account.email_verified:
            self._end_other_access(account, but=asking.session_id)
        account.change_password(password_hash)
        account.verify_email(self._clock.now())
        self._accounts.save(account)

    def _held(self, claim: Claim) -> Account:
        found = self._accounts.by_email(claim.email)
        return self._checked(self._accounts.held(found.id) if found else None, claim)

    def _checked(self, account: Account | None, claim: Claim) -> Account:
        """The account, if the link was made for it as it is."""
        if account is None:
            raise Refused(FAILED)
        state = self._links.check(Purpose.RESET_PASSWORD, account, claim, self._clock.now())
        if state is not LinkState.GOOD:
            raise Refused(EXPIRED if state is LinkState.EXPIRED else FAILED)
        return account
