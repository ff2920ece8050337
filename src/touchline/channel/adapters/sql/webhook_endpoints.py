"""Webhook endpoints and their log in the database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields
from datetime import datetime, timedelta

from sqlalchemy import CursorResult, delete, func, or_, select, update
from sqlalchemy.orm import Session

from touchline.channel.adapters.sql.webhook_tables import (
    WebhookAttemptRow,
    WebhookDeliveryRow,
    WebhookEndpointRow,
    WebhookMessageRow,
)
from touchline.channel.domain.webhook_endpoints.deliveries import (
    DeliveryError,
    DeliveryState,
    WebhookAttempt,
    WebhookDelivery,
)
from touchline.channel.domain.webhook_endpoints.endpoints import PauseReason, WebhookEndpoint
from touchline.channel.domain.webhook_endpoints.messages import WebhookMessage, WebhookType
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import ChannelId
from touchline.shared.paging import Page, PageRequest

LOG_RETENTION = timedelta(days=30)
_ENDPOINT_FIELDS = tuple(field.name for field in fields(WebhookEndpoint) if field.name != "id")


class SqlWebhookEndpoints:
    """Port `WebhookEndpoints`."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_all(self) -> Sequence[WebhookEndpoint]:
        """List the endpoints, oldest first. One query."""
        rows = self._session().scalars(select(WebhookEndpointRow).order_by(WebhookEndpointRow.id))
        return [_to_endpoint(row) for row in rows]

    def get(self, endpoint_id: int, *, for_update: bool = False) -> WebhookEndpoint | None:
        """Return an endpoint; None if there is none."""
        query = select(WebhookEndpointRow).where(WebhookEndpointRow.id == endpoint_id)
        session = self._session()
        row = select_for_update(session, query) if for_update else session.scalar(query)
        return _to_endpoint(row) if row else None

    def add(self, endpoint: WebhookEndpoint) -> WebhookEndpoint:
        """Insert a row and return the endpoint with its id."""
        row = WebhookEndpointRow(**{name: getattr(endpoint, name) for name in _ENDPOINT_FIELDS})
        self._session().add(row)
        self._session().flush()
        endpoint.id = row.id
        return endpoint

    def save(self, endpoint: WebhookEndpoint) -> None:
        """Update the row."""
        row = self._session().get_one(WebhookEndpointRow, endpoint.id)
        for name in _ENDPOINT_FIELDS:
            setattr(row, name, getattr(endpoint, name))
        self._session().flush()

    def delete(self, endpoint_id: int) -> None:
        """Delete the row. The database deletes its deliveries and attempts."""
        self._session().execute(delete(WebhookEndpointRow).where(WebhookEndpointRow.id == endpoint_id))


class SqlWebhookLog:
    """Port `WebhookLog`."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, messages: Sequence[WebhookMessage], endpoints: Sequence[WebhookEndpoint]) -> None:
        """Insert the messages that are not there yet, and their deliveries."""
        session = self._session()
        keys = [message.id for message in messages]
        known = set(session.scalars(select(WebhookMessageRow.key).where(WebhookMessageRow.key.in_(keys))))
        rows = [
            WebhookMessageRow(key=message.id, type=message.type, at=message.at, data=dict(message.data))
            for message in messages
            if message.id not in known
        ]
        session.add_all(rows)
        session.flush()
        session.add_all(
            WebhookDeliveryRow(
                endpoint_id=endpoint.id,
                message_id=row.id,
                state=DeliveryState.PENDING,
                retry_count=0,
                next_attempt_at=None if endpoint.paused_at else row.at,
            )
            for row in rows
            for endpoint in endpoints
        )
        session.flush()

    def list_page(
        self,
        endpoint_id: int,
        request: PageRequest,
        *,
        state: DeliveryState | None = None,
        type: WebhookType | None = None,
    ) -> Page[WebhookDelivery]:
        """Return a page of deliveries, newest first. Three queries."""
        conditions = [WebhookDeliveryRow.endpoint_id == endpoint_id]
        if state:
            conditions.append(WebhookDeliveryRow.state == state)
        if type:
            conditions.append(WebhookMessageRow.type == type)
        matching = select(WebhookDeliveryRow.id).join(WebhookMessageRow).where(*conditions)
        total = self._session().scalar(select(func.count()).select_from(matching.subquery())) or 0
        query = (
            select(WebhookDeliveryRow)
            .where(WebhookDeliveryRow.id.in_(matching))
            .order_by(WebhookDeliveryRow.id.desc())
            .limit(request.limit)
            .offset(request.offset)
        )
        rows = self._session().scalars(query)
        return Page([_to_delivery(row) for row in rows], total, request.limit, request.offset)

    def get_latest(self, endpoint_ids: Sequence[int]) -> Mapping[int, WebhookAttempt]:
        """Return the latest attempt of each endpoint. One query."""
        endpoint = WebhookDeliveryRow.endpoint_id
        latest = (
            select(endpoint, func.max(WebhookAttemptRow.id).label("attempt_id"))
            .join(WebhookAttemptRow, WebhookAttemptRow.delivery_id == WebhookDeliveryRow.id)
            .where(endpoint.in_(endpoint_ids))
            .group_by(endpoint)
            .subquery()
        )
        query = select(latest.c.endpoint_id, WebhookAttemptRow).join(
            WebhookAttemptRow, WebhookAttemptRow.id == latest.c.attempt_id
        )
        return {endpoint_id: _to_attempt(row) for endpoint_id, row in self._session().execute(query)}

    def get(self, delivery_id: int) -> WebhookDelivery | None:
        """Return a delivery, or None."""
        query = select(WebhookDeliveryRow).where(WebhookDeliveryRow.id == delivery_id)
        row = self._session().scalar(query)
        return _to_delivery(row) if row else None

    def claim(self, endpoint_id: int, now: datetime, until: datetime) -> WebhookDelivery | None:
        """Return the oldest delivery that is due and that no other worker takes at this moment."""
        due = WebhookDeliveryRow.next_attempt_at <= now
        query = select(WebhookDeliveryRow).where(WebhookDeliveryRow.endpoint_id == endpoint_id, due)
        row = self._session().scalar(query.order_by(WebhookDeliveryRow.id).limit(1))
        if row is None:
            return None
        claim = update(WebhookDeliveryRow).where(WebhookDeliveryRow.id == row.id, due)
        result = self._session().execute(claim.values(next_attempt_at=until))
        assert isinstance(result, CursorResult)
        return _to_delivery(row) if result.rowcount else None

    def save(self, delivery: WebhookDelivery) -> None:
        """Update the row, and insert the attempts that it does not have."""
        session = self._session()
        row = session.get_one(WebhookDeliveryRow, delivery.id)
        row.state, row.retry_count = delivery.state, delivery.retry_count
        row.next_attempt_at = delivery.next_attempt_at
        row.attempts.extend(
            WebhookAttemptRow(**asdict(attempt)) for attempt in delivery.attempts[len(row.attempts) :]
        )
        session.flush()

    def hold(self, endpoint_id: int) -> None:
        """Remove the time of the next attempt."""
        self._set_next_attempt(endpoint_id, None)

    def release(self, endpoint_id: int, now: datetime) -> None:
        """Make the pending deliveries due."""
        self._set_next_attempt(endpoint_id, now)

    def list_due(self, now: datetime) -> Sequence[tuple[ChannelId, int]]:
        """Return the channel and the endpoint of deliveries that are due. One query."""
        rest = WebhookEndpointRow.rest_until
        query = (
            select(WebhookEndpointRow.channel_id, WebhookEndpointRow.id)
            .join(WebhookDeliveryRow, WebhookDeliveryRow.endpoint_id == WebhookEndpointRow.id)
            .where(WebhookDeliveryRow.next_attempt_at <= now, or_(rest.is_(None), rest <= now))
            .distinct()
        )
        return [
            (ChannelId(channel_id), endpoint_id) for channel_id, endpoint_id in self._session().execute(query)
        ]

    def delete_before(self, instant: datetime) -> int:
        """Delete messages that are older than the retention time. Return their number."""
        result = self._session().execute(
            delete(WebhookMessageRow).where(WebhookMessageRow.at < instant - LOG_RETENTION)
        )
        assert isinstance(result, CursorResult)
        return result.rowcount

    def _set_next_attempt(self, endpoint_id: int, at: datetime | None) -> None:
        pending = update(WebhookDeliveryRow).where(
            WebhookDeliveryRow.endpoint_id == endpoint_id, WebhookDeliveryRow.state == DeliveryState.PENDING
        )
        self._session().execute(pending.values(next_attempt_at=at))


def _to_endpoint(row: WebhookEndpointRow) -> WebhookEndpoint:
    values = {name: getattr(row, name) for name in ("id", *_ENDPOINT_FIELDS)}
    values["event_types"] = [WebhookType(name) for name in row.event_types]
    values["pause_reason"] = PauseReason(row.pause_reason) if row.pause_reason else None
    return WebhookEndpoint(**values)


def _to_delivery(row: WebhookDeliveryRow) -> WebhookDelivery:
    message = row.message
    return WebhookDelivery(
        id=row.id,
        endpoint_id=row.endpoint_id,
        message=WebhookMessage(message.key, WebhookType(message.type), message.at, message.data),
        state=DeliveryState(row.state),
        retry_count=row.retry_count,
        next_attempt_at=row.next_attempt_at,
        attempts=[_to_attempt(attempt) for attempt in row.attempts],
    )


def _to_attempt(row: WebhookAttemptRow) -> WebhookAttempt:
    return WebhookAttempt(
        row.at,
        row.duration_ms,
        row.response_status,
        row.response,
        DeliveryError(row.error) if row.error else None,
    )
