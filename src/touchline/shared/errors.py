"""Errors in domain terms. `platform.http.errors` alone maps them to HTTP."""

from touchline.shared.error_messages import ErrorMessage

TEMPORARILY_UNAVAILABLE = ErrorMessage(
    "errors.unavailable", "This is not possible at the moment. Please try again in a few minutes."
)
"""Message for an outage of a service that this deployment depends on and that visitors do not know about."""
INTERNAL_ERROR = ErrorMessage(
    "errors.server", "Something went wrong. Please try again or contact technical support"
)
"""Message for an internal error (product.md §8)."""
NOT_LOGGED_IN = ErrorMessage("errors.not_logged_in", "user must be logged in")
PASSWORD_CHANGE_REQUIRED = ErrorMessage("errors.password_change_required", "Choose a new password first.")
INVALID_ACCESS_TOKEN = ErrorMessage(
    "errors.access_token",
    "This access token is unknown, expired or revoked. Create another one in the studio.",
)
TOKEN_NOT_ACCEPTED = ErrorMessage(
    "errors.token_not_accepted", "Access tokens are not accepted here. Log in with your account instead."
)
NOT_FOUND = ErrorMessage("errors.not_found", "This item was not found on this channel.")
FILE_NOT_FOUND = ErrorMessage("errors.file_not_found", "This file does not exist.")
EDIT_CONFLICT = ErrorMessage(
    "errors.edit_conflict", "Someone else changed this. Compare both versions, then save again."
)
INVALID_INPUT = ErrorMessage("errors.invalid", "The request is not valid. Check the marked fields.")
ROBOT_CHECK_REQUIRED = ErrorMessage(
    "errors.robot_check", "We must check that you are not a robot. Please try again."
)
RATE_LIMITED = ErrorMessage("errors.throttled", "Too many requests. Please try again later.")


class TouchlineError(Exception):
    """Base of all domain errors: a stable `code` for programs and a `message` for people.

    An `ErrorMessage` brings its code. A plain message is for operators, who read it in a terminal; its error
    has the code of the class.

    `extra` holds additional members of the response, for the few calls whose contract defines one (such as
    the `error` of a device token). If `commits_transaction` is True, the transaction's writes before the
    error are kept (such as a used token). Otherwise they are rolled back.
    """

    code = "error"
    commits_transaction = False

    def __init__(self, message: str, **extra: object) -> None:
        super().__init__(message)
        self.message = message
        if isinstance(message, ErrorMessage):
            self.code = message.code
        self.extra = extra


class RefusedError(TouchlineError):
    """The domain refuses the request, such as for a wrong promo code or an order already paid."""

    code = "errors.refused"


class NotAuthenticatedError(TouchlineError):
    """The request needs a viewer, and no viewer is logged in with this API key."""

    def __init__(self) -> None:
        super().__init__(NOT_LOGGED_IN)


class InvalidAccessTokenError(TouchlineError):
    """The access token is unknown, expired or revoked, or its owner has lost access."""

    def __init__(self) -> None:
        super().__init__(INVALID_ACCESS_TOKEN)


class InvalidApiKeyError(TouchlineError):
    """The channel key or API key is not valid (codes `errors.channel_key`, `errors.api_key`)."""

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

    def __init__(self) -> None:
        super().__init__(PASSWORD_CHANGE_REQUIRED)


class TokenNotAcceptedError(ForbiddenError):
    """The call needs a login. An access token is accepted only by operator routes that name a permission."""

    def __init__(self) -> None:
        super().__init__(TOKEN_NOT_ACCEPTED)


class NotFoundError(TouchlineError):
    """The requested object does not exist in this channel."""

    code = "errors.not_found"

    def __init__(self, message: str = NOT_FOUND) -> None:
        super().__init__(message)


class InProgressError(TouchlineError):
    """The same request is still being processed."""

    code = "errors.in_progress"


class EditConflictError(TouchlineError):
    """Someone else changed what the caller wants to change. `extra` holds the versions that differ."""

    def __init__(self, message: str = EDIT_CONFLICT, **extra: object) -> None:
        super().__init__(message, **extra)


class InvalidInputError(TouchlineError):
    """One or more fields are invalid. `errors` maps each field to its messages; the first is `message`."""

    def __init__(self, errors: dict[str, list[str]]) -> None:
        super().__init__(next((messages[0] for messages in errors.values() if messages), INVALID_INPUT))
        self.code = INVALID_INPUT.code
        self.errors = errors


class RateLimitedError(TouchlineError):
    """Too many attempts. `retry_after` is in seconds."""

    def __init__(self, retry_after: int, message: str = RATE_LIMITED) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class RobotCheckRequiredError(TouchlineError):
    """The call needs the solution of a robot check in `Robot-Check`."""

    def __init__(self) -> None:
        super().__init__(ROBOT_CHECK_REQUIRED)


class UnavailableError(TouchlineError):
    """A service that this deployment depends on does not respond. A later retry may succeed."""

    code = "errors.unavailable"
