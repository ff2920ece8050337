"""Provider states of context channel."""

from __future__ import annotations

from typing import Any

from contracts.provider.environment import ProviderEnvironment


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


STATES: dict[str, Any] = {
    "a channel": create_channel,
    "a channel key": create_channel_key,
    "an api key": create_api_key,
    "a channel with every kind of content": create_every_content,
}
