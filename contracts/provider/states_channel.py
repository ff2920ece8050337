"""Provider states of context channel."""

from __future__ import annotations

from typing import Any

from contracts.provider.stage import Stage


def a_channel(stage: Stage) -> None:
    """The channel that answers on every host."""
    stage.apply()


def a_channel_key(stage: Stage, channel_key: str) -> None:
    """The channel, opened by this key."""
    stage.open_channel_key(channel_key)


def an_api_key(stage: Stage, api_key: str) -> None:
    """The channel, and a visitor's session behind this key."""
    stage.open_session(api_key)


def every_kind_of_content(stage: Stage, page_id: int) -> None:
    """The channel, with one more content page of this id."""
    stage.write("pages/rules.md", "---\nname: House rules\nalt_name: Rules\n---\n\nBe kind. **Always.**\n")
    stage.apply({("page", "rules"): page_id})


STATES: dict[str, Any] = {
    "a channel": a_channel,
    "a channel key": a_channel_key,
    "an api key": an_api_key,
    "a channel with every kind of content": every_kind_of_content,
}
