"""Operators' actions on form requests: assign, close, reply (docs/how-to/clips-and-requests.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from touchline.engagement.application.forms.request_inbox import get_recipient
from touchline.engagement.application.forms.send_reply import SEND_REPLY_JOB
from touchline.engagement.domain.form_requests import FormRequest, RequestStatus
from touchline.engagement.domain.ids import FormRequestId, RequestReplyId
from touchline.engagement.domain.request_replies import ReplyState, RequestReply
from touchline.engagement.ports.forms import FormRequests, RequestReplies
from touchline.engagement.ports.request_inbox import RequestOperators
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidInputError, NotFoundError, RefusedError
from touchline.shared.ids import AccountId
from touchline.shared.principal import Principal
from touchline.shared.strings.validation import FIELD_REQUIRED
from touchline.shared.tasks.jobs import MAIL_QUEUE, Jobs

NO_ADDRESS = ErrorMessage(
    "errors.request_without_address", "The sender left no email address, so you cannot answer by email."
)
ASSIGNEE_INVALID = ErrorMessage("errors.assignee_invalid", "Choose an operator whose role includes requests.")
REPLY_NOT_FAILED = ErrorMessage(
    "errors.reply_not_failed",
    "This answer is already on its way. Only an answer that failed can be sent again.",
)
_UNCHANGED: Any = object()


class HandleRequests:
    """Changes requests, and stores replies before they are emailed."""

    def __init__(
        self,
        form_requests: FormRequests,
        replies: RequestReplies,
        operators: RequestOperators,
        jobs: Jobs,
        record_audit: RecordAudit,
        clock: Clock,
    ) -> None:
        self._requests = form_requests
        self._replies = replies
        self._operators = operators
        self._jobs = jobs
        self._record_audit = record_audit
        self._clock = clock

    def update(
        self,
        request_id: FormRequestId,
        version: int,
        *,
        status: RequestStatus | None = None,
        assignee_id: AccountId | None = _UNCHANGED,
    ) -> None:
        """Close or reopen a request, or assign it (None: to nobody).

        Raises `NotFoundError`, `EditConflictError`, or `InvalidInputError` for an assignee who is not an
        operator with the permission.
        """
        request = self._get(request_id, version)
        changed = request
        if status is not None and status is not request.status:
            is_closed = status is RequestStatus.CLOSED
            changed = replace(changed, closed_at=self._clock.now() if is_closed else None)
        if assignee_id is not _UNCHANGED:
            if assignee_id is not None and assignee_id not in self._operators.list_all():
                raise InvalidInputError({"assignee_id": [ASSIGNEE_INVALID]})
            changed = replace(changed, assignee_id=assignee_id)
        if changed != request:
            self._save(changed)
            self._record("request.update", request_id, _describe(request), _describe(changed))

    def reply(
        self, caller: Principal, request_id: FormRequestId, version: int, text: str, *, close: bool
    ) -> None:
        """Store a reply and queue its email. With `close`, the request is closed.

        Raises `NotFoundError`, `EditConflictError`, `InvalidInputError` for an empty text, or `RefusedError`
        if the sender left no address.
        """
        request = self._get(request_id, version)
        if not text:
            raise InvalidInputError({"text": [FIELD_REQUIRED]})
        if not get_recipient(request, self._operators):
            raise RefusedError(NO_ADDRESS)
        now = self._clock.now()
        reply_id = self._replies.add(RequestReply(request_id, caller.viewer_id, text, now, now))
        self._save(replace(request, closed_at=now) if close else request)
        self._enqueue(caller, reply_id)
        self._record("request.reply", request_id, {}, {"reply": reply_id})

    def retry_reply(self, caller: Principal, reply_id: RequestReplyId) -> FormRequestId:
        """Queue the email of a failed reply again, and return its request.

        Raises `NotFoundError`, or `RefusedError` in any other state.
        """
        reply = self._replies.get_for_update(reply_id)
        if reply is None:
            raise NotFoundError()
        now = self._clock.now()
        if reply.get_state(now) is not ReplyState.FAILED:
            raise RefusedError(REPLY_NOT_FAILED)
        self._replies.save(replace(reply, state=ReplyState.QUEUED, failure=None, queued_at=now))
        self._enqueue(caller, reply_id)
        return reply.request_id

    def _get(self, request_id: FormRequestId, version: int) -> FormRequest:
        request = self._requests.get_for_update(request_id)
        if request is None:
            raise NotFoundError()
        request.require_version(version)
        return request

    def _save(self, request: FormRequest) -> None:
        self._requests.save(replace(request, version=request.version + 1))

    def _enqueue(self, caller: Principal, reply_id: RequestReplyId) -> None:
        self._jobs.enqueue(SEND_REPLY_JOB, caller.channel_id, reply_id, queue=MAIL_QUEUE)

    def _record(
        self, action: str, request_id: FormRequestId, before: dict[str, Any], after: dict[str, Any]
    ) -> None:
        changed = {name: value for name, value in after.items() if before.get(name) != value}
        self._record_audit(
            AuditRecord(
                action,
                AuditSubject("request", str(request_id)),
                {name: before[name] for name in changed if name in before},
                changed,
            )
        )


def _describe(request: FormRequest) -> dict[str, Any]:
    return {"status": request.status.value, "assignee": request.assignee_id}
