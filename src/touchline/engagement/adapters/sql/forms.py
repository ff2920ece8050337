"""SQL repositories of forms and requests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from touchline.engagement.adapters.sql.form_tables import FormRequestRow, FormRow, RequestReplyRow
from touchline.engagement.domain.form_requests import FormRequest, RequestFilter, RequestStatus
from touchline.engagement.domain.ids import FormRequestId, RequestReplyId
from touchline.engagement.domain.request_replies import ReplyFailure, ReplyState, RequestReply
from touchline.engagement.ports.forms import FormDefinition
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import AccountId
from touchline.shared.strings.folding import matches_all_words

MAX_NAME = 200


class SqlFormDefinitions:
    """`FormDefinitions` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, alias: str) -> FormDefinition | None:
        """Select by alias."""
        row = self._session().scalars(select(FormRow).where(FormRow.alias == alias)).one_or_none()
        return row.definition if row else None

    def list_all(self) -> Sequence[FormDefinition]:
        """Select all definitions in the order of insertion."""
        return [row.definition for row in self._session().scalars(select(FormRow).order_by(FormRow.id))]

    def replace(self, definitions: Sequence[FormDefinition]) -> None:
        """Rewrite all rows if any definition has changed. No other table refers to their ids."""
        if list(self.list_all()) == list(definitions):
            return
        session = self._session()
        session.execute(delete(FormRow))
        session.add_all(FormRow(alias=definition["key"], definition=definition) for definition in definitions)
        session.flush()


class SqlFormRequests:
    """`FormRequests` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, request: FormRequest) -> FormRequestId:
        """Insert the request."""
        row = FormRequestRow(
            alias=request.alias,
            account_id=request.account_id,
            answers=dict(request.answers),
            language=request.language,
            created_at=request.created_at,
            sender_name=request.sender_name[:MAX_NAME],
            sender_email=request.sender_email,
        )
        session = self._session()
        session.add(row)
        session.flush()
        return FormRequestId(row.id)

    def get(self, request_id: FormRequestId) -> FormRequest | None:
        """Select by id."""
        query = select(FormRequestRow).where(FormRequestRow.id == request_id)
        row = self._session().scalars(query).one_or_none()
        return _to_request(row) if row else None

    def get_for_update(self, request_id: FormRequestId) -> FormRequest | None:
        """Select by id, locked."""
        row = select_for_update(
            self._session(), select(FormRequestRow).where(FormRequestRow.id == request_id)
        )
        return _to_request(row) if row else None

    def save(self, request: FormRequest) -> None:
        """Update three columns."""
        self._session().execute(
            update(FormRequestRow)
            .where(FormRequestRow.id == request.id)
            .values(
                closed_at=request.closed_at,
                assignee_account_id=request.assignee_id,
                version=request.version,
            )
        )

    def list_page(
        self, request_filter: RequestFilter, limit: int, offset: int
    ) -> tuple[Sequence[FormRequest], int]:
        """Select a page and the count. Senders are compared in Python, as in all searches."""
        query = select(FormRequestRow).where(*_list_conditions(request_filter))
        if request_filter.sender:
            columns = (FormRequestRow.id, FormRequestRow.sender_name, FormRequestRow.sender_email)
            rows = self._session().execute(query.with_only_columns(*columns))
            ids = [row.id for row in rows if matches_all_words(request_filter.sender, *row[1:])]
            query = query.where(FormRequestRow.id.in_(ids))
        page = query.order_by(FormRequestRow.id.desc()).limit(limit).offset(offset)
        count = query.with_only_columns(func.count(), maintain_column_froms=True)
        requests = [_to_request(row) for row in self._session().scalars(page)]
        return requests, int(self._session().scalar(count) or 0)

    def count_open(self) -> int:
        """Count the open rows."""
        is_open = FormRequestRow.closed_at.is_(None)
        return self._session().scalar(select(func.count(FormRequestRow.id)).where(is_open)) or 0

    def count_by_alias(self) -> Mapping[str, int]:
        """Count the rows by alias."""
        query = select(FormRequestRow.alias, func.count()).group_by(FormRequestRow.alias)
        return {row[0]: row[1] for row in self._session().execute(query)}

    def list_after(self, request_id: FormRequestId, alias: str | None, limit: int) -> Sequence[FormRequest]:
        """Select the next rows by id."""
        query = select(FormRequestRow).where(FormRequestRow.id > request_id)
        if alias is not None:
            query = query.where(FormRequestRow.alias == alias)
        rows = self._session().scalars(query.order_by(FormRequestRow.id).limit(limit))
        return [_to_request(row) for row in rows]

    def list_for_account(self, account_id: AccountId) -> Sequence[FormRequest]:
        """Select the viewer's rows."""
        query = select(FormRequestRow).where(FormRequestRow.account_id == account_id)
        return [_to_request(row) for row in self._session().scalars(query.order_by(FormRequestRow.id))]

    def delete_for_account(self, account_id: AccountId) -> None:
        """Delete the viewer's rows, and blank the account elsewhere."""
        session = self._session()
        own_ids = select(FormRequestRow.id).where(FormRequestRow.account_id == account_id)
        session.execute(delete(RequestReplyRow).where(RequestReplyRow.request_id.in_(own_ids)))
        session.execute(delete(FormRequestRow).where(FormRequestRow.account_id == account_id))
        for column in (FormRequestRow.assignee_account_id, RequestReplyRow.author_account_id):
            session.execute(update(column.class_).where(column == account_id).values({column: None}))


class SqlRequestReplies:
    """`RequestReplies` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, reply: RequestReply) -> RequestReplyId:
        """Insert the reply."""
        row = RequestReplyRow(
            request_id=reply.request_id,
            author_account_id=reply.author_id,
            text=reply.text,
            created_at=reply.created_at,
            queued_at=reply.queued_at,
            state=reply.state.value,
        )
        self._session().add(row)
        self._session().flush()
        return RequestReplyId(row.id)

    def get_for_update(self, reply_id: RequestReplyId) -> RequestReply | None:
        """Select by id, locked."""
        row = select_for_update(
            self._session(), select(RequestReplyRow).where(RequestReplyRow.id == reply_id)
        )
        return _to_reply(row) if row else None

    def save(self, reply: RequestReply) -> None:
        """Update the state of the email."""
        self._session().execute(
            update(RequestReplyRow)
            .where(RequestReplyRow.id == reply.id)
            .values(
                queued_at=reply.queued_at,
                state=reply.state.value,
                failure=reply.failure.value if reply.failure else None,
                sent_at=reply.sent_at,
            )
        )

    def list_for_request(self, request_id: FormRequestId) -> Sequence[RequestReply]:
        """Select the rows of the request."""
        query = select(RequestReplyRow).where(RequestReplyRow.request_id == request_id)
        return [_to_reply(row) for row in self._session().scalars(query.order_by(RequestReplyRow.id))]

    def list_failed(self, since: datetime, retried_until: datetime, limit: int) -> Sequence[FormRequestId]:
        """Select by the index on the state, and leave out requests with a later reply."""
        later = aliased(RequestReplyRow)
        has_failed = or_(
            RequestReplyRow.state == ReplyState.FAILED.value,
            and_(RequestReplyRow.state == ReplyState.QUEUED.value, RequestReplyRow.queued_at < retried_until),
        )
        is_latest = (
            ~select(later.id)
            .where(later.request_id == RequestReplyRow.request_id, later.id > RequestReplyRow.id)
            .exists()
        )
        query = select(RequestReplyRow.request_id).where(
            RequestReplyRow.state.in_([ReplyState.FAILED.value, ReplyState.QUEUED.value]),
            RequestReplyRow.queued_at >= since,
            has_failed,
            is_latest,
        )
        rows = self._session().scalars(query.order_by(RequestReplyRow.id.desc()).limit(limit))
        return [FormRequestId(request_id) for request_id in rows]


def _list_conditions(request_filter: RequestFilter) -> Iterator[ColumnElement[bool]]:
    if request_filter.alias is not None:
        yield FormRequestRow.alias == request_filter.alias
    if request_filter.status is not None:
        is_open = FormRequestRow.closed_at.is_(None)
        yield is_open if request_filter.status is RequestStatus.OPEN else ~is_open
    if request_filter.is_unassigned:
        yield FormRequestRow.assignee_account_id.is_(None)
    elif request_filter.assignee_id is not None:
        yield FormRequestRow.assignee_account_id == request_filter.assignee_id


def _to_request(row: FormRequestRow) -> FormRequest:
    return FormRequest(
        alias=row.alias,
        answers=row.answers,
        language=row.language,
        created_at=row.created_at,
        account_id=AccountId(row.account_id) if row.account_id is not None else None,
        id=FormRequestId(row.id),
        sender_name=row.sender_name,
        sender_email=row.sender_email,
        closed_at=row.closed_at,
        assignee_id=AccountId(row.assignee_account_id) if row.assignee_account_id is not None else None,
        version=row.version,
    )


def _to_reply(row: RequestReplyRow) -> RequestReply:
    return RequestReply(
        request_id=FormRequestId(row.request_id),
        author_id=AccountId(row.author_account_id) if row.author_account_id is not None else None,
        text=row.text,
        created_at=row.created_at,
        queued_at=row.queued_at,
        state=ReplyState(row.state),
        failure=ReplyFailure(row.failure) if row.failure else None,
        sent_at=row.sent_at,
        id=RequestReplyId(row.id),
    )
