"""Provider states of phone cameras: an operator, a game, and a phone that has sent its first chunk."""

from __future__ import annotations

import hashlib
from typing import Any

from contracts.provider.environment import ProviderEnvironment
from contracts.provider.states.catalog import create_game_and_operator
from touchline.catalog.application.live.camera_service import NewChunk

EVENT_KEY = "asked"


def create_phone_camera(
    environment: ProviderEnvironment, api_key: str, email: str, event_id: int, session: str, data: str
) -> None:
    """Create an operator, a game, and the session of a phone whose chunk 0 has these bytes (hex)."""
    create_game_and_operator(environment, api_key, email, event_id)
    service: Any = environment.application.container.catalog.camera_service()
    with environment.open_channel() as (channel_id, _):
        service.start(EVENT_KEY, session)
    content = bytes.fromhex(data)
    chunk = NewChunk(0, 0, hashlib.sha256(content).hexdigest(), content)
    service.receive(channel_id, EVENT_KEY, session, chunk)


STATES: dict[str, Any] = {"a phone camera with a chunk": create_phone_camera}
