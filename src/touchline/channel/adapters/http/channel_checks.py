"""Checks of a channel's domains and emails, for owners."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.channel.application.email.send_test_email import EmailTestResult, SendTestEmail
from touchline.channel.application.site.check_domains import CheckDomains
from touchline.channel.container import ChannelContainer
from touchline.channel.domain.site.domain_checks import DomainProblem
from touchline.channel.ports.site.channels import Channels
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import Instant, data_schema, list_schema, nullable, required_text
from touchline.shared.permissions import Permission

blueprint = Blueprint("channel_checks", __name__, tag=STUDIO_TAG)


class CertificateSchema(Schema):
    """Valid certificate of a domain."""

    issuer = required_text()
    expires_at = Instant(required=True)


class DomainCheckSchema(Schema):
    """Result of the check of a domain."""

    domain = required_text()
    problem = nullable(fields.String, validate=validate.OneOf([problem.value for problem in DomainProblem]))
    addresses = fields.List(fields.String(), required=True)
    certificate = fields.Nested(CertificateSchema, required=True, allow_none=True)
    detail = required_text()


class EmailTestSchema(Schema):
    """Result of a test email."""

    recipient = required_text()
    error = required_text()


@blueprint.route("/studio/domains/check", methods=["POST"])
@limits.rate_limit("account", 10, limits.MINUTE, name="domain-checks")
@operator(Permission.MANAGE_SETTINGS)
@audit.changes("domains.check", "channel")
@blueprint.response(200, list_schema(DomainCheckSchema))
@inject
def check_domains(
    channels: Channels = Provide[ChannelContainer.channels],
    check: CheckDomains = Provide[ChannelContainer.check_domains],
    allow_private: bool = Provide[ChannelContainer.settings.provided.webhooks_allow_private],
) -> dict[str, Any]:
    """Check that the channel's own domains have an address in DNS and a valid certificate."""
    domains = channels.get_current().domains
    release_connection()
    return data_envelope([asdict(result) for result in check(domains, allow_private=allow_private)])


@blueprint.route("/studio/test-email", methods=["POST"])
@limits.rate_limit("account", 10, limits.HOUR, name="test-emails")
@operator(Permission.MANAGE_SETTINGS)
@audit.changes("email.test", "channel")
@blueprint.response(200, data_schema(EmailTestSchema))
@inject
def send_test_email(
    send: SendTestEmail = Provide[ChannelContainer.send_test_email],
) -> dict[str, EmailTestResult]:
    """Send a test email to the caller's own address.

    `error` is the sentence of the mail server if it does not accept the email.
    """
    caller = principal()
    release_connection()
    return data_envelope(send(caller.channel_id, caller.viewer_id))
