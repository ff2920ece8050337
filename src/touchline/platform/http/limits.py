"""How often a route may be called. Each view says so beside its guard; a test fails on one that does not.

A view names its limits with `per`, or says with `exempt` why it needs none. `RequestLimiter` enforces them
around the view (`requests.py`), so that no view counts by itself. A limit counts every call, or only the
calls that end in a certain outcome (`outcomes`): wrong promo codes, declined cards.

Many people may share one address: a school, a mobile network. So limits per account are tight, and limits
per address generous. IPv6 addresses are counted by their /64.
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
from touchline.shared.errors import RateLimitedError, TouchlineError
from touchline.shared.network_addresses import rate_limit_address
from touchline.shared.principal import Principal
from touchline.shared.throttle import Limit, Throttle

View = TypeVar("View", bound=Callable[..., Any])
Scope = Literal["account", "address", "channel", "session"]
SECOND, MINUTE, HOUR = 1, 60, 3600
READ_ONLY = "Reads stored data and changes nothing."
SIGNED = "Needs a signature that nobody can guess."


@dataclass(frozen=True)
class RateLimit:
    """One limit of a route. `max_calls` is a number, or the setting that holds it. Without `outcomes` every
    call counts. With `required_field` the limit holds only calls that have this field in the query or the
    body. `name` is shared by routes that count together. `local` counts in each process alone, for routes
    that are called too often to ask the shared storage. With `cost` a call counts as much as that number in
    its body says, rounded up, at most `max_cost`; else it counts as one. `message` is the sentence of the
    refusal."""

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

    def describe(self) -> str:
        """The limit as the reference writes it, such as `30 in 60 s per account`."""
        max_calls = (
            f"`TOUCHLINE_{self.max_calls.upper()}`"
            if isinstance(self.max_calls, str)
            else str(self.max_calls)
        )
        counted_outcomes = f", counting *{'* and *'.join(sorted(self.outcomes))}*" if self.outcomes else ""
        unit = f" units of `{self.cost}`" if self.cost else ""
        return f"{max_calls}{unit} in {self.seconds} s per {self.scope}{counted_outcomes}"


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
) -> Callable[[View], View]:
    """Limit calls of a view to `max_calls` in any `seconds`, by account, address, channel or session (its api
    key). May be repeated."""
    rule = RateLimit(
        scope, max_calls, seconds, name, frozenset(outcomes), required_field, local, cost, max_cost, message
    )

    def decorate(view: View) -> View:
        view.limits = (*getattr(view, "limits", ()), rule)  # type: ignore[attr-defined]
        return view

    return decorate


def combine(*limits: Callable[[View], View]) -> Callable[[View], View]:
    """Name several limits that belong together once, for all views that share them."""

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


auth_call = rate_limit("address", "throttle_auth_calls", MINUTE, name="auth-calls")
"""Authentication calls are counted together, whichever they are (api.md, "Closed questions")."""


def count_outcome(outcome: str) -> None:
    """Report an outcome of the present call that is no refusal, such as `declined_card`."""
    _outcomes().add(outcome)


def count_error(error: TouchlineError) -> None:
    """Report the refusal of the present call, by its sentence."""
    _outcomes().add(error.message)


def _outcomes() -> set[str]:
    if "limit_outcomes" not in g:
        g.limit_outcomes = set()
    current_outcomes: set[str] = g.limit_outcomes
    return current_outcomes


class RequestLimiter:
    """Enforces the limits of views. `shared` counts for all processes, `local` for this one."""

    def __init__(self, settings: Settings, shared: Throttle, local: Throttle) -> None:
        self.settings = settings
        self._shared = shared
        self._local = local

    def count_address(self, view: Any) -> None:
        """Count a call by its address, before anything is looked up; `RateLimitedError`."""
        for rule in _limits_for_scopes(view, "address"):
            self._enforce(rule, rate_limit_address(request.remote_addr or ""))

    def count_principal(self, view: Any, principal: Principal) -> None:
        """Count a call by its account, channel and session; `RateLimitedError`."""
        for rule in _limits_for_scopes(view, "account", "channel", "session"):
            key = _key(rule, principal)
            if key is not None:
                self._enforce(rule, *key)

    def count_outcomes(self, view: Any, principal: Principal | None) -> None:
        """Count what came of a call, for the limits that ask for it."""
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
            return
        throttle, limit = self._throttle(rule), self._limit(rule)
        try:
            if rule.outcomes:
                throttle.test(limit, *key)
            else:
                throttle.hit(limit, *key, cost=_cost(rule))
        except RateLimitedError as rate_limited:
            if not rule.message:
                raise
            raise RateLimitedError(rate_limited.retry_after, rule.message) from None

    def _throttle(self, rule: RateLimit) -> Throttle:
        return self._local if rule.local else self._shared

    def _limit(self, rule: RateLimit) -> Limit:
        if isinstance(rule.max_calls, str):
            max_calls: int = getattr(self.settings, rule.max_calls)
        else:
            factor = self.settings.throttle_ip_factor if rule.scope == "address" else 1
            max_calls = rule.max_calls * factor
        return Limit(f"{rule.name or request.endpoint}:{rule.scope}:{rule.seconds}", max_calls, rule.seconds)


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
    """What cannot be a number counts as one: the view refuses it."""
    if not rule.cost:
        return 1
    try:
        return max(1, min(rule.max_cost, math.ceil(float(str(_field_value(rule.cost))))))
    except (ValueError, OverflowError):
        return 1


def _key(rule: RateLimit, principal: Principal | None) -> tuple[object, ...] | None:
    """None for a limit that does not apply: a visitor has no account."""
    if rule.scope == "address":
        return (rate_limit_address(request.remote_addr or ""),)
    if principal is None or (rule.scope == "account" and principal.account_id is None):
        return None
    if rule.scope == "session":
        return (principal.channel_id, principal.session_id)
    if rule.scope == "account":
        return (principal.channel_id, principal.account_id)
    return (principal.channel_id,)
