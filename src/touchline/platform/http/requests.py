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

from touchline.platform.db.session import Database, bind_channel, run_after_commit, set_current_session
from touchline.platform.http.access_log import choose_request_id, log_access
from touchline.platform.http.database_unavailable import handle_database_error
from touchline.platform.http.guards import KEY_REQUIRED, OPERATOR, PUBLIC, VIEWER
from touchline.platform.http.limits import RequestLimiter
from touchline.platform.http.response_cache.middleware import DEPENDENCY_TRACKER_KEY, DependencyTracker
from touchline.platform.http.server.method_override import JSON_ERRORS
from touchline.platform.observability.logging import request_id
from touchline.shared.errors import ForbiddenError, NotAuthenticatedError, PasswordChangeRequiredError
from touchline.shared.principal import Principal

OPERATORS_ONLY = "Only an operator of this channel may see this."


@dataclass(frozen=True)
class RequestParams:
    """What a request says about its sender. `country` and `headers` are the transport's, not yet believed."""

    api_key: str | None
    lang: str | None
    accept_language: str | None
    ip: str
    headers: Mapping[str, str]


class Authenticator(Protocol):
    """Finds who is behind an api key; implemented by context `channel`."""

    def __call__(self, params: RequestParams) -> Principal:
        """The principal; `InvalidApiKeyError` for a missing, unknown, expired or logged-out key."""
        ...


class Operators(Protocol):
    """Knows who runs a channel; implemented by context `channel`."""

    def __call__(self, caller: Principal) -> bool:
        """Whether the one behind a key is an operator of its channel."""
        ...


def install(
    app: Flask,
    database: Database,
    authenticator: Authenticator,
    is_operator: Operators,
    limiter: RequestLimiter,
) -> None:
    """Hang the hooks into the app."""

    def begin_request() -> None:
        g.started = time.perf_counter()
        g.request_id = choose_request_id(request.headers.get("X-Request-Id", ""))
        g.request_id_token = request_id.set(g.request_id)
        view = app.view_functions.get(request.endpoint or "")
        caller_class = getattr(view, "caller_class", PUBLIC)
        g.is_lightweight = caller_class == PUBLIC and getattr(view, "is_lightweight", False)
        is_counted = request.method != "OPTIONS"  # a browser asks by OPTIONS whether it may call at all
        if is_counted:
            limiter.count_address(view)
        if g.is_lightweight:
            return
        dependency_tracker: DependencyTracker | None = request.environ.get(DEPENDENCY_TRACKER_KEY)
        if dependency_tracker is not None and getattr(view, "is_cached", False):
            g.stop_tracking = dependency_tracker.start((request.endpoint or "", _log_path()))
        session = database.open_session(None, unscoped=caller_class in KEY_REQUIRED)
        g.session, g.restore_session = session, set_current_session(session)
        if caller_class in KEY_REQUIRED:
            g.principal = authenticator(request_params())
            bind_channel(g.principal.channel_id)
            if is_counted:
                limiter.count_principal(view, g.principal)
            if "stop_tracking" in g and dependency_tracker is not None:
                g.principal = dependency_tracker.track_principal(g.principal)
            if g.principal.must_change_password and not getattr(view, "before_password_change", False):
                raise PasswordChangeRequiredError
            if caller_class in (VIEWER, OPERATOR) and not g.principal.is_logged_in:
                raise NotAuthenticatedError
            if caller_class == OPERATOR and not is_operator(g.principal):
                raise ForbiddenError(OPERATORS_ONLY)

    def finish_request(response: Response) -> Response:
        limiter.count_outcomes(app.view_functions.get(request.endpoint or ""), g.get("principal"))
        session = g.get("session")
        if session is not None:
            response = _end_transaction(session, response)
        if "request_id" in g:
            response.headers["X-Request-Id"] = g.request_id
            if not g.is_lightweight or response.status_code >= 400:
                duration = time.perf_counter() - g.started
                log_access(request.method, _log_path(), response.status_code, duration)
        return response

    def close_request(_error: BaseException | None) -> None:
        session = g.pop("session", None)
        if session is not None:
            session.rollback()
            session.close()
            g.pop("restore_session")()
        stop_tracking = g.pop("stop_tracking", None)
        if stop_tracking is not None:
            stop_tracking()
        reset_token = g.pop("request_id_token", None)
        if reset_token is not None:
            request_id.reset(reset_token)

    app.before_request(begin_request)
    app.after_request(finish_request)
    app.teardown_request(close_request)


def _end_transaction(session: Session, response: Response) -> Response:
    """Commit below 400 and where a refusal keeps what it noted, roll back otherwise; an answer whose commit
    fails was never true."""
    if response.status_code >= 400 and not g.get("commits_transaction", False):
        session.rollback()
        return response
    try:
        session.commit()
    except SQLAlchemyError as error:
        session.rollback()
        return handle_database_error(error)
    run_after_commit(session)
    return response


def release_connection() -> None:
    """Commit what the request has so far and give its connection back: for a view that asks somebody outside,
    who takes seconds, and opens transactions of its own before and after (`Database.transaction`)."""
    session: Session = g.session
    session.commit()
    run_after_commit(session)


def request_params() -> RequestParams:
    """What the present request says about its sender."""
    return RequestParams(
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
    except JSON_ERRORS:
        return None
    body_key = body.get("api_key") if isinstance(body, dict) else None
    return body_key if isinstance(body_key, str) and body_key else None


def _log_path() -> str:
    """The route with its whole numbers filled in: paths carry keys and tokens too, so no other part is
    written."""
    if request.url_rule is None:
        return "(no route)"
    path = request.url_rule.rule
    for name, value in (request.view_args or {}).items():
        if isinstance(value, int):
            path = re.sub(rf"<[^<>]*\b{name}>", str(value), path)
    return path
