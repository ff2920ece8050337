"""Provider states of scoring: games with a timeline, an operator, and scorers with a link."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from contracts.provider.environment import NOON, ProviderEnvironment
from contracts.provider.states.catalog import create_game_and_operator
from touchline.catalog.domain.scoring.scorer_links import ScorerLink, ScorerSession
from touchline.catalog.domain.scoring.timeline import TimelineEntry
from touchline.shared.ids import EventId


def create_scored_game(
    environment: ProviderEnvironment, api_key: str, email: str, event_id: int, token: str, pin: str
) -> None:
    """Create an operator, a game with one goal, and a scorer link with a token, a PIN and one session.

    The token of the session is that of the link.
    """
    create_game_and_operator(environment, api_key, email, event_id)
    catalog: Any = environment.application.container.catalog
    game = EventId(event_id)
    with environment.open_channel():
        goal = TimelineEntry.create(
            "3b0c8c1e-2d0f-4f57-9a55-5f3d3a1f0a63",
            "scored",
            int(NOON.timestamp() * 1000) - 1000,
            "",
            {"side": "home", "points": 1, "type": "goal"},
        )
        catalog.append_entries()(game, "scorer:Ben", [goal])
        access = catalog.scorer_access()
        token_hash = access.secrets.hash_token(token)
        expires_at = NOON + timedelta(hours=6)
        pin_hash = access.secrets.hash_pin(token_hash, pin)
        access.links.save(ScorerLink(game, token_hash, pin_hash, expires_at))
        access.links.add_session(token_hash, ScorerSession(game, "Ben", expires_at))


STATES: dict[str, Any] = {"a scored game with a scorer link": create_scored_game}
