"""What each route of operators does, for the audit log.

A test fails on a route of operators with a changing method and no declaration.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from flask import g, request

from touchline.platform.audit.calls import AuditedCall, Declaration, Effect, attach_call, audit_call
from touchline.platform.http.guards import principal
from touchline.shared.audit import Actor, ActorKind
from touchline.shared.ids import SessionId
from touchline.shared.principal import Principal

View = TypeVar("View", bound=Callable[..., Any])
_UNRECORDED = frozenset({"api_key", "lang"})


def changes(action: str, kind: str = "", parameter: str = "") -> Callable[[View], View]:
    """Declare a route that changes the channel.

    `kind` is the kind of the subject, `parameter` the path parameter with its id. Use cases record the values
    before and after (`RecordAudit`).
    """
    return _declare(Declaration(Effect.CHANGES, action, kind, parameter))


def reads_personal_data(action: str, kind: str = "", parameter: str = "") -> Callable[[View], View]:
    """Declare a route that shows data about a viewer, or exports data."""
    return _declare(Declaration(Effect.READS_PERSONAL_DATA, action, kind, parameter))


def reads_nothing_personal(view: View) -> View:
    """Declare a route that changes nothing and shows no data about viewers, whatever its method."""
    view.audit = Declaration(Effect.READS_NOTHING_PERSONAL)  # type: ignore[attr-defined]
    return view


def continues_change(view: View) -> View:
    """Declare a route whose changes are recorded elsewhere: parts of an upload, whose first call has the
    entry, and entries of a timeline, which have their authors.
    """
    return reads_nothing_personal(view)


def _get_actor(caller: Principal) -> Actor:
    token = caller.token
    return Actor(
        ActorKind.ACCOUNT,
        str(caller.viewer_id),
        caller.session_id,
        request.remote_addr or "",
        token.id if token else 0,
        token.name if token else "",
    )


def record_login(action: str, account_id: int, session_id: SessionId) -> None:
    """Record a login with the entry's own actor, because the caller was nobody before it."""
    actor = Actor(ActorKind.ACCOUNT, str(account_id), session_id, request.remote_addr or "")
    declaration = Declaration(Effect.CHANGES, action, "account", "account_id")
    attach_call(g.session, AuditedCall(declaration, actor, {"account_id": account_id}))


def _declare(declaration: Declaration) -> Callable[[View], View]:
    def mark(view: View) -> View:
        @functools.wraps(view)
        def run(*args: Any, **arguments: Any) -> Any:
            caller = principal()
            actor = _get_actor(caller)
            query = {name: value for name, value in request.args.items() if name not in _UNRECORDED}
            call = AuditedCall(declaration, actor, {**query, **(request.view_args or {})})
            attach_call(g.session, call)
            with audit_call(call):
                return view(*args, **arguments)

        run.audit = declaration  # type: ignore[attr-defined]
        return run  # type: ignore[return-value]

    return mark
