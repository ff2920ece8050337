"""Localized texts, and the pack files that they show."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from touchline.front.packs.problems import InvalidValueError
from touchline.front.packs.schemas.base_field import PackField, parse_text
from touchline.front.packs.schemas.context import get_pack_context

MAX_TEXT_LENGTH = 100_000
_MARKDOWN_IMAGE = re.compile(r"(!\[[^\]]*\]\()(?!https?:|/|data:)<?([^)\s>]+)>?")
_STORED_MARKDOWN_IMAGE = re.compile(r"(!\[[^\]]*\]\()(/files/[^)\s]+)")


class LocalizedTextField(PackField):
    """A text in one or more languages: one string (the channel's language) or a map by language.

    Parses to a map.
    """

    example = "a text, or a map by language such as `{en: …, fr: …}`"

    def __init__(self, *, max_length: int = MAX_TEXT_LENGTH, **rest: Any) -> None:
        self.max_length = max_length
        super().__init__(**rest)

    def parse(self, value: Any) -> dict[str, str]:
        context = get_pack_context()
        by_language = value if isinstance(value, Mapping) else {context.language: value}
        unknown = [tag for tag in by_language if tag not in context.languages]
        if unknown:
            hint = "the channel's languages are: " + ", ".join(context.languages)
            raise InvalidValueError(f"`{unknown[0]}` is not one of the channel's languages", hint)
        if context.language not in by_language:
            raise InvalidValueError(
                f"has no text in `{context.language}`, the channel's language", f"add `{context.language}: …`"
            )
        return {tag: self.parse_language(text) for tag, text in by_language.items()}

    def parse_language(self, value: Any) -> str:
        """Parse the text of one language."""
        text = parse_text(value, "a text")
        if len(text) > self.max_length:
            raise InvalidValueError(f"has {len(text)} characters", f"use at most {self.max_length}")
        return text

    def dump(self, value: dict[str, str]) -> Any:
        language = get_pack_context().language
        return value[language] if list(value) == [language] else dict(sorted(value.items()))


class MarkdownField(LocalizedTextField):
    """A Markdown text. Its images are files of the pack."""

    def parse_language(self, value: Any) -> str:
        return with_stored_images(super().parse_language(value))

    def dump(self, value: dict[str, str]) -> Any:
        return super().dump({tag: with_pack_images(text) for tag, text in value.items()})


def with_stored_images(text: str) -> str:
    """Replace images that are pack files with their public paths, in a Markdown text."""
    folder = get_pack_context().folder
    if folder is None:
        for match in [*_MARKDOWN_IMAGE.finditer(text), *_STORED_MARKDOWN_IMAGE.finditer(text)]:
            check_stored(match[2])
        return text
    return _MARKDOWN_IMAGE.sub(lambda match: match[1] + folder.add_file(match[2], "picture"), text)


def check_stored(path: str) -> None:
    """Raise `InvalidValueError` if a value that does not come from a pack names a file that is not stored."""
    is_stored = get_pack_context().is_stored
    if is_stored is not None and not is_stored(path):
        raise InvalidValueError(f"`{path}` is not a file of this channel", "upload the file first")


def with_pack_images(text: str) -> str:
    """Replace public image paths with pack files. The reverse of `with_stored_images`."""
    names = get_pack_context().file_names
    return _STORED_MARKDOWN_IMAGE.sub(lambda match: match[1] + names.get(match[2], match[2]), text)


class FileField(PackField):
    """An image, font or video of the pack → its public path."""

    def __init__(self, kind: str = "picture", **rest: Any) -> None:
        self.kind = kind
        self.example = {"picture": "`pictures/NAME.svg`", "font": "`fonts/NAME.woff2`"}.get(
            kind, "`NAME.mp4`"
        )
        super().__init__(**rest)

    def parse(self, value: Any) -> str:
        folder = get_pack_context().folder
        name = parse_text(value, self.example)
        if folder:
            return folder.add_file(name, self.kind)
        check_stored(name)
        return name

    def dump(self, value: str) -> str:
        return get_pack_context().file_names.get(value, value)
