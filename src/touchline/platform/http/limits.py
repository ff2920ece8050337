"""Rate limits of routes. Each view declares them beside its guard; a test fails on views without.

A view declares its limits with `rate_limit`, or says with `exempt` why it needs none. `RequestLimiter`
enforces them around the view (`requests.py`). A limit counts every call, or only calls with certain outcomes
(`outcomes`): wrong promo codes, declined cards.

Many people can share one IP address, for example in a school or a mobile network. So limits per account are
tight, and limits per address generous. IPv6 addresses are counted by their /64.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from flask import g, request

from touchline.platform.config.settings import Settings
from touchline.platform.http.server.method_override import JSON_ERRORS
from touchline.shared.errors import RateLimitedError, RobotCheckRequiredError, TouchlineError
from touchline.shared.network_addresses import rate_limit_address
from touchline.shared.principal import Principal
from touchline.shared.proof_of_work import ProofOfWork
from touchline.shared.throttle import Limit, Throttle

View = TypeVar("View", bound=Callable[..., Any])
Scope = Literal["account", "address", "channel", "session"]
SECOND, MINUTE, HOUR = 1, 60, 3600
READ_ONLY = "Only reads data."
SIGNED = "Needs an unguessable signature."
ROBOT_CHECK_HEADER = "Robot-Check"


@dataclass(frozen=True)
class RateLimit:
    """Rate limit of a route.

    `max_calls` is a number, or the setting that contains it. Without `outcomes` every call counts. With
    `required_field` only calls with this field in the query or the body count. Routes with the same `name`
    count together. `local` counts in each process alone, for routes with too many calls for the shared
    storage. With `cost` a call counts as the number in its body, rounded up, at most `max_cost`; otherwise it
    counts as one. `message` is the error message. With `robot_check` a call over the limit is not refused,
    but must pass a robot check.
    """

    scope: Scope
    max_calls: int | str
    seconds: int
    name: str = ""
    outcomes: frozenset[str] = frozenset()
    required_field: str = ""
    local: bool = False
    cost: str = ""
    max_cost: int = 1
    message: str = ""
    robot_check: bool = False

    def describe(self) -> str:
        """Return the limit as in the reference, such as `30 in 60 s per account`."""
        max_calls = (
            f"`TOUCHLINE_{self.max_calls.upper()}`"
            if isinstance(self.max_calls, str)
            else str(self.max_calls)
        )
        counted_outcomes = f", counting *{'* and *'.join(sorted(self.outcomes))}*" if self.outcomes else ""
        unit = f" units of `{self.cost}`" if self.cost else ""
        consequence = ", then with a robot check" if self.robot_check else ""
        return f"{max_calls}{unit} in {self.seconds} s per {self.scope}{counted_outcomes}{consequence}"

    @property
    def full_name(self) -> str:
        """Name under which the calls are counted."""
        return f"{self.name or request.endpoint}:{self.scope}:{self.seconds}"


def rate_limit(
    scope: Scope,
    max_calls: int | str,
    seconds: int,
    *,
    name: str = "",
    outcomes: Iterable[str] = (),
    required_field: str = "",
    local: bool = False,
    cost: str = "",
    max_cost: int = 1,
    message: str = "",
    robot_check: bool = False,
) -> Callable[[View], View]:
    """Limit calls of a view to `max_calls` in any period of `seconds`, by account, address, channel or
    session (API key). It can be applied several times.
    """
    rule = RateLimit(
        scope,
        max_calls,
        seconds,
        name,
        frozenset(outcomes),
        required_field,
        local,
        cost,
        max_cost,
        message,
        robot_check,
    )

    def decorate(view: View) -> View:
        view.limits = (*getattr(view, "limits", ()), rule)  # type: ignore[attr-defined]
        return view

    return decorate


def combine(*limits: Callable[[View], View]) -> Callable[[View], View]:
    """Combine several limits for all views that share them."""

    def decorate(view: View) -> View:
        for limit in limits:
            view = limit(view)
        return view

    return decorate


def exempt(reason: str) -> Callable[[View], View]:
    """Declare that a view needs no limit, and why."""

    def decorate(view: View) -> View:
        view.unlimited = reason  # type: ignore[attr-defined]
        return view

    return decorate


auth_call = rate_limit("address", "throttle_auth_calls", MINUTE, name="auth-calls", robot_check=True)
"""Shared limit of all authentication calls (api.md, "Closed questions"). A school's viewers share an address
and log in just before a game, so more calls need a robot check.
"""
auth_call_without_check = rate_limit(
    "address", "throttle_auth_calls", MINUTE, name="auth-calls-without-check"
)
"""Limit of authentication calls that cannot pass a robot check: TVs, and redirects of the browser."""


def count_outcome(outcome: str) -> None:
    """Count an outcome of the current call that is not an error, such as `declined_card`."""
    _outcomes().add(outcome)


def count_error(error: TouchlineError) -> None:
    """Count the error of the current call, by its message."""
    _outcomes().add(error.message)


def _outcomes() -> set[str]:
    if "limit_outcomes" not in g:
        g.limit_outcomes = set()
    current_outcomes: set[str] = g.limit_outcomes
    return current_outcomes


class RequestLimiter:
    """Enforcement of rate limits. `shared` counts for all processes, `local` for this one."""

    def __init__(
        self, settings: Settings, shared: Throttle, local: Throttle, proof_of_work: ProofOfWork
    ) -> None:
        self.settings = settings
        self._shared = shared
        self._local = local
        self._proof_of_work = proof_of_work

    def count_address(self, view: Any) -> None:
        """Count a call by IP address, before any lookup. Raises `RateLimitedError`."""
        for rule in _limits_for_scopes(view, "address"):
            self._enforce(rule, rate_limit_address(request.remote_addr or ""))

    def count_principal(self, view: Any, principal: Principal) -> None:
        """Count a call by account, channel and session. Raises `RateLimitedError`."""
        for rule in _limits_for_scopes(view, "account", "channel", "session"):
            key = _key(rule, principal)
            if key is not None:
                self._enforce(rule, *key)

    def count_outcomes(self, view: Any, principal: Principal | None) -> None:
        """Count the outcome of a call, for the limits on outcomes."""
        observed_outcomes = _outcomes()
        for rule in _limits_for_scopes(view, "account", "channel", "session", "address"):
            if not rule.outcomes & observed_outcomes:
                continue
            key = _key(rule, principal)
            if key is not None:
                with suppress(RateLimitedError):
                    self._throttle(rule).hit(self._limit(rule), *key)

    def _enforce(self, rule: RateLimit, *key: object) -> None:
        if rule.required_field and not _has_field(rule.required_field):
            return None
        throttle, limit = self._throttle(rule), self._limit(rule)
        try:
            if rule.outcomes:
                throttle.test(limit, *key)
            else:
                throttle.hit(limit, *key, cost=_cost(rule))
        except RateLimitedError as rate_limited:
            if rule.robot_check:
                return self._require_human()
            if not rule.message:
                raise
            raise RateLimitedError(rate_limited.retry_after, rule.message) from None

    def _require_human(self) -> None:
        """Raise `RobotCheckRequiredError` unless the call has the solution of a robot check. One solution is
        enough for all limits of the call.
        """
        if "is_human" not in g:
            g.is_human = self._proof_of_work.verify(request.headers.get(ROBOT_CHECK_HEADER, ""))
        if not g.is_human:
            raise RobotCheckRequiredError

    def _throttle(self, rule: RateLimit) -> Throttle:
        return self._local if rule.local else self._shared

    def _limit(self, rule: RateLimit) -> Limit:
        if isinstance(rule.max_calls, str):
            max_calls: int = getattr(self.settings, rule.max_calls)
        else:
            factor = self.settings.throttle_ip_factor if rule.scope == "address" else 1
            max_calls = rule.max_calls * factor
        return Limit(rule.full_name, max_calls, rule.seconds)


def _limits_for_scopes(view: Any, *scopes: Scope) -> list[RateLimit]:
    return [rule for rule in getattr(view, "limits", ()) if rule.scope in scopes]


def _has_field(field: str) -> bool:
    return bool(_field_value(field))


def _field_value(field: str) -> object:
    if request.args.get(field) or request.form.get(field):
        return request.args.get(field) or request.form.get(field)
    try:
        body = request.get_json(silent=True) if request.is_json else None
    except JSON_ERRORS:
        return None
    return body.get(field) if isinstance(body, dict) else None


def _cost(rule: RateLimit) -> int:
    """Return the cost of the call. A value that is not a number counts as one; the view rejects it."""
    if not rule.cost:
        return 1
    try:
        return max(1, min(rule.max_cost, math.ceil(float(str(_field_value(rule.cost))))))
    except (ValueError, OverflowError):
        return 1


def _key(rule: RateLimit, principal: Principal | None) -> tuple[object, ...] | None:
    """Return the key to count by, or None if the limit does not apply: a visitor has no account."""
    if rule.scope == "address":
        return (rate_limit_address(request.remote_addr or ""),)
    if principal is None or (rule.scope == "account" and principal.account_id is None):
        return None
    if rule.scope == "session":
        return (principal.channel_id, principal.session_id)
    if rule.scope == "account":
        return (principal.channel_id, principal.account_id)
    return (principal.channel_id,)
