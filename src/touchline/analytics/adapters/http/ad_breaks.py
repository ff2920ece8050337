"""The choice of the pre-roll before a playback (ADR 111)."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.analytics.application.sponsors.choose_ad import ChooseAd
from touchline.analytics.container import AnalyticsContainer
from touchline.analytics.domain.payload_values import MAX_ID
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, error_responses, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import NormalizedString, data_schema, nullable, required_text
from touchline.shared.strings import normalize

MAX_SEEN = 50
blueprint = Blueprint("ad_breaks", __name__, url_prefix="/api", description="Pre-rolls of sponsors")


class SeenSponsorSchema(Schema):
    """How often the browser of a visitor showed a sponsor today."""

    sponsor = NormalizedString(normalize.token, required=True, validate=validate.Length(1, 80))
    shown = fields.Integer(required=True, validate=validate.Range(0, 1_000_000))


class AdBreakArgsSchema(Schema):
    """The event that is about to play.

    `seen` is what the browser of a visitor without an account counted by sponsor, on the day `seen_on`.
    """

    event_id = fields.Integer(required=True, validate=validate.Range(1, MAX_ID))
    seen = fields.List(
        fields.Nested(SeenSponsorSchema), load_default=list, validate=validate.Length(max=MAX_SEEN)
    )
    seen_on = NormalizedString(normalize.token, load_default="", validate=validate.Length(max=10))


class AdBreakSchema(Schema):
    """The chosen pre-roll; null for none. `token` belongs in the reports of a sponsor's pre-roll."""

    preroll_id = nullable(fields.Integer)
    sponsor = nullable(fields.String)
    token = nullable(fields.String)
    day = required_text()


@blueprint.route("/ad-breaks", methods=["POST"])
@error_responses(403)
@limits.rate_limit("session", 120, limits.HOUR)
@limits.rate_limit("address", 6000, limits.HOUR)
@any_key
@blueprint.arguments(AdBreakArgsSchema)
@blueprint.response(200, data_schema(AdBreakSchema))
@inject
def create_ad_break(
    body: dict[str, Any], choose_ad: ChooseAd = Provide[AnalyticsContainer.choose_ad]
) -> dict[str, Any]:
    """Choose the pre-roll before a playback, within the daily caps of the sponsors.

    403 if the viewer may not watch the event.
    """
    seen = {item["sponsor"]: item["shown"] for item in body["seen"]}
    choice = choose_ad(principal(), body["event_id"], seen, body["seen_on"])
    return data_envelope(
        {
            "preroll_id": choice.preroll_id,
            "sponsor": choice.sponsor,
            "token": choice.token,
            "day": choice.day.isoformat(),
        }
    )
