"""Sending the email with a reply. The mail server is called between two short transactions."""

from __future__ import annotations

import logging
from dataclasses import replace

from touchline.engagement.application.forms.form_catalog import FormCatalog
from touchline.engagement.application.forms.request_inbox import get_recipient
from touchline.engagement.domain.ids import RequestReplyId
from touchline.engagement.domain.request_replies import ReplyFailure, ReplyState, RequestReply
from touchline.engagement.ports.forms import FormRequests, RequestReplies
from touchline.engagement.ports.request_inbox import (
    ReplyEmail,
    ReplyMailer,
    ReplyRejectedError,
    RequestOperators,
)
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError, UnavailableError
from touchline.shared.ids import ChannelId
from touchline.shared.strings.localized import localize
from touchline.shared.unit_of_work import UnitOfWorkFactory

SEND_REPLY_JOB = "engagement.send_reply"
log = logging.getLogger(__name__)


class ReplyEmails:
    """Renders the email of a queued reply, in the language of the form."""

    def __init__(
        self,
        form_catalog: FormCatalog,
        form_requests: FormRequests,
        operators: RequestOperators,
        mailer: ReplyMailer,
    ) -> None:
        self._form_catalog = form_catalog
        self._requests = form_requests
        self._operators = operators
        self._mailer = mailer

    def write(self, channel_id: ChannelId, reply: RequestReply) -> object | None:
        """Return the rendered email; None if the request or its address is gone."""
        request = self._requests.get(reply.request_id)
        recipient = get_recipient(request, self._operators) if request else ""
        if request is None or not recipient:
            return None
        try:
            form = self._form_catalog.get(request.alias)
            form_name, reply_to = localize(form.title, request.language) or form.alias, form.to
        except NotFoundError:
            form_name, reply_to = request.alias, ""
        return self._mailer.write(
            ReplyEmail(
                recipient,
                request.language,
                reply_to,
                form_name,
                [line.strip() for line in reply.text.splitlines() if line.strip()],
                request.created_at,
                f"{channel_id}-reply-{reply.id}-{reply.created_at:%Y%m%dT%H%M%S}",
            )
        )


class SendReply:
    """Sends the email of a queued reply and records the result."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        replies: RequestReplies,
        emails: ReplyEmails,
        mailer: ReplyMailer,
        clock: Clock,
    ) -> None:
        self._uow = uow
        self._replies = replies
        self._emails = emails
        self._mailer = mailer
        self._clock = clock

    def __call__(self, channel_id: ChannelId, reply_id: RequestReplyId) -> None:
        """Send the email, unless it was sent or the request is gone.

        Raises `UnavailableError`, so that the queue retries the job. The reply then shows why it waits.
        """
        with self._uow(channel_id):
            reply = self._replies.get_for_update(reply_id)
            if reply is None or reply.state is not ReplyState.QUEUED:
                return
            email = self._emails.write(channel_id, reply)
        if email is None:
            self._record(channel_id, replace(reply, state=ReplyState.FAILED, failure=ReplyFailure.REJECTED))
            return
        try:
            self._mailer.send(email)
        except ReplyRejectedError as error:
            log.warning("reply %s failed permanently: %s", reply_id, error)
            self._record(channel_id, replace(reply, state=ReplyState.FAILED, failure=ReplyFailure.REJECTED))
        except UnavailableError:
            self._record(channel_id, replace(reply, failure=ReplyFailure.UNAVAILABLE))
            raise
        else:
            sent_at = self._clock.now()
            self._record(channel_id, replace(reply, state=ReplyState.SENT, failure=None, sent_at=sent_at))

    def _record(self, channel_id: ChannelId, reply: RequestReply) -> None:
        with self._uow(channel_id):
            self._replies.save(reply)
