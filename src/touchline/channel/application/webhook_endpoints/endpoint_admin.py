"""Administration of a channel's webhook endpoints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from touchline.channel.application.webhook_endpoints.webhook_publisher import WebhookPublisher
from touchline.channel.domain.webhook_endpoints.deliveries import (
    DeliveryState,
    WebhookAttempt,
    WebhookDelivery,
)
from touchline.channel.domain.webhook_endpoints.endpoints import (
    ENDPOINT_PAUSED,
    MAX_ENDPOINTS,
    TOO_MANY_ENDPOINTS,
    WebhookEndpoint,
    find_endpoint_errors,
)
from touchline.channel.domain.webhook_endpoints.messages import WebhookType
from touchline.channel.domain.webhook_endpoints.signatures import create_secret
from touchline.channel.ports.accounts.encryption import Encryption
from touchline.channel.ports.webhook_endpoints.webhook_endpoints import WebhookEndpoints, WebhookLog
from touchline.shared.clock import Clock
from touchline.shared.errors import InvalidInputError, NotFoundError, RefusedError
from touchline.shared.paging import Page, PageRequest

SECRET_PURPOSE = "webhook secret"  # noqa: S105


@dataclass(frozen=True, slots=True)
class EndpointStatus:
    """An endpoint and its latest attempt. `secret` is set only when it was just created."""

    endpoint: WebhookEndpoint
    latest_attempt: WebhookAttempt | None = None
    secret: str | None = None


class WebhookEndpointAdmin:
    """Use cases of operators. Each raises `NotFoundError` for an endpoint or delivery of another channel."""

    def __init__(
        self,
        endpoints: WebhookEndpoints,
        log: WebhookLog,
        publisher: WebhookPublisher,
        encryption: Encryption,
        clock: Clock,
        allow_private: bool,
    ) -> None:
        self._endpoints = endpoints
        self._log = log
        self._publisher = publisher
        self._encryption = encryption
        self._clock = clock
        self._allow_private = allow_private

    def list_all(self) -> Sequence[EndpointStatus]:
        """List the endpoints, oldest first."""
        endpoints = self._endpoints.list_all()
        latest = self._log.get_latest([endpoint.id for endpoint in endpoints]) if endpoints else {}
        return [EndpointStatus(endpoint, latest.get(endpoint.id)) for endpoint in endpoints]

    def get(self, endpoint_id: int) -> EndpointStatus:
        """Return an endpoint."""
        endpoint = self._get(endpoint_id)
        return EndpointStatus(endpoint, self._log.get_latest([endpoint_id]).get(endpoint_id))

    def create(self, url: str, description: str, event_types: Sequence[WebhookType]) -> EndpointStatus:
        """Create an endpoint and return it with its secret, which is never shown again.

        Raises `InvalidInputError`, or `RefusedError` if the channel has too many endpoints.
        """
        self._validate(url, event_types)
        if len(self._endpoints.list_all()) >= MAX_ENDPOINTS:
            raise RefusedError(TOO_MANY_ENDPOINTS.with_params(number=MAX_ENDPOINTS))
        secret = create_secret()
        endpoint = WebhookEndpoint(
            url=url,
            description=description,
            event_types=_sort(event_types),
            encrypted_secret=self._encryption.encrypt(SECRET_PURPOSE, secret),
            created_at=self._clock.now(),
        )
        return EndpointStatus(self._endpoints.add(endpoint), secret=secret)

    def update(self, endpoint_id: int, changes: Mapping[str, Any]) -> EndpointStatus:
        """Change `url`, `description` or `event_types`. Raises `InvalidInputError`."""
        endpoint = self._get(endpoint_id, for_update=True)
        for name, value in changes.items():
            setattr(endpoint, name, value)
        self._validate(endpoint.url, endpoint.event_types)
        endpoint.event_types = _sort(endpoint.event_types)
        self._endpoints.save(endpoint)
        return self.get(endpoint_id)

    def delete(self, endpoint_id: int) -> None:
        """Delete an endpoint and its log."""
        self._get(endpoint_id, for_update=True)
        self._endpoints.delete(endpoint_id)

    def roll_secret(self, endpoint_id: int) -> EndpointStatus:
        """Give an endpoint another secret. The present one stays valid for a day."""
        endpoint, secret = self._get(endpoint_id, for_update=True), create_secret()
        endpoint.roll_secret(self._encryption.encrypt(SECRET_PURPOSE, secret), self._clock.now())
        self._endpoints.save(endpoint)
        return EndpointStatus(endpoint, self.get(endpoint_id).latest_attempt, secret)

    def resume(self, endpoint_id: int) -> EndpointStatus:
        """Resume a paused endpoint, and send what has waited. Does nothing for an active endpoint."""
        endpoint = self._get(endpoint_id, for_update=True)
        if endpoint.paused_at is not None:
            endpoint.resume()
            self._endpoints.save(endpoint)
            self._log.release(endpoint_id, self._clock.now())
            self._publisher.enqueue(endpoint_id)
        return self.get(endpoint_id)

    def send_test(self, endpoint_id: int) -> str:
        """Send a message of type `ping` and return its id. Raises `RefusedError` for a paused endpoint."""
        return self._publisher.send_ping(self._get_active(endpoint_id)).id

    def list_deliveries(
        self,
        endpoint_id: int,
        request: PageRequest,
        *,
        state: DeliveryState | None = None,
        type: WebhookType | None = None,
    ) -> Page[WebhookDelivery]:
        """Return a page of an endpoint's log, newest first."""
        self._get(endpoint_id)
        return self._log.list_page(endpoint_id, request, state=state, type=type)

    def redeliver(self, delivery_id: int) -> WebhookDelivery:
        """Send a message again, with all retries, and return its delivery.

        Raises `RefusedError` if the endpoint is paused."""
        delivery = self._log.get(delivery_id)
        if delivery is None:
            raise NotFoundError
        self._get_active(delivery.endpoint_id)
        delivery.redeliver(self._clock.now())
        self._log.save(delivery)
        self._publisher.enqueue(delivery.endpoint_id)
        return delivery

    def _get(self, endpoint_id: int, *, for_update: bool = False) -> WebhookEndpoint:
        endpoint = self._endpoints.get(endpoint_id, for_update=for_update)
        if endpoint is None:
            raise NotFoundError
        return endpoint

    def _get_active(self, endpoint_id: int) -> WebhookEndpoint:
        """Return an endpoint that does not rest, because an operator wants to see the result now."""
        endpoint = self._get(endpoint_id, for_update=True)
        if endpoint.paused_at is not None:
            raise RefusedError(ENDPOINT_PAUSED)
        endpoint.rest_until = None
        self._endpoints.save(endpoint)
        return endpoint

    def _validate(self, url: str, event_types: Sequence[WebhookType]) -> None:
        if errors := find_endpoint_errors(url, event_types, allow_private=self._allow_private):
            raise InvalidInputError(dict(errors))


def _sort(event_types: Sequence[WebhookType]) -> Sequence[WebhookType]:
    """Return each type once, in the order of the documentation."""
    return [kind for kind in WebhookType if kind in event_types]
