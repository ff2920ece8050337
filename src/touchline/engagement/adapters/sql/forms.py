"""Forms and requests in the database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from touchline.engagement.adapters.sql.form_tables import FormRequestRow, FormRow
from touchline.engagement.domain.ids import FormRequestId
from touchline.engagement.domain.requests import Request
from touchline.engagement.ports.forms import Definition
from touchline.shared.ids import AccountId


class SqlForms:
    """`FormStore` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, alias: str) -> Definition | None:
        """The definition of an alias."""
        found = self._session().scalars(select(FormRow).where(FormRow.alias == alias)).one_or_none()
        return found.definition if found else None

    def all(self) -> Sequence[Definition]:
        """All of them, as they were given."""
        return [row.definition for row in self._session().scalars(select(FormRow).order_by(FormRow.id))]

    def replace(self, definitions: Sequence[Definition]) -> None:
        """Nothing speaks of a form by its id, so all are written anew where one has changed."""
        if list(self.all()) == list(definitions):
            return
        session = self._session()
        session.execute(delete(FormRow))
        session.add_all(FormRow(alias=one["key"], definition=one) for one in definitions)
        session.flush()


class SqlRequests:
    """`RequestStore` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, request: Request) -> FormRequestId:
        """Keep one."""
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

    def get(self, request_id: FormRequestId) -> Request | None:
        """The one of an id."""
        rows = select(FormRequestRow).where(FormRequestRow.id == request_id)
        row = self._session().scalars(rows).one_or_none()
        return _request(row) if row else None

    def counts(self) -> Mapping[str, int]:
        """How many, by alias."""
        counted = select(FormRequestRow.alias, func.count()).group_by(FormRequestRow.alias)
        return {row[0]: row[1] for row in self._session().execute(counted)}

    def after(self, request_id: FormRequestId, alias: str | None, most: int) -> Sequence[Request]:
        """The next ones."""
        rows = select(FormRequestRow).where(FormRequestRow.id > request_id)
        if alias is not None:
            rows = rows.where(FormRequestRow.alias == alias)
        found = self._session().scalars(rows.order_by(FormRequestRow.id).limit(most))
        return [_request(row) for row in found]

    def of_account(self, account_id: AccountId) -> Sequence[Request]:
        """All of a viewer."""
        rows = select(FormRequestRow).where(FormRequestRow.account_id == account_id)
        return [_request(row) for row in self._session().scalars(rows.order_by(FormRequestRow.id))]

    def erase_of(self, account_id: AccountId) -> None:
        """Delete all of a viewer."""
        self._session().execute(delete(FormRequestRow).where(FormRequestRow.account_id == account_id))


def _request(row: FormRequestRow) -> Request:
    return Request(
        alias=row.alias,
        answers=row.answers,
        language=row.language,
        created_at=row.created_at,
        account_id=AccountId(row.account_id) if row.account_id is not None else None,
        id=FormRequestId(row.id),
    )
