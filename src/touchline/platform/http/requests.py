"""What happens around every view: the transaction, the api key, the request id, the access log.

One request is one transaction. It is opened before the view, bound to the channel of the api key, committed
when the answer is below 400 (or a refusal that keeps what it noted) and rolled back otherwise.
"""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask, Response, g, request
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from touchline.platform.db.session import Database, run_after_commit, scope_to, set_present
from touchline.platform.http.access import id_of, write_access_line
from touchline.platform.http.away import failed
from touchline.platform.http.guards import PUBLIC, STAFF, VIEWER, WITH_A_KEY
from touchline.platform.http.limits import Limiter
from touchline.platform.http.method import BROKEN_JSON
from touchline.platform.http.remembered import SITTING, Sitting
from touchline.platform.logging import request_id
from touchline.shared.errors import Forbidden, NotLoggedIn, PasswordChangeRequired
from touchline.shared.principal import Principal

FOR_STAFF = "Only an operator of this channel may see this."


@dataclass(frozen=True)
class Asked:
    """What a request says about its sender. `country` and `headers` are the transport's, not yet believed."""

    api_key: str | None
    lang: str | None
    accept_language: str | None
    ip: str
    headers: Mapping[str, str]


class Principals(Protocol):
    """Finds who is behind an api key; implemented by context `channel`."""

    def __call__(self, asked: Asked) -> Principal:
        """The principal; `KeyRejected` for a missing, unknown, expired or logged-out key."""
        ...


class Staff(Protocol):
    """Knows who runs a channel; implemented by context `channel`."""

    def __call__(self, asking: Principal) -> bool:
        """Whether the one behind a key is an operator of its channel."""
        ...


def install(
    app: Flask, database: Database, principals: Principals, is_staff: Staff, limiter: Limiter
) -> None:
    """Hang the hooks into the app."""

    def begin() -> None:
        g.started = time.perf_counter()
        g.request_id = id_of(request.headers.get("X-Request-Id", ""))
        g.forget_request_id = request_id.set(g.request_id)
        view = app.view_functions.get(request.endpoint or "")
        who = getattr(view, "who", PUBLIC)
        g.is_lean = who == PUBLIC and getattr(view, "is_lean", False)
        is_counted = request.method != "OPTIONS"  # a browser asks by OPTIONS whether it may call at all
        if is_counted:
            limiter.count_address(view)
        if g.is_lean:
            return
        sitting: Sitting | None = request.environ.get(SITTING)
        if sitting is not None and getattr(view, "remembered", False):
            g.stop_notes = sitting.begin((request.endpoint or "", _loggable_path()))
        session = database.begin(None, unscoped=who in WITH_A_KEY)
        g.session, g.leave_session = session, set_present(session)
        if who in WITH_A_KEY:
            g.principal = principals(asked())
            scope_to(g.principal.channel_id)
            if is_counted:
                limiter.count_principal(view, g.principal)
            if "stop_notes" in g and sitting is not None:
                g.principal = sitting.meet(g.principal)
            if g.principal.must_change_password and not getattr(view, "before_password_change", False):
                raise PasswordChangeRequired
            if who in (VIEWER, STAFF) and not g.principal.logged_in:
                raise NotLoggedIn
            if who == STAFF and not is_staff(g.principal):
                raise Forbidden(FOR_STAFF)

    def finish(response: Response) -> Response:
        limiter.count_outcomes(app.view_functions.get(request.endpoint or ""), g.get("principal"))
        session = g.get("session")
        if session is not None:
            response = _settle(session, response)
        if "request_id" in g:
            response.headers["X-Request-Id"] = g.request_id
            if not g.is_lean or response.status_code >= 400:
                took = time.perf_counter() - g.started
                write_access_line(request.method, _loggable_path(), response.status_code, took)
        return response

    def leave(_error: BaseException | None) -> None:
        session = g.pop("session", None)
        if session is not None:
            session.rollback()
            session.close()
            g.pop("leave_session")()
        stop_notes = g.pop("stop_notes", None)
        if stop_notes is not None:
            stop_notes()
        forget = g.pop("forget_request_id", None)
        if forget is not None:
            request_id.reset(forget)

    app.before_request(begin)
    app.after_request(finish)
    app.teardown_request(leave)


def _settle(session: Session, response: Response) -> Response:
    """Commit below 400 and where a refusal keeps what it noted, roll back otherwise; an answer whose commit
    fails was never true."""
    if response.status_code >= 400 and not g.get("keeps", False):
        session.rollback()
        return response
    try:
        session.commit()
    except SQLAlchemyError as error:
        session.rollback()
        return failed(error)
    run_after_commit(session)
    return response


def let_go() -> None:
    """Commit what the request has so far and give its connection back: for a view that asks somebody outside,
    who takes seconds, and opens transactions of its own before and after (`Database.transaction`)."""
    session: Session = g.session
    session.commit()
    run_after_commit(session)


def asked() -> Asked:
    """What the present request says about its sender."""
    return Asked(
        api_key=_api_key(),
        lang=request.args.get("lang"),
        accept_language=request.headers.get("Accept-Language"),
        ip=request.remote_addr or "",
        headers=request.headers,  # type: ignore[arg-type]
    )


def _api_key() -> str | None:
    """`Authorization: Bearer`, else the query, else the body, with every method (api.md, conventions)."""
    bearer = request.headers.get("Authorization", "")
    if bearer[:7].lower() == "bearer ":
        return bearer[7:].strip() or None
    if request.args.get("api_key"):
        return request.args["api_key"]
    if request.form.get("api_key"):
        return request.form["api_key"]
    try:
        body: Any = request.get_json(silent=True) if request.is_json else None
    except BROKEN_JSON:
        return None
    found = body.get("api_key") if isinstance(body, dict) else None
    return found if isinstance(found, str) and found else None


def _loggable_path() -> str:
    """The route with its whole numbers filled in: paths carry keys and tokens too, so no other part is
    written."""
    if request.url_rule is None:
        return "(no route)"
    path = request.url_rule.rule
    for name, value in (request.view_args or {}).items():
        if isinstance(value, int):
            path = re.sub(rf"<[^<>]*\b{name}>", str(value), path)
    return path
