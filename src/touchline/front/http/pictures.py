"""Pictures that operators upload and crop for the entries of the document (ADR 72, ADR 78)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from dependency_injector.wiring import Provide, inject
from flask_smorest.fields import Upload
from marshmallow import Schema, fields, validate
from werkzeug.datastructures import FileStorage

from touchline.front.container import FrontContainer
from touchline.front.packs.files.crop_box import MIN_EDGE, CropBox
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import allow_large_body
from touchline.platform.http.schemas import NormalizedString, data_schema, nullable, required_text
from touchline.shared.permissions import Permission
from touchline.shared.strings import normalize

if TYPE_CHECKING:
    from touchline.front.packs.files.crop_picture import CropPicture
    from touchline.front.packs.files.store_upload import StoreUpload

MAX_BODY_BYTES = 13 * 1024 * 1024
"""The largest picture of a pack, and the parts of a multipart body around it."""
MAX_PATH_LENGTH = 300

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


class CropArgsSchema(Schema):
    """The part of a stored picture to keep, in whole pixels from its upper left corner.

    A part that is wider than `max_width` is made smaller. Without it, the size stays.
    """

    path = NormalizedString(normalize.token, required=True, validate=validate.Length(1, MAX_PATH_LENGTH))
    x = fields.Integer(required=True, strict=True, validate=validate.Range(min=0))
    y = fields.Integer(required=True, strict=True, validate=validate.Range(min=0))
    width = fields.Integer(required=True, strict=True, validate=validate.Range(min=MIN_EDGE))
    height = fields.Integer(required=True, strict=True, validate=validate.Range(min=MIN_EDGE))
    max_width = fields.Integer(load_default=None, strict=True, validate=validate.Range(min=MIN_EDGE))


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
    body: dict[str, FileStorage], store_upload: StoreUpload = Provide[FrontContainer.store_upload]
) -> dict[str, Any]:
    """Store a picture without its metadata, and return the path that entries name it by.

    Send the key in the header `Authorization` or in the query. 422 with the sentence that `touchline channels
    check` prints if the file is not a picture, or is too large.
    """
    picture = body["picture"]
    return data_envelope(asdict(store_upload("picture", picture.filename or "", picture.read())))


@blueprint.route("/studio/pictures/crops", methods=["POST"])
@error_responses(404)
@limits.rate_limit("account", 60, limits.MINUTE, name="picture-crops")
@operator(Permission.EDIT_CONTENT)
@audit.changes("picture.crop", "picture")
@blueprint.arguments(CropArgsSchema)
@blueprint.response(200, data_schema(StoredPictureSchema))
@inject
def crop_picture(
    body: dict[str, Any], crop_picture: CropPicture = Provide[FrontContainer.crop_picture]
) -> dict[str, Any]:
    """Store a part of a stored picture as a picture of its own, and return the path that entries name it by.

    The format and the color profile stay. The same part of the same picture gets the same path. 422 with the
    sentence that says what to do if the picture is an SVG, an icon or animated, or if the part is not within
    the picture.
    """
    path, max_width = body.pop("path"), body.pop("max_width")
    return data_envelope(asdict(crop_picture(path, CropBox(**body), max_width)))
