"""What can go wrong, in the domain's words. HTTP is given to them in one place, `platform.http.errors`."""

TEMPORARILY_UNAVAILABLE = "This is not possible at the moment. Please try again in a few minutes."
"""Said where something that this deployment leans on is away, and it is nothing that a visitor knows of."""
INTERNAL_ERROR = "Something went wrong. Please try again or contact technical support"
"""Said where a failure is ours (product.md §8)."""


class TouchlineError(Exception):
    """Base of all refusals: a stable `code` for programs and a `message` for people.

    `extra` holds further members of the answer, for the few calls whose contract names one
    (the `error` of a device token, for instance). `commits_transaction` True: what the transaction wrote
    before the refusal stays (a token that is spent, whoever it is refused to); else all of it is undone.
    """

    code = "error"
    commits_transaction = False

    def __init__(self, message: str, *, code: str | None = None, **extra: object) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.code
        self.extra = extra


class RefusedError(TouchlineError):
    """The domain says no: wrong promo code, order already paid."""

    code = "errors.refused"


class NotAuthenticatedError(TouchlineError):
    """The call needs a viewer and no one is logged in on this api key."""

    code = "errors.not_logged_in"

    def __init__(self, message: str = "user must be logged in") -> None:
        super().__init__(message)


class InvalidApiKeyError(TouchlineError):
    """A channel key or an api key does not open the door (codes `errors.channel_key`, `errors.api_key`)."""

    code = "errors.api_key"

    @property
    def errors(self) -> dict[str, list[str]]:
        """The sentence under the name of the key: `api_key` or `channel_key` (api.md, "Errors")."""
        return {self.code.removeprefix("errors."): [self.message]}


class ForbiddenError(TouchlineError):
    """Known and logged in, but not allowed: no pass, no capability, the wrong region."""

    code = "errors.forbidden"


class PasswordChangeRequiredError(ForbiddenError):
    """The viewer has a temporary password and has to choose another before anything else."""

    code = "errors.password_change_required"

    def __init__(self) -> None:
        super().__init__("Choose a new password first.")


class NotFoundError(TouchlineError):
    """There is no such thing in this channel."""

    code = "errors.not_found"

    def __init__(self, message: str = "There is no such thing in this channel.") -> None:
        super().__init__(message)


class InProgressError(TouchlineError):
    """The same request is still being worked on."""

    code = "errors.in_progress"


class InvalidInputError(TouchlineError):
    """One or more fields are wrong; `errors` names each with its sentences."""

    code = "errors.invalid"

    def __init__(self, errors: dict[str, list[str]]) -> None:
        first = next((messages[0] for messages in errors.values() if messages), "The request is not valid.")
        super().__init__(first)
        self.errors = errors


class RateLimitedError(TouchlineError):
    """Too many attempts; `retry_after` is in seconds."""

    code = "errors.throttled"

    def __init__(self, retry_after: int, message: str = "Too many requests. Please try again later.") -> None:
        super().__init__(message)
        self.retry_after = retry_after


class UnavailableError(TouchlineError):
    """Something this deployment leans on does not answer; trying again later may help."""

    code = "errors.unavailable"
