"""SQL repositories of forms and requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from touchline.engagement.adapters.sql.form_tables import FormRequestRow, FormRow
from touchline.engagement.domain.form_requests import FormRequest
from touchline.engagement.domain.ids import FormRequestId
from touchline.engagement.ports.forms import FormDefinition
from touchline.shared.ids import AccountId


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
        """Delete the viewer's rows."""
        self._session().execute(delete(FormRequestRow).where(FormRequestRow.account_id == account_id))


def _to_request(row: FormRequestRow) -> FormRequest:
    return FormRequest(
        alias=row.alias,
        answers=row.answers,
        language=row.language,
        created_at=row.created_at,
        account_id=AccountId(row.account_id) if row.account_id is not None else None,
        id=FormRequestId(row.id),
    )
