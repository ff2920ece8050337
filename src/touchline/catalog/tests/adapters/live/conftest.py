"""Operators and encoders of a live event, for the tests of the health of streams."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from touchline.catalog.domain.media.live_streams import LiveState
from touchline.catalog.tests.health_encoder import HealthEncoder
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import EventId


@pytest.fixture
def encoder(
    application: Application,
    season: ChannelDetails,
    ids: Callable[[str, str], int],
    clock: FixedClock,
    transaction: Callable[..., Any],
    tmp_path: Path,
) -> HealthEncoder:
    """Return the encoder of the live event `on-now`, which ends in an hour."""
    container: Any = application.container
    streams = container.catalog.streams()
    with transaction(season.id):
        stream = streams.add(EventId(ids("event", "on-now")))
        stream.folder, stream.state, stream.started_at = f"live/{stream.id}-00ff", LiveState.LIVE, clock.now()
        streams.save(stream)
        stream.planned_end = clock.now() + timedelta(hours=1)
    return HealthEncoder(application, clock, stream, tmp_path)
