"""What is asked: a deployment with two channels, in which there is one of everything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask

from adapters.payments.fake_stripe.running import Running
from contracts.provider import states_accounts, states_billing, states_clips, states_engagement
from contracts.provider.stage import NOON, Stage
from contracts.provider.states_analytics import a_counted_channel
from touchline.channel.domain.keys import Session, hash_of
from touchline.entrypoints.openapi import document
from touchline.entrypoints.web import create_app

VISITOR, VIEWER, OPERATOR, NOBODY = "visitor", "viewer", "operator", "nobody"
ROLES = (VISITOR, VIEWER, OPERATOR, NOBODY)
OTHER = "other"
"""A viewer of the same channel, whose things the others must not get."""
PASSWORD = "a long way to the rink"  # noqa: S105
EVENT, CLIP = 12, 31


class World:
    """The app, and a key for each role, which is given again when a call has ended it."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._furnish()
        self.app: Flask = create_app(stage.house)
        self.app.testing = True
        self.document: dict[str, Any] = document(self.app)
        self._numbers = dict.fromkeys(ROLES, 0)
        for role in (VISITOR, VIEWER, OPERATOR):
            self.let_in(role)

    def key_of(self, role: str) -> str | None:
        """The api key of a role; nobody has none."""
        return None if role == NOBODY else f"{role}-{self._numbers[role]}-of-the-fuzz"

    def let_in(self, role: str) -> None:
        """Give a role a new key."""
        if role == NOBODY:
            return
        self._numbers[role] += 1
        with self.stage.channel() as (channel_id, channel):
            account = None if role == VISITOR else channel.kept_accounts().by_email(_address(role)).id
            hashed = hash_of(self.key_of(role) or "")
            session = Session(channel_id, hashed, NOON, NOON + timedelta(days=30), account)
            channel.sessions().add(session)

    def calm(self) -> None:
        """Forget who asked how often."""
        channel: Any = self.stage.house.container.channel
        channel.throttle().storage.reset()

    def _furnish(self) -> None:
        stage = self.stage
        a_counted_channel(stage)
        states_billing.a_promo_code(stage, "TIPOFF20", 20)
        states_billing.a_subscription(stage, 70, trial_period=7)
        states_clips.a_recorded_event(stage, EVENT, 8)
        states_billing.a_package(stage, states_clips.PASS, "clips")
        for serial, role in enumerate((VIEWER, OPERATOR, OTHER)):
            states_accounts.an_account(stage, _address(role), PASSWORD)
            with stage.channel() as (_, channel):
                if role == OPERATOR:
                    channel.desk.change_operators().add(_address(role))
            self._give_things(_address(role), CLIP + serial)

    def _give_things(self, email: str, clip: int) -> None:
        stage = self.stage
        states_billing.an_order(stage, email, "package", states_clips.PASS)
        states_clips.a_clip(stage, clip, EVENT, email, f"{clip:032x}", "ready")
        states_engagement.a_favorite(stage, email, clip, event_id=EVENT)
        states_engagement.a_reminder(stage, email, clip, EVENT)
        states_engagement.a_watch_position(stage, email, EVENT, 3)


def _address(role: str) -> str:
    return f"{role}@example.org"


@contextmanager
def world(var: Path) -> Iterator[World]:
    """The world, on a database of its own and with a stand-in that takes the money, while it lasts."""
    with Running() as stand_in:
        stage = Stage(f"sqlite:///{var / 'touchline.sqlite'}", var, stand_in)
        try:
            yield World(stage)
        finally:
            stage.house.close()
