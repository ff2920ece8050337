"""Provider states of context channel."""

from __future__ import annotations

from typing import Any

from contracts.provider.environment import NOON, ProviderEnvironment
from contracts.provider.states.accounts import create_viewer
from touchline.channel.application.webhook_endpoints.endpoint_admin import SECRET_PURPOSE
from touchline.channel.domain.webhook_endpoints.deliveries import DeliveryError, WebhookAttempt
from touchline.channel.domain.webhook_endpoints.endpoints import PauseReason, WebhookEndpoint
from touchline.channel.domain.webhook_endpoints.messages import WebhookMessage, WebhookType
from touchline.channel.domain.webhook_endpoints.signatures import create_secret
from touchline.shared.ids import SessionId
from touchline.shared.permissions import Permission
from touchline.shared.principal import Principal


def create_channel(environment: ProviderEnvironment) -> None:
    """Create the channel for every host."""
    environment.apply_pack()


def create_channel_key(environment: ProviderEnvironment, channel_key: str) -> None:
    """Create the channel with this key."""
    environment.create_channel_key(channel_key)


def create_api_key(environment: ProviderEnvironment, api_key: str) -> None:
    """Create the channel, and a visitor's session with this API key."""
    environment.create_session(api_key)


def create_every_content(environment: ProviderEnvironment, page_id: int) -> None:
    """Create the channel with one more content page with this id."""
    environment.append_to_pack(
        "pages/rules.md", "---\nname: House rules\nalt_name: Rules\n---\n\nBe kind. **Always.**\n"
    )
    environment.apply_pack({("page", "rules"): page_id})


def create_operator_with_endpoint(
    environment: ProviderEnvironment,
    api_key: str,
    email: str,
    endpoint_id: int,
    delivery_id: int,
    paused: bool,
) -> None:
    """Create an operator, logged in with this key, of a channel with a webhook endpoint that has failed.

    Its URL is a spelling of 127.0.0.1, so that nothing is sent.
    """
    create_viewer(environment, api_key, email)
    ids = {("webhook_endpoint", ""): endpoint_id, ("webhook_delivery", ""): delivery_id}
    with environment.open_channel(ids) as (_, channel):
        channel.operator_admin().add(email)
        endpoint = channel.webhook_endpoints().add(
            WebhookEndpoint(
                url="https://2130706433/",
                description="Scoreboard",
                event_types=[WebhookType.EVENT_LIVE],
                encrypted_secret=channel.encryption().encrypt(SECRET_PURPOSE, create_secret()),
                created_at=NOON,
                paused_at=NOON if paused else None,
                pause_reason=PauseReason.FAILING if paused else None,
            )
        )
        message = WebhookMessage("msg_1", WebhookType.PING, NOON, {"webhook_endpoint_id": endpoint.id})
        channel.webhook_log().add([message], [endpoint])
        delivery = channel.webhook_log().get(delivery_id)
        delivery.record(WebhookAttempt(NOON, 12, 500, "out of order", DeliveryError.STATUS))
        channel.webhook_log().save(delivery)


def create_operator_with_token(
    environment: ProviderEnvironment, api_key: str, email: str, token_id: int
) -> None:
    """Create an owner, logged in with this key, with an access token."""
    create_viewer(environment, api_key, email)
    with environment.open_channel({("access_token", ""): token_id}) as (channel_id, channel):
        channel.operator_admin().add(email)
        owner = channel.accounts().get_by_email(email)
        caller = Principal(channel_id, SessionId(1), owner.id, "en", None)
        channel.access_token_service().create(caller, "Import", [Permission.EDIT_CONTENT], 30)


STATES: dict[str, Any] = {
    "a channel": create_channel,
    "a channel key": create_channel_key,
    "an api key": create_api_key,
    "an operator and an access token": create_operator_with_token,
    "an operator and a webhook endpoint": create_operator_with_endpoint,
    "a channel with every kind of content": create_every_content,
}
