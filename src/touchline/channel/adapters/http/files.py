"""Public pack files: images, fonts and logos. Their names contain a hash of the content, so they can be
cached forever.
"""

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, send_file

from touchline.channel.container import ChannelContainer
from touchline.platform.files.public_files import PublicFiles
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.shared.errors import FILE_NOT_FOUND, NotFoundError
from touchline.shared.files.media_types import media_type
from touchline.shared.files.public_paths import CONTENT_ADDRESSED_PATH

blueprint = Blueprint("files", __name__)
IMMUTABLE_CACHE, SHORT_CACHE = "public, max-age=31536000, immutable", "public, max-age=300"


@blueprint.get("/files/<slug>/<name>")
@limits.exempt(limits.READ_ONLY)
@public
@inject
def serve_file(slug: str, name: str, files: PublicFiles = Provide[ChannelContainer.open_files]) -> Response:
    """Return `/files/{channel slug}/{sha12}-{name}`, with ranges, as immutable.

    Other names are cached for five minutes.
    """
    path = f"/files/{slug}/{name}"
    file_path = files.resolve(path)
    if file_path is None:
        raise NotFoundError(FILE_NOT_FOUND)
    content_type = media_type(name) or "application/octet-stream"
    is_immutable = CONTENT_ADDRESSED_PATH.fullmatch(path) is not None
    response = send_file(
        file_path, mimetype=content_type, conditional=True, etag=name if is_immutable else True
    )
    response.headers["Cache-Control"] = IMMUTABLE_CACHE if is_immutable else SHORT_CACHE
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    return response
