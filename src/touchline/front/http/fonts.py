"""Font files that operators upload for the look of the channel (ADR 74)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from dependency_injector.wiring import Provide, inject
from flask_smorest.fields import Upload
from marshmallow import Schema
from werkzeug.datastructures import FileStorage

from touchline.front.container import FrontContainer
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import allow_large_body
from touchline.platform.http.schemas import data_schema, required_text
from touchline.shared.permissions import Permission

if TYPE_CHECKING:
    from touchline.front.packs.files.store_upload import StoreUpload

MAX_BODY_BYTES = 5 * 1024 * 1024
"""The largest font of a pack, and the parts of a multipart body around it."""

blueprint = Blueprint("studio_fonts", __name__, tag=STUDIO_TAG)


class FontArgsSchema(Schema):
    """An uploaded font file, as `multipart/form-data`."""

    font = Upload(required=True)


class StoredFontSchema(Schema):
    """A stored font file. `theme.fonts` of the entry `channel` names it by its `path`."""

    path = required_text()
    url = required_text()


@blueprint.route("/studio/fonts", methods=["POST"])
@error_responses(413)
@limits.rate_limit("account", 60, limits.MINUTE, name="font-uploads")
@operator(Permission.MANAGE_SETTINGS)
@audit.changes("font.upload", "font")
@allow_large_body(MAX_BODY_BYTES)
@blueprint.arguments(FontArgsSchema, location="files")
@blueprint.response(200, data_schema(StoredFontSchema))
@inject
def upload_font(
    body: dict[str, FileStorage], store_upload: StoreUpload = Provide[FrontContainer.store_upload]
) -> dict[str, Any]:
    """Store a font file, and return the path that the channel's theme names it by.

    Send the key in the header `Authorization` or in the query. 422 with the sentence that `touchline channels
    check` prints if the file is not a font, or is too large.
    """
    font = body["font"]
    return data_envelope(asdict(store_upload("font", font.filename or "", font.read())))
