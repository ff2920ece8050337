"""Access of the viewer."""

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

blueprint = Blueprint("access", __name__, description="Viewer access")


class CapabilitiesSchema(Schema):
    """Capabilities of the viewer's passes."""

    watch = fields.Boolean(required=True)
    download = fields.Boolean(required=True)
    clipping = fields.Boolean(required=True)
    download_clip = fields.Boolean(required=True)
    no_ads = fields.Boolean(required=True)
    vod_media = fields.Boolean(required=True)


class LimitedFeaturesSchema(Schema):
    """Usage limits of a pass. Null means no limit."""

    clips = fields.Integer(required=True, allow_none=True)
    downloads = fields.Integer(required=True, allow_none=True)


class PassSchema(Schema):
    """Pass of the viewer.

    All viewers have `free` and `register`, for events of these pass types; `event`, `package` and
    `subscription` were bought. An empty `category_ids` means all of them. `feature_count` limits the
    capabilities.
    """

    kind = fields.String(required=True, validate=validate.OneOf(PASS_KINDS))
    event_id = fields.Integer(required=True, allow_none=True)
    category_ids = fields.List(fields.Integer(), required=True)
    participant_id = fields.Integer(required=True, allow_none=True)
    capabilities = fields.List(fields.String(), required=True)
    feature_count = fields.Nested(LimitedFeaturesSchema, required=True)


class UsedFeaturesSchema(Schema):
    """Usage counts of capabilities."""

    clips = fields.Integer(required=True)
    downloads = fields.Integer(required=True)


class AllowanceSchema(Schema):
    """Allowance of all passes together.

    `most` is the limit, null for none. `used` counts uses since the first of these passes began.
    """

    allowed = fields.Boolean(required=True)
    most = fields.Integer(required=True, allow_none=True)
    used = fields.Integer(required=True)


class AllowancesSchema(Schema):
    """Allowances with a limit."""

    clips = fields.Nested(AllowanceSchema, required=True)
    downloads = fields.Nested(AllowanceSchema, required=True)


class UserAccessSchema(Schema):
    """Capabilities, passes and allowances of the viewer, and whether the viewer had a free trial."""

    capabilities = fields.Nested(CapabilitiesSchema, required=True)
    passes = fields.List(fields.Nested(PassSchema), required=True)
    trial_period_used = fields.Boolean(required=True)
    feature_count = fields.Nested(UsedFeaturesSchema, required=True)
    allowances = fields.Nested(AllowancesSchema, required=True)


@blueprint.route("/user/access")
@limits.exempt(limits.READ_ONLY)
@viewer
@blueprint.response(200, data_schema(UserAccessSchema))
@inject
def show_access(
    get_viewer_access: GetViewerAccess = Provide[FrontContainer.get_viewer_access],
) -> dict[str, Any]:
    """Return the viewer's capabilities, passes and allowances."""
    return data_envelope(get_viewer_access(principal().viewer_id))
