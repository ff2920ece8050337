"""Crops a stored picture to the part that a place of the site shows."""

from __future__ import annotations

from dataclasses import asdict
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any

from PIL import Image

from touchline.channel.facade import ChannelFacade
from touchline.front.packs.files.crop_box import CropBox
from touchline.front.packs.files.image_checks import check_image
from touchline.front.packs.files.pack_folder import FILE_KINDS
from touchline.front.packs.files.store_upload import StoredFile
from touchline.front.packs.problems import InvalidValueError
from touchline.platform.files.public_files import PublicFiles
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import FILE_NOT_FOUND, InvalidInputError, NotFoundError
from touchline.shared.files.public_paths import CONTENT_ADDRESSED_PATH

CANNOT_CROP_SVG = ErrorMessage(
    "errors.cannot_crop_svg", "An SVG cannot be cropped. Save it as PNG and upload it again."
)
CANNOT_CROP_ICON = ErrorMessage(
    "errors.cannot_crop_icon", "An icon cannot be cropped. Save it as PNG and upload it again."
)
CANNOT_CROP_ANIMATION = ErrorMessage(
    "errors.cannot_crop_animation",
    "An animated picture cannot be cropped. Upload one of its pictures as PNG or JPEG.",
)
OUTSIDE_PICTURE = ErrorMessage(
    "errors.crop_outside_picture",
    "The crop reaches outside the picture, which is {width} × {height}. Move it or make it smaller.",
)
_SAVE_OPTIONS: dict[str, dict[str, Any]] = {
    "JPEG": {"quality": 92, "optimize": True, "progressive": True, "exif": b""},
    "WEBP": {"quality": 90, "exif": b""},
    "AVIF": {"quality": 90, "exif": b""},
    "PNG": {"optimize": True, "exif": b""},
    "GIF": {},
}
_METADATA = ("exif", "xmp", "XML:com.adobe.xmp", "comment", "photoshop")


class CropPicture:
    """Use case that stores a part of a stored picture of the channel as a picture of its own."""

    def __init__(self, files: PublicFiles, channel: ChannelFacade, record_audit: RecordAudit) -> None:
        self._files, self._channel, self._record_audit = files, channel, record_audit

    def __call__(self, path: str, box: CropBox, max_width: int | None = None) -> StoredFile:
        """Store the part and return it. The same part of the same picture gets the same path.

        A part that is wider than `max_width` pixels is made smaller. Raises `NotFoundError` if the channel
        has no such picture. Raises `InvalidInputError` if it cannot be cropped, or if the box is not within
        it.
        """
        slug = self._channel.get_current().slug
        source = self._find(slug, path)
        name = source.name.partition("-")[2]
        data = source.read_bytes()
        try:
            check_image(name, data)
            content, (width, height) = _crop(data, box, max_width)
        except InvalidValueError as error:
            raise InvalidInputError({"path": [str(error)]}) from None
        except (OSError, SyntaxError, ValueError):
            raise InvalidInputError({"path": [f"`{name}` is not a readable image"]}) from None
        cropped = self._files.add_bytes(slug, name, content)
        self._record_audit(
            AuditRecord("picture.crop", AuditSubject("picture", cropped), after={"from": path, **asdict(box)})
        )
        return StoredFile(cropped, self._files.url(cropped) or cropped, width, height)

    def _find(self, slug: str, path: str) -> Path:
        """Return the file of a picture of this channel that pixels can be cut from."""
        is_own = CONTENT_ADDRESSED_PATH.fullmatch(path) and path.startswith(f"/files/{slug}/")
        source = self._files.resolve(path) if is_own else None
        extension = PurePosixPath(path).suffix.lower()
        if source is None or extension not in FILE_KINDS["picture"][0]:
            raise NotFoundError(FILE_NOT_FOUND)
        if extension == ".svg":
            raise InvalidInputError({"path": [CANNOT_CROP_SVG]})
        if extension == ".ico":
            raise InvalidInputError({"path": [CANNOT_CROP_ICON]})
        return source


def _crop(data: bytes, box: CropBox, max_width: int | None) -> tuple[bytes, tuple[int, int]]:
    """Return the part of an image in its own format, with its color profile and without metadata, and its
    size.
    """
    with Image.open(BytesIO(data)) as image:
        if getattr(image, "n_frames", 1) > 1:
            raise InvalidInputError({"path": [CANNOT_CROP_ANIMATION]})
        outside = [
            name
            for name, edge, size in (("width", box.right, image.width), ("height", box.bottom, image.height))
            if edge > size
        ]
        if outside:
            message = OUTSIDE_PICTURE.with_params(width=image.width, height=image.height)
            raise InvalidInputError({name: [message] for name in outside})
        profile = image.info.get("icc_profile")
        part = image.crop((box.x, box.y, box.right, box.bottom))
        if max_width and part.width > max_width:
            part = _shrink(part, max_width)
        for key in _METADATA:
            part.info.pop(key, None)
        options = _SAVE_OPTIONS[image.format or ""] | ({"icc_profile": profile} if profile else {})
        out = BytesIO()
        part.save(out, image.format, **options)
        return out.getvalue(), part.size


def _shrink(image: Image.Image, width: int) -> Image.Image:
    """Return a smaller image. It has no palette, because the colors of a palette cannot be mixed."""
    if image.mode == "P":
        image = image.convert("RGBA")
    height = max(1, round(image.height * width / image.width))
    return image.resize((width, height), Image.Resampling.LANCZOS)
