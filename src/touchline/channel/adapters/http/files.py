"""Open pack files: pictures, fonts, logos. Their names carry their content, so they may be kept for ever."""

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, send_file

from touchline.platform.files import OpenFiles
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.shared.errors import NotFound
from touchline.shared.media_types import media_type
from touchline.shared.open_files import KEPT_BY_CONTENT

blueprint = Blueprint("files", __name__)
FOR_EVER, FOR_NOW = "public, max-age=31536000, immutable", "public, max-age=300"


@blueprint.get("/files/<slug>/<name>")
@limits.none(limits.READ)
@public
@inject
def open_file(slug: str, name: str, files: OpenFiles = Provide["open_files"]) -> Response:
    """`/files/{channel slug}/{sha12}-{name}`, with ranges, immutable; other names for five minutes."""
    path = f"/files/{slug}/{name}"
    found = files.locate(path)
    if found is None:
        raise NotFound("There is no such file.")
    kind = media_type(name) or "application/octet-stream"
    lasting = KEPT_BY_CONTENT.fullmatch(path) is not None
    response = send_file(found, mimetype=kind, conditional=True, etag=name if lasting else True)
    response.headers["Cache-Control"] = FOR_EVER if lasting else FOR_NOW
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    return response
