"""API errors, as Stripe returns them (https://docs.stripe.com/api/errors)."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class StripeError(Exception):
    """An error response, with a status of 400 or above.

    `body` is the whole response body, `{"error": {…}}`. `keeps_changes` is true if changes made before the
    error are committed. A declined charge leaves a record; an invalid request does not.
    """

    def __init__(
        self, status: int, kind: str, message: str, *, keeps_changes: bool = False, **more: Any
    ) -> None:
        super().__init__(message)
        self.status, self.keeps_changes = status, keeps_changes
        self.error: Json = {
            "type": kind,
            "message": message,
            **{k: v for k, v in more.items() if v is not None},
        }

    @property
    def body(self) -> Json:
        """Return the response body."""
        return {"error": self.error}

    @property
    def code(self) -> str:
        """Return Stripe's error code, or an empty string if there is none."""
        return str(self.error.get("code", ""))


def invalid_request(
    message: str, code: str | None = None, param: str | None = None, **more: Any
) -> StripeError:
    """Return a 400 error for an invalid request."""
    return StripeError(400, "invalid_request_error", message, code=code, param=param, **more)


def resource_missing(kind: str, id: str, param: str | None = None) -> StripeError:
    """Return the error for a missing object: 404 if the URL names it, 400 if a parameter does."""
    display_names = {
        "setup_intent": "setupintent",
        "payment_method": "PaymentMethod",
        "promotion_code": "promotion code",
    }
    status = 404 if param in (None, "id") else 400
    return StripeError(
        status,
        "invalid_request_error",
        f"No such {display_names.get(kind, kind)}: '{id}'",
        code="resource_missing",
        param=param or "id",
    )


def unauthorized(message: str) -> StripeError:
    """Return a 401 error for a missing or invalid API key."""
    return StripeError(401, "invalid_request_error", message)
