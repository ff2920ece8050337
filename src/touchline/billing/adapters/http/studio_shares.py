"""Revenue shares of a channel, for owners."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response

from touchline.billing.adapters.http import studio_share_schemas as schemas
from touchline.billing.adapters.http.receipts import PDF_RESPONSE
from touchline.billing.application.revenue_share.share_documents import ShareDocuments
from touchline.billing.application.revenue_share.share_overview import ShareOverview
from touchline.billing.application.revenue_share.share_payouts import SharePayouts
from touchline.billing.application.revenue_share.share_settings import NewRule, ShareSettings
from touchline.billing.application.revenue_share.share_statements import ShareStatements
from touchline.billing.container import BillingContainer
from touchline.billing.domain.revenue_share.rules import Party, PartyKind, parse_month
from touchline.platform.audit.calls import identify_subject
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import data_schema
from touchline.shared.permissions import Permission

SHARES = "/studio/shares"
STATEMENT = f"{SHARES}/<string:month>/parties/<string:key>"
CSV_RESPONSE: dict[str, Any] = {"schema": {"type": "string"}, "content_type": "text/csv"}
read_limit = limits.rate_limit("account", 120, limits.MINUTE, name="studio-shares")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="studio-share-changes")

blueprint = Blueprint("studio_shares", __name__, tag=STUDIO_TAG)


@blueprint.route(SHARES)
@read_limit
@operator(Permission.MANAGE_SETTINGS)
@audit.reads_nothing_personal
@blueprint.arguments(schemas.ShareMonthArgsSchema, location="query")
@blueprint.response(200, data_schema(schemas.ShareMonthSchema))
def show_shares(args: dict[str, Any]) -> dict[str, Any]:
    """Return the statements of a month with the parties and rules.

    Once a month is closed, its statements never change. `pending` counts the payments whose taxes or fees
    are not known yet. `can_close` is true for the next month to close, once it is over.
    """
    return _show(args["month"])


@blueprint.route(f"{SHARES}/parties", methods=["POST"])
@change_limit
@operator(Permission.MANAGE_SETTINGS)
@audit.changes("shares.party", "share")
@blueprint.arguments(schemas.SharePartyArgsSchema)
@blueprint.response(200, data_schema(schemas.ShareMonthSchema))
@inject
def save_share_party(
    body: dict[str, Any],
    settings: ShareSettings = Provide[BillingContainer.share_settings],
) -> dict[str, Any]:
    """Create or replace a party."""
    account = body["payout_account"] or None
    settings.save_party(Party(**{**body, "payout_account": account, "kind": PartyKind(body["kind"])}))
    identify_subject("share", body["key"])
    return _show(None)


@blueprint.route(f"{SHARES}/rules", methods=["POST"])
@error_responses(400, 404, 409)
@change_limit
@operator(Permission.MANAGE_SETTINGS)
@audit.changes("shares.rule", "share")
@blueprint.arguments(schemas.ShareRuleArgsSchema)
@blueprint.response(201, data_schema(schemas.ShareMonthSchema))
@inject
def add_share_rule(
    body: dict[str, Any], settings: ShareSettings = Provide[BillingContainer.share_settings]
) -> dict[str, Any]:
    """Add a rule. Rules are never changed: a later rule of the same party and basis follows an earlier one.

    400 if the month is closed; 409 if there is a rule from this month on. 0 percent ends a share.
    """
    settings.add_rule(NewRule(**body))
    identify_subject("share", body["party"])
    return _show(None)


@blueprint.route(f"{SHARES}/<string:month>/close", methods=["POST"])
@error_responses(400, 409, 422)
@change_limit
@operator(Permission.MANAGE_SETTINGS)
@audit.changes("shares.close", "share", "month")
@blueprint.response(200, data_schema(schemas.ShareMonthSchema))
@inject
def close_share_month(
    month: str, statements: ShareStatements = Provide[BillingContainer.share_statements]
) -> dict[str, Any]:
    """Close a month. Its statements never change again; later movements are a part of the next month.

    400 if the month is not over, not next, or payments wait for taxes or fees; 409 if it is closed.
    """
    statements.close(parse_month(month))
    return _show(month)


@blueprint.route(f"{STATEMENT}/statement.pdf")
@error_responses(404, 422)
@read_limit
@operator(Permission.MANAGE_SETTINGS)
@audit.reads_nothing_personal
@blueprint.response(200, **PDF_RESPONSE)
@inject
def show_share_pdf(
    month: str, key: str, documents: ShareDocuments = Provide[BillingContainer.share_documents]
) -> Response:
    """Return a party's statement as a PDF in the channel's language."""
    content = documents.build_pdf(parse_month(month), key)
    return _build_file(content, "application/pdf", f"shares-{month}.pdf")


@blueprint.route(f"{STATEMENT}/statement.csv")
@error_responses(404, 422)
@read_limit
@operator(Permission.MANAGE_SETTINGS)
@audit.reads_nothing_personal
@blueprint.response(200, **CSV_RESPONSE)
@inject
def show_share_csv(
    month: str, key: str, documents: ShareDocuments = Provide[BillingContainer.share_documents]
) -> Response:
    """Return a party's statement as CSV, with a row for each line."""
    content = documents.build_csv(parse_month(month), key)
    return _build_file(content, "text/csv; charset=utf-8", f"shares-{month}.csv")


@blueprint.route(f"{STATEMENT}/payout", methods=["POST"])
@error_responses(400, 404)
@change_limit
@operator(Permission.MANAGE_SETTINGS)
@audit.changes("shares.pay_out", "share", "key")
@blueprint.arguments(schemas.SharePayoutArgsSchema)
@blueprint.response(200, data_schema(schemas.ShareMonthSchema))
@inject
def pay_out_share(
    body: dict[str, Any],
    month: str,
    key: str,
    payouts: SharePayouts = Provide[BillingContainer.share_payouts],
) -> dict[str, Any]:
    """Pay out a party's statement of a closed month by a Stripe Connect transfer, once.

    A repeated request sends nothing. 503 if the provider does not respond or refuses; `payout` says why.
    """
    release_connection()
    payouts.pay(principal().channel_id, parse_month(month), key, body["currency"])
    return _show(month)


@inject
def _show(
    month: str | None, overview: ShareOverview = Provide[BillingContainer.share_overview]
) -> dict[str, Any]:
    return data_envelope(overview(parse_month(month) if month else None, principal().language))


def _build_file(content: bytes, mimetype: str, name: str) -> Response:
    response = Response(content, content_type=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response
