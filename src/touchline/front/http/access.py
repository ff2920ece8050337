"""What the viewer may do, over HTTP."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.front.account.access import GetViewerAccess
from touchline.front.container import FrontContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema

PASS_KINDS = ("free", "register", "event", "package", "subscription")

BLUEPRINT = Blueprint("access", __name__, description="What the viewer may do")


class CapabilitiesSchema(Schema):
    """What the viewer's passes allow."""

    watch = fields.Boolean(required=True)
    download = fields.Boolean(required=True)
    clipping = fields.Boolean(required=True)
    download_clip = fields.Boolean(required=True)
    no_ads = fields.Boolean(required=True)
    vod_media = fields.Boolean(required=True)


class LimitedFeaturesSchema(Schema):
    """How often a pass allows what is counted; null: without limit."""

    clips = fields.Integer(required=True, allow_none=True)
    downloads = fields.Integer(required=True, allow_none=True)


class PassSchema(Schema):
    """Something the viewer holds: `free` and `register` are everybody's, for events of these pass types;
    `event`, `package` and `subscription` were bought. No `category_ids`: all of them. `feature_count` limits
    what its capabilities allow."""

    kind = fields.String(required=True, validate=validate.OneOf(PASS_KINDS))
    event_id = fields.Integer(required=True, allow_none=True)
    category_ids = fields.List(fields.Integer(), required=True)
    participant_id = fields.Integer(required=True, allow_none=True)
    capabilities = fields.List(fields.String(), required=True)
    feature_count = fields.Nested(LimitedFeaturesSchema, required=True)


class UsedFeaturesSchema(Schema):
    """How often counted capabilities were used."""

    clips = fields.Integer(required=True)
    downloads = fields.Integer(required=True)


class AllowanceSchema(Schema):
    """How often something may be done, by all passes together (`most` null: without limit), and how often it
    was `used` since the first of these passes began."""

    allowed = fields.Boolean(required=True)
    most = fields.Integer(required=True, allow_none=True)
    used = fields.Integer(required=True)


class AllowancesSchema(Schema):
    """What is counted."""

    clips = fields.Nested(AllowanceSchema, required=True)
    downloads = fields.Nested(AllowanceSchema, required=True)


class UserAccessSchema(Schema):
    """What the viewer may do, by which passes, and whether they had a free trial."""

    capabilities = fields.Nested(CapabilitiesSchema, required=True)
    passes = fields.List(fields.Nested(PassSchema), required=True)
    trial_period_used = fields.Boolean(required=True)
    feature_count = fields.Nested(UsedFeaturesSchema, required=True)
    allowances = fields.Nested(AllowancesSchema, required=True)


@BLUEPRINT.route("/user/access")
@limits.exempt(limits.READ_ONLY)
@viewer
@BLUEPRINT.response(200, data_schema(UserAccessSchema))
@inject
def show_access(
    get_viewer_access: GetViewerAccess = Provide[FrontContainer.get_viewer_access],
) -> dict[str, Any]:
    """The viewer's capabilities, passes and counters."""
    return data_envelope(get_viewer_access(principal().viewer_id))
