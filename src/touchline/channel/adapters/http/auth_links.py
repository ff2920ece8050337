"""What links in letters lead to (api.md, "Viewer")."""

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.channel.adapters.http import account_schemas as schemas
from touchline.channel.adapters.http.known_devices import known_device
from touchline.channel.application.reset_password import AskToReset, NewPassword, ResetPassword
from touchline.channel.application.verify_email import AskToVerify, Verification, VerifyEmail
from touchline.channel.domain.links import Claim
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal, refuses, viewer

blueprint = Blueprint("auth_links", __name__, description="What links in letters lead to")


@blueprint.route("/auth/email-verify", methods=["POST"])
@limits.auth_call
@any_key
@blueprint.arguments(schemas.EmailVerifyArgs)
@blueprint.response(204)
@inject
def verify_email(
    body: dict[str, str], verify: VerifyEmail = Provide["channel.accounts.verify_email"]
) -> None:
    """Verify the address, for a viewer of the account or with its password. 400 `Verification failed`, `Email
    already verified`, and with `error` `password_required` or `password_wrong` for anybody else."""
    password = body.pop("password")
    verify(Verification(Claim(**body), password, request.remote_addr or "", known_device()), principal())


@blueprint.route("/auth/email-verify-request", methods=["POST"])
@refuses(400)
@limits.auth_call
@viewer
@blueprint.response(204)
@inject
def ask_to_verify(ask: AskToVerify = Provide["channel.accounts.ask_to_verify"]) -> None:
    """Send the letter that verifies the address once more. 400 `Email already verified`."""
    ask(principal())


@blueprint.route("/auth/password-reset-request", methods=["POST"])
@limits.auth_call
@any_key
@blueprint.arguments(schemas.PasswordResetRequestArgs)
@blueprint.response(204)
@inject
def ask_to_reset(body: dict[str, str], ask: AskToReset = Provide["channel.accounts.ask_to_reset"]) -> None:
    """Send the letter whose link leads to a new password: the same answer for an unknown address."""
    ask(body["email"], body["robot_token"], request.remote_addr or "", principal())


@blueprint.route("/auth/password-reset", methods=["POST"])
@limits.auth_call
@any_key
@blueprint.arguments(schemas.PasswordResetArgs)
@blueprint.response(204)
@inject
def reset_password(
    body: dict[str, str], reset: ResetPassword = Provide["channel.accounts.reset_password"]
) -> None:
    """The password of the form is in force and every other session has ended. 400 `Reset password key
    expired`, `Reset password failed`; a link works once."""
    claim = Claim(body["email"], body["expires"], body["signature"])
    reset(NewPassword(claim, body["password"], body["password_confirmation"]), principal())
