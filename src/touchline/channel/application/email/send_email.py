"""Sending of queued emails.

An email is written in a unit of work and sent after it, because mail servers can be slow.
"""

from __future__ import annotations

import logging

from touchline.channel.application.email.emails import WriteEmail
from touchline.channel.application.email.form_request_emails import WriteFormRequestEmail
from touchline.channel.application.email.invitation_emails import WriteInvitationEmail
from touchline.channel.ports.email.mailer import EmailRejectedError, Mailer
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

log = logging.getLogger(__name__)


class SendEmail:
    """Use case that sends a queued email to an account. Log lines never name the recipient."""

    def __init__(self, uow: UnitOfWorkFactory, write_email: WriteEmail, mailer: Mailer) -> None:
        self._uow = uow
        self._write_email = write_email
        self._mailer = mailer

    def __call__(
        self,
        channel_id: ChannelId,
        kind: str,
        account_id: AccountId,
        reference_id: int,
        requested_at: int,
        key: str,
    ) -> None:
        """Write the email and send it, unless it is no longer relevant.

        The arguments are those of `WriteEmail`. An email that the mail server rejects is logged. Raises
        `MailerUnavailableError`.
        """
        with self._uow(channel_id):
            email = self._write_email(kind, account_id, reference_id, requested_at, key)
        if email is None:
            log.info("email %s to account %s is no longer needed", kind, account_id)
            return
        try:
            self._mailer.send(email)
        except EmailRejectedError as error:
            log.warning("email %s to account %s failed permanently: %s", kind, account_id, error)


class SendFormRequestEmail:
    """Use case that sends the email about a submitted form to the operator.

    If the mail server rejects it, the request stays available in `touchline forms export`.
    """

    def __init__(self, uow: UnitOfWorkFactory, write_email: WriteFormRequestEmail, mailer: Mailer) -> None:
        self._uow = uow
        self._write_email = write_email
        self._mailer = mailer

    def __call__(self, channel_id: ChannelId, request_id: int) -> None:
        """Write the email and send it, unless the form is gone. Raises `MailerUnavailableError`."""
        with self._uow(channel_id):
            email = self._write_email(request_id)
        if email is None:
            return
        try:
            self._mailer.send(email)
        except EmailRejectedError as error:
            log.warning("the email about request %s failed permanently: %s", request_id, error)


class SendInvitationEmail:
    """Use case that sends an invitation. An owner can send it again if the mail server rejects it."""

    def __init__(self, uow: UnitOfWorkFactory, write_email: WriteInvitationEmail, mailer: Mailer) -> None:
        self._uow = uow
        self._write_email = write_email
        self._mailer = mailer

    def __call__(self, channel_id: ChannelId, invitation_id: int) -> None:
        """Write the email and send it, unless it is no longer relevant. Raises `MailerUnavailableError`."""
        with self._uow(channel_id):
            email = self._write_email(invitation_id)
        if email is None:
            return
        try:
            self._mailer.send(email)
        except EmailRejectedError as error:
            log.warning("invitation %s failed permanently: %s", invitation_id, error)
