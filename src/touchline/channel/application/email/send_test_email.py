"""A test email to an operator, which shows whether emails arrive."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex

from touchline.channel.application.email.emails import EmailKind, WriteEmail
from touchline.channel.ports.email.mailer import EmailRejectedError, Mailer, MailerUnavailableError
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory


@dataclass(frozen=True)
class EmailTestResult:
    """The result of a test email. `error` is the sentence of the mail server, or "" if it accepted it."""

    recipient: str
    error: str


class SendTestEmail:
    """Use case that sends an email to an operator's own address at once, without the queue."""

    def __init__(self, uow: UnitOfWorkFactory, write_email: WriteEmail, mailer: Mailer, clock: Clock) -> None:
        self._uow = uow
        self._write_email = write_email
        self._mailer = mailer
        self._clock = clock

    def __call__(self, channel_id: ChannelId, account_id: AccountId) -> EmailTestResult:
        """Send the email and return what the mail server says. Call it outside of a transaction."""
        requested_at = int(self._clock.now().timestamp())
        with self._uow(channel_id):
            email = self._write_email(
                EmailKind.TEST, account_id, 0, requested_at, f"{channel_id}-test-{token_hex(8)}"
            )
        if email is None:
            raise NotFoundError
        try:
            self._mailer.send(email)
        except (MailerUnavailableError, EmailRejectedError) as error:
            return EmailTestResult(email.to, str(error))
        return EmailTestResult(email.to, "")
