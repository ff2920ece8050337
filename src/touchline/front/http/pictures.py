"""Pictures that operators upload for the entries of the document (ADR 72)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from dependency_injector.wiring import Provide, inject
from flask_smorest.fields import Upload
from marshmallow import Schema, fields
from werkzeug.datastructures import FileStorage

from touchline.front.container import FrontContainer
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import allow_large_body
from touchline.platform.http.schemas import data_schema, nullable, required_text
from touchline.shared.permissions import Permission

if TYPE_CHECKING:
    from touchline.front.packs.files.store_picture import StorePicture

MAX_BODY_BYTES = 13 * 1024 * 1024
"""The largest picture of a pack, and the parts of a multipart body around it."""

blueprint = Blueprint("studio_pictures", __name__, tag=STUDIO_TAG)


class PictureArgsSchema(Schema):
    """An uploaded picture, as `multipart/form-data`."""

    picture = Upload(required=True)


class StoredPictureSchema(Schema):
    """A stored picture. Entries name it by its `path`. The sizes are null for an SVG without a `viewBox`."""

    path = required_text()
    url = required_text()
    width = nullable(fields.Integer)
    height = nullable(fields.Integer)


@blueprint.route("/studio/pictures", methods=["POST"])
@error_responses(413)
@limits.rate_limit("account", 60, limits.MINUTE, name="picture-uploads")
@operator(Permission.EDIT_CONTENT)
@audit.changes("picture.upload", "picture")
@allow_large_body(MAX_BODY_BYTES)
@blueprint.arguments(PictureArgsSchema, location="files")
@blueprint.response(200, data_schema(StoredPictureSchema))
@inject
def upload_picture(
    body: dict[str, FileStorage], store_picture: StorePicture = Provide[FrontContainer.store_picture]
) -> dict[str, Any]:
    """Store a picture without its metadata, and return the path that entries name it by.

    Send the key in the header `Authorization` or in the query. 422 with the sentence that `touchline channels
    check` prints if the file is not a picture, or is too large.
    """
    picture = body["picture"]
    return data_envelope(asdict(store_picture(picture.filename or "", picture.read())))
