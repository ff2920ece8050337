"""Letters to viewers: asked for by name and id, written when they leave (product.md §6; api.md, "Viewer").

What opens an account (a signed link) is made only when a letter is written. It stands in no row, no job and
no log line.
"""

import re
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum

from touchline.channel.application.live_letters import LiveFacts
from touchline.channel.application.purchase_facts import BY_LINE, BY_ORDER, PurchaseFacts, Told
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.links import Links, Purpose
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.channels import Channels
from touchline.channel.ports.keys import Sessions
from touchline.channel.ports.letter_texts import LetterTexts
from touchline.channel.ports.news import News
from touchline.channel.ports.post import Letter
from touchline.channel.ports.purchases import Purchases
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, SessionId
from touchline.shared.jobs import Jobs
from touchline.shared.site_urls import SiteUrls

LETTER = "channel.letter"
MAIL = "mail"


class Kind(StrEnum):
    """Which letter it is; each has its words in `adapters/letters/<language>.yaml`."""

    VERIFY_EMAIL = "verify_email"
    RESET_PASSWORD = "reset_password"  # noqa: S105
    CLOSE_ACCOUNT = "close_account"
    NEW_DEVICE = "new_device"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105
    WRONG_PASSWORDS = "wrong_passwords"
    WRONG_CODES = "wrong_codes"
    SECOND_FACTOR_ON = "second_factor_on"
    SECOND_FACTOR_OFF = "second_factor_off"
    RECEIPT = "receipt"
    TRIAL_STARTED = "trial_started"
    ACCESS_OPENED = "access_opened"
    REFUND = "refund"
    RENEWAL_FAILED = "renewal_failed"
    RENEWAL_NEAR = "renewal_near"
    TRIAL_ENDING = "trial_ending"
    EVENT_LIVE = "event_live"
    PURCHASE_CHANGED = "purchase_changed"
    FORM_REQUEST = "form_request"
    CLIP_REPORTED = "clip_reported"
    CONSENT_MISSING = "consent_missing"


_PURPOSES = {
    Kind.VERIFY_EMAIL: Purpose.VERIFY_EMAIL,
    Kind.RESET_PASSWORD: Purpose.RESET_PASSWORD,
    Kind.CLOSE_ACCOUNT: Purpose.CLOSE_ACCOUNT,
}
_LIKE_A_LINK = re.compile(r"[/:@\\]|\.\w|www", re.IGNORECASE)
_PAGES = {
    Kind.NEW_DEVICE: "/profile/sessions",
    Kind.PASSWORD_CHANGED: "/password-reset-request",
    Kind.WRONG_PASSWORDS: "/password-reset-request",
    Kind.WRONG_CODES: "/password-reset-request",
    Kind.SECOND_FACTOR_ON: "/profile/security",
    Kind.SECOND_FACTOR_OFF: "/profile/security",
    Kind.RECEIPT: "/profile/transactions",
    Kind.TRIAL_STARTED: "/profile",
    Kind.ACCESS_OPENED: "/profile",
    Kind.REFUND: "/profile/transactions",
    Kind.RENEWAL_FAILED: "/profile",
    Kind.RENEWAL_NEAR: "/profile",
    Kind.TRIAL_ENDING: "/profile",
    Kind.EVENT_LIVE: "/live",
    Kind.PURCHASE_CHANGED: "/profile",
}


_OF_A_THING = {Kind.CLIP_REPORTED: "/watch_library", Kind.CONSENT_MISSING: "/watch"}
"""Letters to operators about a clip or an event; `extra` is its id."""


class SendLetter:
    """Asks for a letter. It leaves once the present transaction is committed, and not at all otherwise."""

    def __init__(self, jobs: Jobs, channels: Channels, clock: Clock) -> None:
        self._jobs = jobs
        self._channels = channels
        self._clock = clock

    def ask(self, kind: str, account_id: AccountId, extra: int = 0, key: str = "") -> None:
        """Ask for a letter to an account; `extra` is what it is about (of `new_device`: the session's id, of
        purchases: the order's or the line's).

        Asked twice, it is two letters, or one under a `key` of its own; a job that runs twice is one.
        """
        channel_id, asked_at = self._channels.present().id, int(self._clock.now().timestamp())
        key = f"{channel_id}-{key}" if key else secrets.token_hex(8)
        self._jobs.enqueue(LETTER, channel_id, Kind(kind), account_id, extra, asked_at, key, queue=MAIL)


class WriteLetter:
    """Writes the letter that was asked for."""

    def __init__(
        self,
        channels: Channels,
        accounts: Accounts,
        sessions: Sessions,
        links: Links,
        texts: LetterTexts,
        clock: Clock,
        site_urls: SiteUrls,
        purchases: Purchases,
        news: News,
    ) -> None:
        self._channels = channels
        self._accounts = accounts
        self._sessions = sessions
        self._links = links
        self._texts = texts
        self._clock = clock
        self._site_urls = site_urls
        self._of_purchase = PurchaseFacts(purchases)
        self._of_live = LiveFacts(news)

    def __call__(
        self, kind: str, account_id: AccountId, extra: int, asked_at: int, key: str
    ) -> Letter | None:
        """The letter; None where nobody is to be told any more (account closed, session gone, game over).

        `asked_at` is in seconds since the epoch; `key` names the letter.
        """
        account = self._accounts.get(account_id)
        if account is None or (account.is_suspended and kind == Kind.EVENT_LIVE):
            return None
        channel, when = self._channels.present(), datetime.fromtimestamp(asked_at, UTC)
        site = channel.site(self._site_urls)
        language = account.language if account.language in channel.languages else channel.language
        told = self._told(kind, account_id, extra, language, site)
        facts = self._facts(Kind(kind), account, site, extra, when)
        if facts is None or told is None:
            return None
        said = self._texts.write(kind, language, {**facts, **told.facts}, channel, site)
        return Letter(
            account.email,
            said.subject,
            said.html,
            said.text,
            channel.name,
            self._clock.now(),
            key,
            told.attachments,
            unsubscribe=told.unsubscribe,
        )

    def _told(self, kind: str, account_id: AccountId, extra: int, language: str, site: str) -> Told | None:
        """What others tell for the letter; None where that is not true any more."""
        if kind == Kind.EVENT_LIVE:
            return self._of_live(account_id, extra, language, site)
        return self._of_purchase(kind, extra, language) if kind in BY_LINE | BY_ORDER else Told({})

    def _facts(
        self, kind: Kind, account: Account, site: str, extra: int, when: datetime
    ) -> Mapping[str, object] | None:
        """What the sentences of the kind name, but for what others tell; None where that is gone."""
        person = {"first_name": _shown(account.first_name), "email": account.email, "when": when}
        if purpose := _PURPOSES.get(kind):
            link = site + self._links.path(purpose, account, self._clock.now())
            return {**person, "link": link, "life": purpose.life}
        if kind in _OF_A_THING:
            return {**person, "link": f"{site}{_OF_A_THING[kind]}/{extra}", "number": extra}
        page = {**person, "link": site + _PAGES[kind]}
        if kind is not Kind.NEW_DEVICE:
            return page
        session = self._sessions.get(SessionId(extra))
        if session is None:
            return None
        return {**page, "device": session.name, "country": session.country, "when": session.created_at}


def _shown(name: str) -> str:
    """A name to greet by; nothing that mail programs would turn into a link: anybody may register another's
    address under such a "name"."""
    return "" if _LIKE_A_LINK.search(name) else name
