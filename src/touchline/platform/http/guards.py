"""Who may call a route. Each view says so; a test fails on one that does not.

The caller class stands on the view as `view.caller_class`; `requests.py` reads it before the view runs.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import g

from touchline.shared.principal import Principal

View = TypeVar("View", bound=Callable[..., Any])

PUBLIC = "public"
ANY_KEY = "any_key"
VIEWER = "viewer"
OPERATOR = "staff"
CALLER_CLASSES = frozenset({PUBLIC, ANY_KEY, VIEWER, OPERATOR})
KEY_REQUIRED = frozenset({ANY_KEY, VIEWER, OPERATOR})


def public(view: View) -> View:
    """Anybody may call; no api key is looked at."""
    return _mark(view, PUBLIC)


def any_key(view: View) -> View:
    """Whoever has an api key may call (`A` of the contract)."""
    return _mark(view, ANY_KEY)


def viewer(view: View) -> View:
    """Only a logged-in viewer may call (`V`); others get 401 `user must be logged in`."""
    return _mark(view, VIEWER)


def operator(view: View) -> View:
    """Only an operator of the channel may call (`O`); nobody gets 401, a viewer 403."""
    return _mark(view, OPERATOR)


def before_password_change(view: View) -> View:
    """A viewer with a temporary password may call before they have chosen another; all other calls with a key
    answer them 403 `errors.password_change_required`."""
    view.before_password_change = True  # type: ignore[attr-defined]
    return view


def lightweight(view: View) -> View:
    """Thousands call in a second: no transaction is opened, and an answer that is as it should be has no line
    in the access log (it is counted as all are). Only for views that are public."""
    view.is_lightweight = True  # type: ignore[attr-defined]
    return view


def error_responses(*statuses: int) -> Callable[[View], View]:
    """Declare what a view refuses for reasons of its own, not for who calls, its path or the form of a body.
    Outermost, beside the guard; tests find an answer that is not declared."""

    def mark(view: View) -> View:
        view.error_statuses = frozenset(statuses)  # type: ignore[attr-defined]
        return view

    return mark


def principal() -> Principal:
    """Who is calling, in a view that needs a key."""
    current_principal: Principal = g.principal
    return current_principal


def _mark(view: View, caller_class: str) -> View:
    view.caller_class = caller_class  # type: ignore[attr-defined]
    return view
