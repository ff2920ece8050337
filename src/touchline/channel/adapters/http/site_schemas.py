"""OpenAPI schemas of the channel context (api.md, keys and start-up)."""

from marshmallow import Schema, fields, validate

from touchline.platform.http.schemas import Instant


class ChannelKeySchema(Schema):
    """Channel key, with which a page requests an API key."""

    channel_key = fields.String(required=True)


class ApiKeyArgsSchema(Schema):
    """Body of `POST /api/get_api_key`.

    Values of any type or length are looked up, so that an invalid key has the same response as an unknown
    one.
    """

    channel_key = fields.Raw(required=True, allow_none=True, metadata={"type": "string"})


class ApiKeySchema(Schema):
    """New API key. `expires_at` is in UTC."""

    api_key = fields.String(required=True)
    expires_at = Instant(required=True)


class PaymentProviderSchema(Schema):
    """Payment provider, with its publishable key and script. All are null if payments are turned off."""

    provider = fields.String(required=True, allow_none=True, validate=validate.OneOf(["stripe"]))
    publishable_key = fields.String(required=True, allow_none=True)
    script = fields.String(required=True, allow_none=True)


class ProjectSchema(Schema):
    """Host addresses and providers of the web app. Hosts are empty for the same origin."""

    api_host = fields.String(required=True)
    keys_host = fields.String(required=True)
    media_host = fields.String(required=True)
    analytics_host = fields.String(required=True)
    payments = fields.Nested(PaymentProviderSchema, required=True)
    robot_check = fields.Dict(required=True)
    social = fields.List(fields.String(), required=True)
    analytics_on_localhost = fields.Boolean(required=True)
    error_reporting_dsn = fields.String(required=True, allow_none=True)
    debug = fields.Boolean(required=True)


class ActionSchema(Schema):
    """Button."""

    label = fields.String(required=True)
    url = fields.String(required=True)


class StaticBlockSchema(Schema):
    """Block of text at a fixed position."""

    title = fields.String()
    html = fields.String()
    action = fields.Nested(ActionSchema, allow_none=True)
    image = fields.String(allow_none=True)


class PrerollSchema(Schema):
    """Pre-roll ad. An empty `event_categories` means all categories, a null `location_id` all locations.

    It has a `url` of a video or a `vast_url` of a VAST tag. `skip_after` is in seconds; null means never.
    """

    id = fields.Integer(required=True)
    key = fields.String(required=True)
    name = fields.String(required=True)
    url = fields.String(required=True, allow_none=True)
    vast_url = fields.String(required=True, allow_none=True)
    weight = fields.Integer(required=True)
    location_id = fields.Integer(required=True, allow_none=True)
    event_categories = fields.List(fields.Integer(), required=True)
    for_vod = fields.Boolean(required=True)
    for_live = fields.Boolean(required=True)
    skip_after = fields.Integer(allow_none=True)
    click_url = fields.String(allow_none=True)
    sponsor = fields.String(required=True, allow_none=True)


class RouteSchema(Schema):
    """Redirect of a path of this channel."""

    path = fields.String(required=True)
    to = fields.String(required=True)


class SettingsSchema(Schema):
    """Channel settings. Texts are in the response's language."""

    slug = fields.String(required=True)
    name = fields.String(required=True)
    short_name = fields.String(required=True)
    tagline = fields.String(required=True)
    language = fields.String(required=True)
    languages = fields.List(fields.String(), required=True)
    currency = fields.String(required=True)
    time_zone = fields.String(required=True)
    logo = fields.String(allow_none=True)
    favicon = fields.String(allow_none=True)
    share_picture = fields.String(allow_none=True)
    google_analytics = fields.Dict(data_key="google-analytics", attribute="google-analytics")
    yare_analytics = fields.Dict(data_key="yare-analytics", attribute="yare-analytics")
    google_cast = fields.Boolean()
    auth = fields.Dict()
    preroll_suppress_minutes = fields.Integer()
    storage_prefix = fields.String()
    home = fields.List(fields.String())
    default_view = fields.String(validate=validate.OneOf(["grid", "list", "card", "table"]))
    contact_days = fields.Integer()
    static_blocks = fields.Dict(keys=fields.String(), values=fields.Nested(StaticBlockSchema))
    routes = fields.List(fields.Nested(RouteSchema))
    prerolls = fields.List(fields.Nested(PrerollSchema))


class FontSchema(Schema):
    """Font file of the channel."""

    family = fields.String(required=True)
    url = fields.String(required=True)
    weight = fields.String()
    stretch = fields.String()


class ColorSettingsSchema(Schema):
    """Colors, fonts and display settings of the channel."""

    scheme = fields.String(required=True, validate=validate.OneOf(["dark", "light"]))
    colors = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    theme = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    fonts = fields.List(fields.Nested(FontSchema), required=True)


class MenuItemSchema(Schema):
    """Menu item. With `kind` participants or groups, it lists those of the catalog."""

    id = fields.Integer(required=True)
    key = fields.String(required=True)
    label = fields.String(required=True)
    url = fields.String(required=True, allow_none=True)
    kind = fields.String(required=True, allow_none=True)
    area = fields.String(required=True, validate=validate.OneOf(["header", "footer"]))
    column = fields.String(required=True, allow_none=True)
    icon = fields.String(required=True, allow_none=True)
    children = fields.List(fields.Nested(lambda: MenuItemSchema()), required=True)


SLIDE_TYPES = ("main", "category", "participant", "group")


class SlideTeamLogoSchema(Schema):
    """Logo of a team on a slide."""

    logo = fields.String(required=True, allow_none=True)


class SlideTeamSchema(Schema):
    """Team of a drawn match-up."""

    short_name = fields.String(required=True)
    color = fields.String(required=True, allow_none=True)
    color_2 = fields.String(required=True, allow_none=True)
    images = fields.Nested(SlideTeamLogoSchema, required=True)


class SlideMatchupSchema(Schema):
    """Match-up that the page draws on a slide without an image of its own."""

    sport = fields.String(required=True)
    away = fields.Nested(SlideTeamSchema, required=True)
    home = fields.Nested(SlideTeamSchema, required=True)


class SlideArgsSchema(Schema):
    """Query of `GET /slides/web`."""

    type = fields.String(validate=validate.OneOf(SLIDE_TYPES), load_default=None)


class SlideSchema(Schema):
    """Slide of the home page."""

    id = fields.Integer(required=True)
    slidable_type = fields.String(required=True, validate=validate.OneOf(SLIDE_TYPES))
    slidable_id = fields.Integer(required=True, allow_none=True)
    title = fields.String(required=True)
    line = fields.String(required=True)
    image = fields.String(required=True, allow_none=True)
    image_tall = fields.String(required=True, allow_none=True)
    matchup = fields.Nested(SlideMatchupSchema, required=True, allow_none=True)
    event_id = fields.Integer(required=True, allow_none=True)
    badge = fields.String(required=True, allow_none=True)
    action = fields.Nested(ActionSchema, required=True, allow_none=True)
    second_action = fields.Nested(ActionSchema, required=True, allow_none=True)
    weight = fields.Integer(required=True)


class PageSchema(Schema):
    """Content page in a list."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    url = fields.String(required=True)
    alt_name = fields.String(required=True, allow_none=True)


class PageDetailSchema(PageSchema):
    """Content page with its text as sanitized HTML."""

    html = fields.String(required=True)


class QuestionSchema(Schema):
    """Frequently asked question. `answer` is sanitized HTML."""

    id = fields.Integer(required=True)
    group = fields.String(required=True, allow_none=True)
    question = fields.String(required=True)
    answer = fields.String(required=True)


class PopupSchema(Schema):
    """Popup over a page. Without a `path` it appears on every page."""

    id = fields.Integer(required=True)
    key = fields.String(required=True)
    title = fields.String(required=True)
    html = fields.String(required=True)
    path = fields.String(required=True, allow_none=True)
    once = fields.Boolean(required=True)
    action = fields.Nested(ActionSchema, required=True, allow_none=True)


class StaticDataSchema(Schema):
    """The channel's custom texts."""

    texts = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class GeoSchema(Schema):
    """Location of the visitor. `country` is a name in the response's language."""

    country = fields.String(required=True, allow_none=True)
    country_code = fields.String(required=True, allow_none=True)
    ip = fields.String(required=True)
    is_geo_blocked = fields.Boolean(required=True)
