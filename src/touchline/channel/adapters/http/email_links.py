"""Links in emails (api.md, "Viewer")."""

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

blueprint = Blueprint("auth_links", __name__, description="Links in emails")


@blueprint.route("/auth/email-verify", methods=["POST"])
@limits.auth_call
@any_key
@blueprint.arguments(schemas.EmailVerifyArgsSchema)
@blueprint.response(204)
@inject
def verify_email(body: dict[str, str], verify: VerifyEmail = Provide[ChannelContainer.verify_email]) -> None:
    """Verify the email address, for a viewer of the account or with its password.

    400 `Verification failed` or `Email already verified`; otherwise 400 with `error` `password_required` or
    `password_wrong`.
    """
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
    """Send the verification email again. 400 `Email already verified`."""
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
    """Email a link for choosing a new password. The response is the same for an unknown address."""
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
    """Set the new password and end all other sessions. The link works once.

    400 `Reset password key expired` or `Reset password failed`.
    """
    claim = LinkClaim(body["email"], body["expires"], body["signature"])
    reset(PasswordResetForm(claim, body["password"], body["password_confirmation"]), principal())
