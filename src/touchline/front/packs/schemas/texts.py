"""Texts that people read, in one or several languages, and the files of a pack that they show."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from touchline.front.packs.problems import Wrong
from touchline.front.packs.schemas.context import surroundings
from touchline.front.packs.schemas.value import Value, plain

LONGEST_TEXT = 100_000
_PICTURE_IN_MARKDOWN = re.compile(r"(!\[[^\]]*\]\()(?!https?:|/|data:)<?([^)\s>]+)>?")
_STORED_IN_MARKDOWN = re.compile(r"(!\[[^\]]*\]\()(/files/[^)\s]+)")


class Text(Value):
    """A text people read: one string (the channel's language) or a map by language. Answers a map."""

    like = "a text, or a map by language such as `{en: …, fr: …}`"

    def __init__(self, *, most: int = LONGEST_TEXT, **rest: Any) -> None:
        self.most = most
        super().__init__(**rest)

    def read(self, value: Any) -> dict[str, str]:
        around = surroundings()
        by_language = value if isinstance(value, Mapping) else {around.language: value}
        unknown = [tag for tag in by_language if tag not in around.languages]
        if unknown:
            right = "the channel's languages are: " + ", ".join(around.languages)
            raise Wrong(f"`{unknown[0]}` is not a language of the channel", right)
        if around.language not in by_language:
            raise Wrong(f"has no `{around.language}`, the channel's language", f"add `{around.language}: …`")
        return {tag: self.words(text) for tag, text in by_language.items()}

    def words(self, value: Any) -> str:
        """One language's text."""
        text = plain(value, "a text")
        if len(text) > self.most:
            raise Wrong(f"has {len(text)} characters", f"at most {self.most}")
        return text

    def write(self, value: dict[str, str]) -> Any:
        language = surroundings().language
        return value[language] if list(value) == [language] else dict(sorted(value.items()))


class Markdown(Text):
    """A text in Markdown; its pictures are files of the pack."""

    def words(self, value: Any) -> str:
        return with_stored_pictures(super().words(value))

    def write(self, value: dict[str, str]) -> Any:
        return super().write({tag: with_pack_pictures(text) for tag, text in value.items()})


def with_stored_pictures(text: str) -> str:
    """Markdown whose pictures are files of the pack → the same with their open addresses."""
    folder = surroundings().folder
    if folder is None:
        return text
    return _PICTURE_IN_MARKDOWN.sub(lambda found: found[1] + folder.take(found[2], "picture"), text)


def with_pack_pictures(text: str) -> str:
    """The opposite of `with_stored_pictures`."""
    names = surroundings().file_names
    return _STORED_IN_MARKDOWN.sub(lambda found: found[1] + names.get(found[2], found[2]), text)


class PackFile(Value):
    """A picture, font or film of the pack → its open address."""

    def __init__(self, kind: str = "picture", **rest: Any) -> None:
        self.kind = kind
        self.like = {"picture": "`pictures/NAME.svg`", "font": "`fonts/NAME.woff2`"}.get(kind, "`NAME.mp4`")
        super().__init__(**rest)

    def read(self, value: Any) -> str:
        folder = surroundings().folder
        name = plain(value, self.like)
        return folder.take(name, self.kind) if folder else name

    def write(self, value: str) -> str:
        return surroundings().file_names.get(value, value)
