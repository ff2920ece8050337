"""The audit log, as application code sees it: one entry for each action of an operator.

The entry is written in the transaction of the action. Most actions need no code here, because a command or a
route declares its action (`platform.audit.declarations`). A use case that knows more, such as the values
before and after, records an entry through `RecordAudit`. That entry replaces the declared one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from touchline.shared.ids import SessionId

_NO_SESSION = SessionId(0)


class ActorKind(StrEnum):
    """Who acts: an account in a browser, a command on the server, or Touchline itself."""

    ACCOUNT = "account"
    COMMAND = "command"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Actor:
    """The author of an action.

    `id` is the id of an account or the system user of a command. `session_id` and `ip` belong to a request.
    A request with an access token has `token_id` and `token_name`, and no session.
    """

    kind: ActorKind = ActorKind.SYSTEM
    id: str = ""
    session_id: SessionId = _NO_SESSION
    ip: str = ""
    token_id: int = 0
    token_name: str = ""

    @property
    def key(self) -> str:
        """Return the actor in one word, such as `account:12`, `command:rosa` or `system`."""
        return f"{self.kind}:{self.id}" if self.id else self.kind.value


@dataclass(frozen=True, slots=True)
class AuditSubject:
    """What an action concerns. `label` is a name for people, never the name or address of a viewer."""

    kind: str = ""
    id: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """One action: a stable name such as `order.refund`, its subject, and the changed fields."""

    action: str
    subject: AuditSubject = AuditSubject()
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""


class RecordAudit(Protocol):
    """A port that adds an entry to the audit log of the current channel, in the current transaction."""

    def __call__(self, record: AuditRecord, /) -> None:
        """Add the entry. The actor is the current request or command, otherwise the system."""
        ...
