"""What the viewer may do, over HTTP."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.front.access import Access
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, viewer
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import data_of

KINDS = ("free", "register", "event", "package", "subscription")

BLUEPRINT = Blueprint("access", __name__, description="What the viewer may do")


class Capabilities(Schema):
    """What the viewer's passes allow."""

    watch = fields.Boolean(required=True)
    download = fields.Boolean(required=True)
    clipping = fields.Boolean(required=True)
    download_clip = fields.Boolean(required=True)
    no_ads = fields.Boolean(required=True)
    vod_media = fields.Boolean(required=True)


class LimitedFeatures(Schema):
    """How often a pass allows what is counted; null: without limit."""

    clips = fields.Integer(required=True, allow_none=True)
    downloads = fields.Integer(required=True, allow_none=True)


class Pass(Schema):
    """Something the viewer holds: `free` and `register` are everybody's, for events of these pass types;
    `event`, `package` and `subscription` were bought. No `category_ids`: all of them. `feature_count` limits
    what its capabilities allow."""

    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    event_id = fields.Integer(required=True, allow_none=True)
    category_ids = fields.List(fields.Integer(), required=True)
    participant_id = fields.Integer(required=True, allow_none=True)
    capabilities = fields.List(fields.String(), required=True)
    feature_count = fields.Nested(LimitedFeatures, required=True)


class UsedFeatures(Schema):
    """How often counted capabilities were used."""

    clips = fields.Integer(required=True)
    downloads = fields.Integer(required=True)


class Allowed(Schema):
    """How often something may be done, by all passes together (`most` null: without limit), and how often it
    was `used` since the first of these passes began."""

    allowed = fields.Boolean(required=True)
    most = fields.Integer(required=True, allow_none=True)
    used = fields.Integer(required=True)


class Allowances(Schema):
    """What is counted."""

    clips = fields.Nested(Allowed, required=True)
    downloads = fields.Nested(Allowed, required=True)


class UserAccess(Schema):
    """What the viewer may do, by which passes, and whether they had a free trial."""

    capabilities = fields.Nested(Capabilities, required=True)
    passes = fields.List(fields.Nested(Pass), required=True)
    trial_period_used = fields.Boolean(required=True)
    feature_count = fields.Nested(UsedFeatures, required=True)
    allowances = fields.Nested(Allowances, required=True)


@BLUEPRINT.route("/user/access")
@limits.none(limits.READ)
@viewer
@BLUEPRINT.response(200, data_of(UserAccess))
@inject
def show_access(access: Access = Provide["front.access"]) -> dict[str, Any]:
    """The viewer's capabilities, passes and counters."""
    return one(access(principal().viewer))
