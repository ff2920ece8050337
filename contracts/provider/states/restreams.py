"""Provider states of restreams: an operator, a game, and a target that it is sent on to."""

from __future__ import annotations

from typing import Any

from contracts.provider.environment import ProviderEnvironment
from contracts.provider.states.catalog import create_game_and_operator
from touchline.catalog.adapters.sql.media.restreams import RestreamTargetRow
from touchline.catalog.domain.media.restreams import RestreamService
from touchline.platform.db.session import current_session


def create_restream_target(
    environment: ProviderEnvironment, api_key: str, email: str, event_id: int, target_id: int
) -> None:
    """Create an operator, a game, and a target that receives every event."""
    create_game_and_operator(environment, api_key, email, event_id)
    catalog: Any = environment.application.container.catalog
    with environment.open_channel():
        target = catalog.restream_target_admin().create(
            name="Our YouTube",
            service=RestreamService.YOUTUBE,
            server_url="rtmps://a.rtmps.youtube.com/live2",
            key="abcd-1234",
            is_always=True,
        )
        current_session().get_one(RestreamTargetRow, target.id).id = target_id


STATES: dict[str, Any] = {"a game, an operator and a restream target": create_restream_target}
