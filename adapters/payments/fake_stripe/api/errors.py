"""What Stripe says when it refuses (https://docs.stripe.com/api/errors)."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class StripeError(Exception):
    """An answer with a status of 400 or above; `body` is the whole answer, `{"error": {…}}`.

    `keeps_changes` says whether what was written before stays written: a declined charge leaves its trace, a
    request that is wrong leaves none.
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
        """The answer."""
        return {"error": self.error}

    @property
    def code(self) -> str:
        """Stripe's short word for what is wrong; empty where it has none."""
        return str(self.error.get("code", ""))


def invalid_request(
    message: str, code: str | None = None, param: str | None = None, **more: Any
) -> StripeError:
    """A request that cannot be done as it is: 400."""
    return StripeError(400, "invalid_request_error", message, code=code, param=param, **more)


def resource_missing(kind: str, id: str, param: str | None = None) -> StripeError:
    """A thing that is not there: 404 where the address names it, 400 where a parameter does."""
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
    """No key, or one that is none: 401."""
    return StripeError(401, "invalid_request_error", message)
