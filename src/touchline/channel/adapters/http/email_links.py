"""What links in letters lead to (api.md, "Viewer")."""

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.channel.adapters.http import account_schemas as schemas
from touchline.channel.adapters.http.known_devices import known_device
from touchline.channel.application.accounts.email_verification import (
    EmailVerificationForm,
    RequestEmailVerification,
    VerifyEmail,
)
from touchline.channel.application.accounts.password_reset import (
    PasswordResetForm,
    RequestPasswordReset,
    ResetPassword,
)
from touchline.channel.container import ChannelContainer
from touchline.channel.domain.accounts.links import LinkClaim
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, error_responses, principal, viewer

blueprint = Blueprint("auth_links", __name__, description="What links in letters lead to")


@blueprint.route("/auth/email-verify", methods=["POST"])
@limits.auth_call
@any_key
@blueprint.arguments(schemas.EmailVerifyArgsSchema)
@blueprint.response(204)
@inject
def verify_email(body: dict[str, str], verify: VerifyEmail = Provide[ChannelContainer.verify_email]) -> None:
    """Verify the address, for a viewer of the account or with its password. 400 `Verification failed`, `Email
    already verified`, and with `error` `password_required` or `password_wrong` for anybody else."""
    password = body.pop("password")
    verify(
        EmailVerificationForm(LinkClaim(**body), password, request.remote_addr or "", known_device()),
        principal(),
    )


@blueprint.route("/auth/email-verify-request", methods=["POST"])
@error_responses(400)
@limits.auth_call
@viewer
@blueprint.response(204)
@inject
def request_email_verification(
    request_email: RequestEmailVerification = Provide[ChannelContainer.request_email_verification],
) -> None:
    """Send the letter that verifies the address once more. 400 `Email already verified`."""
    request_email(principal())


@blueprint.route("/auth/password-reset-request", methods=["POST"])
@limits.auth_call
@any_key
@blueprint.arguments(schemas.PasswordResetRequestArgsSchema)
@blueprint.response(204)
@inject
def request_password_reset(
    body: dict[str, str],
    request_email: RequestPasswordReset = Provide[ChannelContainer.request_password_reset],
) -> None:
    """Send the letter whose link leads to a new password: the same answer for an unknown address."""
    request_email(body["email"], body["robot_token"], request.remote_addr or "", principal())


@blueprint.route("/auth/password-reset", methods=["POST"])
@limits.auth_call
@any_key
@blueprint.arguments(schemas.PasswordResetArgsSchema)
@blueprint.response(204)
@inject
def reset_password(
    body: dict[str, str], reset: ResetPassword = Provide[ChannelContainer.reset_password]
) -> None:
    """The password of the form is in force and every other session has ended. 400 `Reset password key
    expired`, `Reset password failed`; a link works once."""
    claim = LinkClaim(body["email"], body["expires"], body["signature"])
    reset(PasswordResetForm(claim, body["password"], body["password_confirmation"]), principal())
