"""Provider states of the audit log: an operator, and two entries."""

from __future__ import annotations

from typing import Any

from contracts.provider.environment import ProviderEnvironment
from contracts.provider.states.accounts import create_viewer
from touchline.shared.audit import Actor, ActorKind, AuditRecord, AuditSubject
from touchline.shared.ids import SessionId


def create_operator_with_activity(environment: ProviderEnvironment, api_key: str, email: str) -> None:
    """Create an operator, logged in with this key, of a channel with entries of an account and a command."""
    create_viewer(environment, api_key, email)
    game = AuditSubject("event", "4", "Northgate @ Ridge")
    actions = (
        (Actor(ActorKind.COMMAND, "root"), AuditRecord("channel.apply", AuditSubject("channel", "prairie"))),
        (
            Actor(ActorKind.ACCOUNT, "99", SessionId(7), "203.0.113.9"),
            AuditRecord("event.cancel", game, {"status": "scheduled"}, {"status": "canceled"}),
        ),
    )
    with environment.open_channel() as (_, channel):
        channel.operator_admin().add(email)
        for actor, record in actions:
            channel.write_audit_entries()(actor, (record,))


STATES: dict[str, Any] = {"an operator and some activity": create_operator_with_activity}
