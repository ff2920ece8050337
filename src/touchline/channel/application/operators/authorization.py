"""What the caller may do as an operator. Roles are read at each call, so a removed operator loses access at
once."""

from touchline.channel.ports.operators.operators import Operator, Operators
from touchline.channel.ports.site.channels import Channels
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import ForbiddenError, TokenNotAcceptedError
from touchline.shared.permissions import Permission
from touchline.shared.principal import Principal

OPERATORS_ONLY = ErrorMessage(
    "errors.operators_only", "Only operators of this channel can see this. Log in with an operator account."
)
PERMISSION_MISSING = ErrorMessage(
    "errors.permission_missing", "Your role does not include this. Ask an owner of this channel for access."
)
EVENT_NOT_ASSIGNED = ErrorMessage(
    "errors.event_not_assigned",
    "This event is not assigned to you. Ask an owner of this channel to assign it.",
)
TOKEN_SCOPE_MISSING = ErrorMessage(
    "errors.token_scope_missing", "This access token does not have the scope {scope}. Create another token."
)
OPERATOR_SECOND_FACTOR = ErrorMessage(
    "errors.operator_second_factor",
    "This channel requires an authenticator app for operators. Set it up in your profile under Security.",
)


SINGLE_SIGN_ON_NEEDED = ErrorMessage(
    "errors.operator_single_sign_on",
    "This channel requires operators to log in with single sign-on. Log out, then log in with it.",
)


class AuthorizeOperator:
    """Query that refuses callers without a permission. Called only for operator endpoints."""

    def __init__(self, operators: Operators, channels: Channels, clock: Clock) -> None:
        self._operators = operators
        self._channels = channels
        self._clock = clock

    def __call__(self, caller: Principal, permission: Permission | None, event_id: int | None = None) -> None:
        """Return if the caller may do this, for an event if there is one. Raises `ForbiddenError`.

        Without a permission, every operator may, but no access token.
        """
        operator = self._operators.get(caller.viewer_id)
        if operator is None:
            raise ForbiddenError(OPERATORS_ONLY)
        self._check_login(caller, operator)
        if permission is None:
            if caller.token:
                raise TokenNotAcceptedError
            return
        if permission not in operator.permissions:
            raise ForbiddenError(PERMISSION_MISSING)
        if caller.token and permission not in caller.token.scopes:
            raise ForbiddenError(TOKEN_SCOPE_MISSING.with_params(scope=permission.value))
        if not operator.may_use(event_id):
            raise ForbiddenError(EVENT_NOT_ASSIGNED)

    def _check_login(self, caller: Principal, operator: Operator) -> None:
        """Raise `ForbiddenError` if the channel requires a stronger login. A token has none of its own."""
        channel = self._channels.get_current()
        if channel.operators_need_second_factor and not operator.has_second_factor:
            raise ForbiddenError(OPERATOR_SECOND_FACTOR)
        provider = channel.single_sign_on
        if provider and not caller.token and provider.is_missing(caller.single_sign_on_at, self._clock.now()):
            raise ForbiddenError(SINGLE_SIGN_ON_NEEDED)


class CheckPermission:
    """Query whether the viewer of a session has a permission of the channel."""

    def __init__(self, authorize_operator: AuthorizeOperator) -> None:
        self._authorize_operator = authorize_operator

    def __call__(self, principal: Principal, permission: Permission) -> bool:
        """Return whether the viewer may do this."""
        if not principal.is_logged_in:
            return False
        try:
            self._authorize_operator(principal, permission)
        except ForbiddenError:
            return False
        return True
