"""Emails to viewers. They are queued by kind and id and rendered when sent (product.md §6; api.md, "Viewer").

A signed link, which grants access to an account, is created only when the email is rendered. It is never in a
row, a job, or a log line.
"""

import re
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum

from touchline.channel.application.email.final_score_emails import GetFinalScoreEmailData
from touchline.channel.application.email.live_event_emails import GetLiveEventEmailData
from touchline.channel.application.email.purchase_email_data import (
    MAKE_GOOD_EMAILS,
    ORDER_EMAILS,
    TRANSACTION_EMAILS,
    EmailData,
    GetPurchaseEmailData,
)
from touchline.channel.application.email.stream_fault_emails import GetStreamFaultEmailData
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.links import LinkPurpose, SignedLinks
from touchline.channel.domain.operators.access_tokens import AccessToken
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.email.email_templates import EmailTemplates
from touchline.channel.ports.email.mailer import Email
from touchline.channel.ports.email.notifications import Notifications
from touchline.channel.ports.email.purchases import Purchases
from touchline.channel.ports.operators.access_tokens import AccessTokens
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, SessionId
from touchline.shared.site_urls import SiteUrls
from touchline.shared.tasks.jobs import MAIL_QUEUE, Jobs

SEND_EMAIL = "channel.letter"


class EmailKind(StrEnum):
    """The kind of an email. Its texts are in `adapters/email/templates/<language>.yaml`."""

    VERIFY_EMAIL = "verify_email"
    RESET_PASSWORD = "reset_password"  # noqa: S105
    CLOSE_ACCOUNT = "close_account"
    NEW_DEVICE = "new_device"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105
    WRONG_PASSWORDS = "wrong_passwords"
    WRONG_CODES = "wrong_codes"
    SECOND_FACTOR_ON = "second_factor_on"
    SECOND_FACTOR_OFF = "second_factor_off"
    ACCESS_TOKEN_CREATED = "access_token_created"  # noqa: S105
    RECEIPT = "receipt"
    TRIAL_STARTED = "trial_started"
    ACCESS_OPENED = "access_opened"
    REFUND = "refund"
    MAKE_GOOD_REFUND = "make_good_refund"
    MAKE_GOOD_CREDIT = "make_good_credit"
    RENEWAL_FAILED = "renewal_failed"
    RENEWAL_NEAR = "renewal_near"
    TRIAL_ENDING = "trial_ending"
    EVENT_LIVE = "event_live"
    FINAL_SCORE = "final_score"
    PURCHASE_CHANGED = "purchase_changed"
    FORM_REQUEST = "form_request"
    REQUEST_REPLY = "request_reply"
    CLIP_REPORTED = "clip_reported"
    CONSENT_MISSING = "consent_missing"
    INVITATION = "invitation"
    GIFT = "gift"
    GIFT_REDEEMED = "gift_redeemed"
    WEBHOOK_PAUSED = "webhook_paused"
    STREAM_FAULT = "stream_fault"
    TEST = "test"


_REMINDERS = (EmailKind.EVENT_LIVE, EmailKind.FINAL_SCORE)
_PURPOSES = {
    EmailKind.VERIFY_EMAIL: LinkPurpose.VERIFY_EMAIL,
    EmailKind.RESET_PASSWORD: LinkPurpose.RESET_PASSWORD,
    EmailKind.CLOSE_ACCOUNT: LinkPurpose.CLOSE_ACCOUNT,
}
_LINK_PATTERN = re.compile(r"[/:@\\]|\.\w|www", re.IGNORECASE)
_PAGES = {
    EmailKind.NEW_DEVICE: "/profile/sessions",
    EmailKind.PASSWORD_CHANGED: "/password-reset-request",
    EmailKind.WRONG_PASSWORDS: "/password-reset-request",
    EmailKind.WRONG_CODES: "/password-reset-request",
    EmailKind.SECOND_FACTOR_ON: "/profile/security",
    EmailKind.SECOND_FACTOR_OFF: "/profile/security",
    EmailKind.ACCESS_TOKEN_CREATED: "/studio/tokens",
    EmailKind.RECEIPT: "/profile/transactions",
    EmailKind.TRIAL_STARTED: "/profile",
    EmailKind.ACCESS_OPENED: "/profile",
    EmailKind.REFUND: "/profile/transactions",
    EmailKind.MAKE_GOOD_REFUND: "/profile",
    EmailKind.MAKE_GOOD_CREDIT: "/profile",
    EmailKind.RENEWAL_FAILED: "/profile",
    EmailKind.RENEWAL_NEAR: "/profile",
    EmailKind.TRIAL_ENDING: "/profile",
    EmailKind.EVENT_LIVE: "/live",
    EmailKind.FINAL_SCORE: "/live",
    EmailKind.PURCHASE_CHANGED: "/profile",
    EmailKind.TEST: "/studio/settings",
    EmailKind.STREAM_FAULT: "/studio",
}


_ITEM_PAGES = {
    EmailKind.CLIP_REPORTED: "/watch_library/{id}",
    EmailKind.CONSENT_MISSING: "/watch/{id}",
    EmailKind.WEBHOOK_PAUSED: "/studio/webhooks",
}
"""Pages in emails to operators. `reference_id` is the id of the clip, event or webhook endpoint."""


class JobEmailQueue:
    """Email queue that uses jobs. An email is sent only if the current transaction commits."""

    def __init__(self, jobs: Jobs, channels: Channels, clock: Clock) -> None:
        self._jobs = jobs
        self._channels = channels
        self._clock = clock

    def enqueue(self, kind: str, account_id: AccountId, reference_id: int = 0, key: str = "") -> None:
        """Queue an email to an account.

        `reference_id` is the id of its subject: the session for `new_device`, the token for
        `access_token_created`, the order or transaction for purchases. Two calls send two emails, or one if
        they have the same `key`. A job that runs twice sends one email.
        """
        channel_id, requested_at = self._channels.get_current().id, int(self._clock.now().timestamp())
        key = f"{channel_id}-{key}" if key else secrets.token_hex(8)
        self._jobs.enqueue(
            SEND_EMAIL,
            channel_id,
            EmailKind(kind),
            account_id,
            reference_id,
            requested_at,
            key,
            queue=MAIL_QUEUE,
        )


class WriteEmail:
    """Use case that renders a queued email."""

    def __init__(
        self,
        channels: Channels,
        accounts: Accounts,
        sessions: Sessions,
        access_tokens: AccessTokens,
        signed_links: SignedLinks,
        email_templates: EmailTemplates,
        clock: Clock,
        site_urls: SiteUrls,
        purchases: Purchases,
        notifications: Notifications,
    ) -> None:
        self._channels = channels
        self._accounts = accounts
        self._sessions = sessions
        self._access_tokens = access_tokens
        self._signed_links = signed_links
        self._email_templates = email_templates
        self._clock = clock
        self._site_urls = site_urls
        self._get_purchase_data = GetPurchaseEmailData(purchases)
        self._get_live_event_data = GetLiveEventEmailData(notifications)
        self._get_final_score_data = GetFinalScoreEmailData(notifications)
        self._get_stream_fault_data = GetStreamFaultEmailData(notifications)

    def __call__(
        self, kind: str, account_id: AccountId, reference_id: int, requested_at: int, key: str
    ) -> Email | None:
        """Return the email, or None if it is no longer relevant (account closed, session gone, event over).

        `requested_at` is in seconds since the epoch. `key` identifies the email.
        """
        account = self._accounts.get(account_id)
        if account is None or (account.is_suspended and kind in _REMINDERS):
            return None
        channel, when = self._channels.get_current(), datetime.fromtimestamp(requested_at, UTC)
        site_url = channel.get_site_url(self._site_urls)
        language = account.language if account.language in channel.languages else channel.language
        email_data = self._get_email_data(kind, account_id, reference_id, language, site_url)
        variables = self._build_variables(EmailKind(kind), account, site_url, reference_id, when)
        if variables is None or email_data is None:
            return None
        content = self._email_templates.render(
            kind, language, {**variables, **email_data.variables}, channel, site_url
        )
        return Email(
            account.email,
            content.subject,
            content.html,
            content.text,
            channel.name,
            self._clock.now(),
            key,
            email_data.attachments,
            unsubscribe=email_data.unsubscribe,
        )

    def _get_email_data(
        self, kind: str, account_id: AccountId, reference_id: int, language: str, site_url: str
    ) -> EmailData | None:
        """Return the data from other contexts, or None if the email is no longer relevant."""
        if kind == EmailKind.EVENT_LIVE:
            return self._get_live_event_data(account_id, reference_id, language, site_url)
        if kind == EmailKind.FINAL_SCORE:
            return self._get_final_score_data(account_id, reference_id, language, site_url)
        if kind == EmailKind.STREAM_FAULT:
            return self._get_stream_fault_data(reference_id, language, site_url)
        return (
            self._get_purchase_data(kind, reference_id, language, site_url)
            if kind in TRANSACTION_EMAILS | ORDER_EMAILS | MAKE_GOOD_EMAILS
            else EmailData({})
        )

    def _build_variables(
        self, kind: EmailKind, account: Account, site_url: str, reference_id: int, when: datetime
    ) -> Mapping[str, object] | None:
        """Return the template variables from this context, or None if the data is gone."""
        base_variables = {
            "first_name": _without_links(account.first_name),
            "email": account.email,
            "when": when,
        }
        if purpose := _PURPOSES.get(kind):
            link = site_url + self._signed_links.build_path(purpose, account, self._clock.now())
            return {**base_variables, "link": link, "life": purpose.lifetime}
        if kind in _ITEM_PAGES:
            return {
                **base_variables,
                "link": site_url + _ITEM_PAGES[kind].format(id=reference_id),
                "number": reference_id,
            }
        page_variables = {**base_variables, "link": site_url + _PAGES[kind]}
        if kind is EmailKind.ACCESS_TOKEN_CREATED:
            token = self._access_tokens.get(reference_id)
            return {**page_variables, **self._describe_token(token)} if token else None
        if kind is not EmailKind.NEW_DEVICE:
            return page_variables
        session = self._sessions.get(SessionId(reference_id))
        if session is None:
            return None
        return {
            **page_variables,
            "device": session.name,
            "country": session.country,
            "when": session.created_at,
        }

    def _describe_token(self, token: AccessToken) -> Mapping[str, object]:
        """Return the variables of a new token, with where it was created."""
        session = None if token.session_id is None else self._sessions.get(token.session_id)
        return {
            "token": _without_links(token.name),
            "prefix": token.prefix,
            "expires_at": token.expires_at,
            "device": session.name if session else "",
            "country": session.country if session else None,
            "when": token.created_at,
        }


def _without_links(name: str) -> str:
    """Return a name that a person has chosen, or "" if a mail program might turn it into a link.

    A person can register someone else's address with any text as the first name, and name a token in someone
    else's account.
    """
    return "" if _LINK_PATTERN.search(name) else name
