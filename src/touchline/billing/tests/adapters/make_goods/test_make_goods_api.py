"""Make-goods over HTTP, for operators."""

from __future__ import annotations

from typing import Any

from touchline.billing.adapters.sql.make_good_tables import MakeGoodRow
from touchline.billing.tests.adapters.conftest import JoinTeam
from touchline.channel.facade import ChannelDetails, Role
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application

REASON = "The camera was covered."


def add_make_good(application: Application, channel: ChannelDetails) -> int:
    """Store a proposal, and return its id."""
    row = MakeGoodRow(
        event_id=1, event_name={"en": "Final"}, account_id=1, order_id=1, charge="ch_1", method="credit",
        reason="share", side="venue", wanted_seconds=600, lost_seconds=300, currency="USD",
        paid_for_minor=1000, event_count=1, owed_minor=500, is_capped=False, paid_minor=0, pending_minor=None,
        status="proposed", step=0, coupon_code=None, created_at=NOON, paid_at=None,
    )  # fmt: skip
    with application.container.database().transaction(channel.id) as session:
        session.add(row)
        session.flush()
        return row.id


def test_a_make_good_of_another_channel_is_not_found(
    join_team: JoinTeam, other_visitor: Visitor, application: Application, channel: ChannelDetails
) -> None:
    support = join_team(Role.SUPPORT, "support@example.org")
    ada = other_visitor.register()
    stranger: Any = application.container
    with stranger.database().transaction(ada.channel.id):
        stranger.channel.operator_admin().add("ada@example.org", Role.SUPPORT, unverified=True)
    path = f"/studio/make-goods/{add_make_good(application, channel)}/dismiss"
    assert ada.post(path, reason=REASON).status_code == 404
    assert support.post(path, reason=REASON).status_code == 204
