"""Guards: which callers may use a route. Each view has one; a test fails on views without a guard.

The caller class is in `view.caller_class`. `requests.py` reads it before the view runs.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import g

from touchline.shared.permissions import Permission
from touchline.shared.principal import Principal

View = TypeVar("View", bound=Callable[..., Any])

PUBLIC = "public"
ANY_KEY = "any_key"
VIEWER = "viewer"
OPERATOR = "staff"
CALLER_CLASSES = frozenset({PUBLIC, ANY_KEY, VIEWER, OPERATOR})
KEY_REQUIRED = frozenset({ANY_KEY, VIEWER, OPERATOR})


def public(view: View) -> View:
    """Allow all callers. The API key is not checked."""
    return _mark(view, PUBLIC)


def any_key(view: View) -> View:
    """Allow all callers with an API key (`A` of the contract)."""
    return _mark(view, ANY_KEY)


def viewer(view: View) -> View:
    """Allow only logged-in viewers (`V`). Others get 401 `user must be logged in`."""
    return _mark(view, VIEWER)


def operator(permission: Permission | None) -> Callable[[View], View]:
    """Allow only operators of the channel whose role has the permission (`O`). None allows every operator.

    Others get 401, or 403 if they are logged in. If the role is limited to assigned events, the path
    parameter `event_id` must be one of them. An access token needs the permission as a scope, so it never
    opens a route without a permission.
    """

    def mark(view: View) -> View:
        view.permission = permission  # type: ignore[attr-defined]
        return _mark(view, OPERATOR)

    return mark


def before_password_change(view: View) -> View:
    """Allow viewers with a temporary password before they choose another one.

    All other calls with a key respond with 403 `errors.password_change_required`.
    """
    view.before_password_change = True  # type: ignore[attr-defined]
    return view


def basic_auth(view: View) -> View:
    """Accept an access token also as the password of HTTP Basic authentication (RFC 7617).

    It is for programs that cannot send a header of the user's choice. They send this one for an address such
    as `https://name:token@host/…`. The name does not matter.
    """
    view.accepts_basic_auth = True  # type: ignore[attr-defined]
    return view


def lightweight(view: View) -> View:
    """Skip the transaction and the access log line of a frequently called view. Use it only for public views.

    Failed calls are still logged, and all calls are counted.
    """
    view.is_lightweight = True  # type: ignore[attr-defined]
    return view


def error_responses(*statuses: int) -> Callable[[View], View]:
    """Declare error responses of a view, besides those of the guard, the path and the body's format.

    Apply it outermost, beside the guard. Tests find responses that are not declared.
    """

    def mark(view: View) -> View:
        view.error_statuses = frozenset(statuses)  # type: ignore[attr-defined]
        return view

    return mark


def principal() -> Principal:
    """Return the caller, in a view that needs a key."""
    current_principal: Principal = g.principal
    return current_principal


def _mark(view: View, caller_class: str) -> View:
    view.caller_class = caller_class  # type: ignore[attr-defined]
    return view
