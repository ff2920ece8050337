"""Preview of Markdown, as the site shows it, for operators."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, validate

from touchline.channel.container import ChannelContainer
from touchline.channel.ports.site.markdown import MarkdownRenderer
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import operator
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import NormalizedString, data_schema, required_text
from touchline.shared.permissions import Permission
from touchline.shared.strings import normalize

MAX_TEXT_LENGTH = 100_000

blueprint = Blueprint("markdown", __name__, tag=STUDIO_TAG)


class MarkdownArgsSchema(Schema):
    """Body of `POST /studio/markdown`."""

    text = NormalizedString(
        normalize.free_text, load_default="", validate=validate.Length(max=MAX_TEXT_LENGTH)
    )


class RenderedMarkdownSchema(Schema):
    """Markdown as sanitized HTML."""

    html = required_text()


@blueprint.route("/studio/markdown", methods=["POST"])
@limits.rate_limit("account", 240, limits.MINUTE, name="markdown-previews")
@operator(Permission.EDIT_CONTENT)
@audit.reads_nothing_personal
@blueprint.arguments(MarkdownArgsSchema)
@blueprint.response(200, data_schema(RenderedMarkdownSchema))
@inject
def render_markdown(
    body: dict[str, Any], renderer: MarkdownRenderer = Provide[ChannelContainer.markdown_renderer]
) -> dict[str, Any]:
    """Return Markdown as the HTML that the site shows. Nothing is stored."""
    return data_envelope({"html": renderer.render(body["text"])})
