"""Errors in domain terms. `platform.http.errors` alone maps them to HTTP."""

TEMPORARILY_UNAVAILABLE = "This is not possible at the moment. Please try again in a few minutes."
"""Message for an outage of a service that this deployment depends on and that visitors do not know about."""
INTERNAL_ERROR = "Something went wrong. Please try again or contact technical support"
"""Message for an internal error (product.md §8)."""


class TouchlineError(Exception):
    """Base of all domain errors: a stable `code` for programs and a `message` for people.

    `extra` holds additional members of the response, for the few calls whose contract defines one (such as
    the `error` of a device token). If `commits_transaction` is True, the transaction's writes before the
    error are kept (such as a used token). Otherwise they are rolled back.
    """

    code = "error"
    commits_transaction = False

    def __init__(self, message: str, *, code: str | None = None, **extra: object) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.code
        self.extra = extra


class RefusedError(TouchlineError):
    """The domain refuses the request, such as for a wrong promo code or an order already paid."""

    code = "errors.refused"


class NotAuthenticatedError(TouchlineError):
    """The request needs a viewer, and no viewer is logged in with this API key."""

    code = "errors.not_logged_in"

    def __init__(self, message: str = "user must be logged in") -> None:
        super().__init__(message)


class InvalidApiKeyError(TouchlineError):
    """The channel key or API key is not valid (codes `errors.channel_key`, `errors.api_key`)."""

    code = "errors.api_key"

    @property
    def errors(self) -> dict[str, list[str]]:
        """Return the message under the name of the key: `api_key` or `channel_key` (api.md, section
        Errors)."""
        return {self.code.removeprefix("errors."): [self.message]}


class ForbiddenError(TouchlineError):
    """The viewer is logged in but not allowed: no pass, no capability, or the wrong region."""

    code = "errors.forbidden"


class PasswordChangeRequiredError(ForbiddenError):
    """The viewer has a temporary password and must choose another one first."""

    code = "errors.password_change_required"

    def __init__(self) -> None:
        super().__init__("Choose a new password first.")


class NotFoundError(TouchlineError):
    """The requested object does not exist in this channel."""

    code = "errors.not_found"

    def __init__(self, message: str = "There is no such thing in this channel.") -> None:
        super().__init__(message)


class InProgressError(TouchlineError):
    """The same request is still being processed."""

    code = "errors.in_progress"


class InvalidInputError(TouchlineError):
    """One or more fields are invalid. `errors` maps each field to its messages."""

    code = "errors.invalid"

    def __init__(self, errors: dict[str, list[str]]) -> None:
        first = next((messages[0] for messages in errors.values() if messages), "The request is not valid.")
        super().__init__(first)
        self.errors = errors


class RateLimitedError(TouchlineError):
    """Too many attempts. `retry_after` is in seconds."""

    code = "errors.throttled"

    def __init__(self, retry_after: int, message: str = "Too many requests. Please try again later.") -> None:
        super().__init__(message)
        self.retry_after = retry_after


class UnavailableError(TouchlineError):
    """A service that this deployment depends on does not respond. A later retry may succeed."""

    code = "errors.unavailable"
