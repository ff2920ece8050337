"""The roles of operators, and the one table of their permissions (docs/decisions/0069-roles.md)."""

from collections.abc import Mapping
from enum import StrEnum

from touchline.shared.permissions import Permission as P


class Role(StrEnum):
    """The role of an operator in a channel."""

    OWNER = "owner"
    PRODUCER = "producer"
    SCOREKEEPER = "scorekeeper"
    SUPPORT = "support"
    ANALYST = "analyst"


ROLE_PERMISSIONS: Mapping[Role, frozenset[P]] = {
    Role.OWNER: frozenset(P),
    Role.PRODUCER: frozenset({P.EDIT_CONTENT, P.EDIT_MEDIA, P.MANAGE_LIVE, P.SCORE_EVENTS}),
    Role.SCOREKEEPER: frozenset({P.SCORE_EVENTS}),
    Role.SUPPORT: frozenset(
        {P.MANAGE_ORDERS, P.VIEW_VIEWERS, P.MANAGE_VIEWERS, P.MANAGE_REQUESTS, P.MODERATE_CLIPS}
    ),
    Role.ANALYST: frozenset({P.VIEW_REPORTS}),
}

ASSIGNED_EVENTS_ONLY = frozenset({Role.SCOREKEEPER})
"""Roles that may use their permissions only for the events that are assigned to them."""
