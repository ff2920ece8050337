"""Request handling around every view: transaction, API key, request ID and access log.

One request is one transaction. It opens before the view and is bound to the API key's channel. It commits if
the status is below 400, or for an error that keeps its changes; otherwise it rolls back.
"""

import functools
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from flask import Flask, Response, g, request
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from touchline.platform.db.session import Database, bind_channel, run_after_commit, set_current_session
from touchline.platform.http.access_log import choose_request_id, log_access
from touchline.platform.http.database_unavailable import handle_database_error
from touchline.platform.http.guards import KEY_REQUIRED, OPERATOR, PUBLIC, VIEWER
from touchline.platform.http.limits import RequestLimiter
from touchline.platform.http.response_cache.policy import PENDING_ENTRY_KEY, CachePolicy, PendingEntry
from touchline.platform.http.score_visibility import parse_scores_param
from touchline.platform.http.server.method_override import JSON_ERRORS
from touchline.platform.observability.logging import request_id
from touchline.shared.errors import NotAuthenticatedError, PasswordChangeRequiredError
from touchline.shared.permissions import Permission
from touchline.shared.principal import Principal

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True)
class RequestParams:
    """Information about the sender of a request. `country` and `headers` come from the transport and are not
    trusted. `accepts_token` says whether the route accepts an access token in place of an API key.
    """

    api_key: str | None
    lang: str | None
    accept_language: str | None
    ip: str
    headers: Mapping[str, str]
    accepts_token: bool = False
    is_key_in_header: bool = False


class Authenticator(Protocol):
    """Lookup of the caller by API key. The context `channel` implements it."""

    def __call__(self, params: RequestParams) -> Principal:
        """Return the principal.

        Raises `InvalidApiKeyError` for a missing, unknown, expired or logged-out key,
        `InvalidAccessTokenError` for such a token, and `TokenNotAcceptedError`.
        """
        ...


class OperatorAuthorizer(Protocol):
    """Authorization of operators. The context `channel` implements it."""

    def __call__(self, caller: Principal, permission: Permission | None, event_id: int | None) -> None:
        """Return if the caller is an operator with the permission. None stands for every operator.

        `event_id` is the event in the path of the call. Raises `ForbiddenError`.
        """
        ...


def install(
    app: Flask,
    database: Database,
    authenticator: Authenticator,
    authorize_operator: OperatorAuthorizer,
    limiter: RequestLimiter,
) -> None:
    """Add the request hooks to the app."""

    def begin_request() -> None:
        g.started = time.perf_counter()
        g.request_id = choose_request_id(request.headers.get("X-Request-Id", ""))
        g.request_id_token = request_id.set(g.request_id)
        view = app.view_functions.get(request.endpoint or "")
        caller_class = getattr(view, "caller_class", PUBLIC)
        g.is_lightweight = caller_class == PUBLIC and getattr(view, "is_lightweight", False)
        if _is_counted():
            limiter.count_address(view)
        if g.is_lightweight:
            return
        cache_policy: CachePolicy | None = getattr(view, "cache_policy", None)
        pending_entry: PendingEntry | None = request.environ.get(PENDING_ENTRY_KEY)
        if cache_policy and pending_entry:
            pending_entry.start(cache_policy, (request.endpoint or "", _log_path()))
        session = database.open_session(None, unscoped=caller_class in KEY_REQUIRED)
        g.session, g.restore_session = session, set_current_session(session)
        if caller_class in KEY_REQUIRED:
            authenticate(view, caller_class)
            if cache_policy:
                g.principal = cache_policy.hide_undeclared(g.principal)
            if pending_entry:
                pending_entry.principal = g.principal

    def authenticate(view: object, caller_class: str) -> None:
        params = request_params(
            accepts_token=caller_class == OPERATOR,
            accepts_basic_auth=getattr(view, "accepts_basic_auth", False),
        )
        g.principal = replace(authenticator(params), hides_scores=parse_scores_param(request.args))
        bind_channel(g.principal.channel_id)
        if _is_counted():
            limiter.count_principal(view, g.principal)
        _authorize(view, caller_class, g.principal, authorize_operator)

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

    app.before_request(begin_request)
    app.after_request(finish_request)
    app.teardown_request(_close_request)


def _is_counted() -> bool:
    """Return whether the request counts toward rate limits. Browsers send OPTIONS to ask whether a call is
    allowed.
    """
    return request.method != "OPTIONS"


def _authorize(
    view: Any, caller_class: str, caller: Principal, authorize_operator: OperatorAuthorizer
) -> None:
    """Raise an error unless the caller may call the view."""
    if caller.must_change_password and not getattr(view, "before_password_change", False):
        raise PasswordChangeRequiredError
    if caller_class in (VIEWER, OPERATOR) and not caller.is_logged_in:
        raise NotAuthenticatedError
    if caller_class == OPERATOR:
        authorize_operator(caller, view.permission, (request.view_args or {}).get("event_id"))


def _close_request(_error: BaseException | None) -> None:
    """Close the session and forget the request ID."""
    session = g.pop("session", None)
    if session is not None:
        session.rollback()
        session.close()
        g.pop("restore_session")()
    reset_token = g.pop("request_id_token", None)
    if reset_token is not None:
        request_id.reset(reset_token)


def _end_transaction(session: Session, response: Response) -> Response:
    """Commit if the status is below 400 or the error keeps its changes, otherwise roll back. A failed commit
    replaces the response.
    """
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


def allow_large_body(max_bytes: int) -> Callable[[View], View]:
    """Allow a view a body of this size, such as a form with a file. Decorate the view below its guards."""

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def run(*args: Any, **arguments: Any) -> Any:
            request.max_content_length = max_bytes
            return view(*args, **arguments)

        return run  # type: ignore[return-value]

    return decorate


def release_connection() -> None:
    """Commit the request's changes and release its database connection.

    Use it in views that call a slow external service, with separate transactions before and after
    (`Database.transaction`).
    """
    session: Session = g.session
    session.commit()
    run_after_commit(session)


def request_params(*, accepts_token: bool = False, accepts_basic_auth: bool = False) -> RequestParams:
    """Return information about the sender of the current request."""
    header_key = _header_key(accepts_basic_auth=accepts_basic_auth)
    return RequestParams(
        api_key=_api_key() if header_key is None else header_key or None,
        lang=request.args.get("lang"),
        accept_language=request.headers.get("Accept-Language"),
        ip=request.remote_addr or "",
        headers=request.headers,  # type: ignore[arg-type]
        accepts_token=accepts_token,
        is_key_in_header=bool(header_key),
    )


def _header_key(*, accepts_basic_auth: bool) -> str | None:
    """Return the key from `Authorization: Bearer`; None without such a header. For views that accept it, also
    the password of `Authorization: Basic`.
    """
    header = request.headers.get("Authorization", "")
    if header[:7].lower() == "bearer ":
        return header[7:].strip()
    credentials = request.authorization if accepts_basic_auth else None
    return credentials.password if credentials and credentials.type == "basic" else None


def _api_key() -> str | None:
    """Return the key from the query or the body, for every method (api.md, conventions)."""
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
    """Return the route with its integers filled in. Other parts are not logged, because they can be keys or
    tokens.
    """
    if request.url_rule is None:
        return "(no route)"
    path = request.url_rule.rule
    for name, value in (request.view_args or {}).items():
        if isinstance(value, int):
            path = re.sub(rf"<[^<>]*\b{name}>", str(value), path)
    return path
