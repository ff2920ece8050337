"""Taking the channel's part of a pack, and giving it back (docs: channel packs).

A part is what `front.packs` has checked already: texts by language, pictures as paths of open files.
Things of other contexts are named by key there; the caller brings their ids.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from touchline.channel.application.keys import ShowChannelKey
from touchline.channel.domain.channel import Channel
from touchline.channel.domain.content import MenuItem, Page, Popup, Preroll, Question, Slide
from touchline.channel.ports.channels import Channels
from touchline.channel.ports.contents import Contents
from touchline.channel.ports.prose import Prose
from touchline.shared.ids import ChannelId
from touchline.shared.open_files import KEPT_BY_CONTENT
from touchline.shared.text import LocalText

Part = Mapping[str, Any]
Ids = Mapping[str, Mapping[str, int]]
"""Kind (category, participant, group, event, location) → key → id."""


class OpenChannel:
    """Makes the channel of a pack and its key if it is new, so that the contexts have an id to work under."""

    def __init__(self, channels: Channels, show_key: ShowChannelKey) -> None:
        self._channels = channels
        self._show_key = show_key

    def __call__(self, slug: str, name: str) -> ChannelId:
        """The id of the channel of this slug."""
        found = self._channels.by_slug(slug)
        if found:
            return found.id
        channel_id = self._channels.save(Channel(slug, name))
        self._show_key(channel_id)
        return channel_id


class ApplyPack:
    """Puts the pack's part in the place of what the channel of the present transaction says now."""

    def __init__(self, channels: Channels, contents: Contents, prose: Prose) -> None:
        self._channels = channels
        self._contents = contents
        self._prose = prose

    def __call__(self, part: Part, ids: Ids) -> None:
        """Apply `channel, menu, slides, pages, faq, texts, popups, prerolls, routes`.

        `Refused` when a domain belongs to another channel.
        """
        self._channels.save(self._channel(part))
        self._contents.replace(MenuItem, list(_menu(part["menu"], None)))
        self._contents.replace(Slide, [_slide(slide, ids) for slide in part["slides"]])
        self._contents.replace(Page, [Page(html=self._html(page["text"]), **page) for page in part["pages"]])
        self._contents.replace(
            Question, [Question(answer_html=self._html(entry["answer"]), **entry) for entry in part["faq"]]
        )
        self._contents.replace(
            Popup, [Popup(html=self._html(popup["text"]), **popup) for popup in part["popups"]]
        )
        self._contents.replace(Preroll, [_preroll(film, ids) for film in part["prerolls"]])

    def _channel(self, part: Part) -> Channel:
        said = dict(part["channel"])
        blocks = {
            key: {**block, "html": self._html(block.get("text"))}
            for key, block in said.pop("static_blocks").items()
        }
        said["domains"], said["languages"] = tuple(said["domains"]), tuple(said["languages"])
        return Channel(
            id=self._channels.present().id,
            static_blocks=blocks,
            routes=list(part["routes"]),
            texts=dict(part["texts"]),
            **said,
        )

    def _html(self, markdown: LocalText | None) -> LocalText:
        return {language: self._prose.html(text) for language, text in (markdown or {}).items()}


class ExportPack:
    """Says the channel of the present transaction as the part that would make it again."""

    def __init__(self, channels: Channels, contents: Contents) -> None:
        self._channels = channels
        self._contents = contents

    def __call__(self) -> dict[str, Any]:
        """The part, in the form `ApplyPack` takes."""
        channel = self._channels.present()
        said = dict(vars(channel))
        del said["id"], said["calendar_domain"]
        said["domains"], said["languages"] = list(channel.domains), list(channel.languages)
        said["static_blocks"] = {key: _without(block, "html") for key, block in said["static_blocks"].items()}
        return {
            "routes": said.pop("routes"),
            "texts": said.pop("texts"),
            "channel": said,
            "menu": self._menu(),
            "slides": [
                _without(vars(slide), "id", "of_id", "event_id") for slide in self._contents.list(Slide)
            ],
            "pages": [_without(vars(page), "id", "html") for page in self._contents.list(Page)],
            "faq": [_without(vars(entry), "id", "answer_html") for entry in self._contents.list(Question)],
            "popups": [_without(vars(popup), "id", "html") for popup in self._contents.list(Popup)],
            "prerolls": [_exported_film(film) for film in self._contents.list(Preroll)],
        }

    def _menu(self) -> list[dict[str, Any]]:
        items = self._contents.list(MenuItem)

        def branch(parent: str | None) -> list[dict[str, Any]]:
            return [
                {**_without(vars(item), "id", "parent"), "children": branch(item.key)}
                for item in items
                if item.parent == parent
            ]

        return branch(None)


def _menu(items: list[dict[str, Any]], parent: str | None) -> Iterator[MenuItem]:
    for item in items:
        yield MenuItem(parent=parent, **_without(item, "children"))
        yield from _menu(item.get("children") or [], item["key"])


def _slide(slide: dict[str, Any], ids: Ids) -> Slide:
    of_id = ids[slide["type"]][slide["of"]] if slide.get("of") else None
    event_id = ids["event"][slide["event"]] if slide.get("event") else None
    return Slide(of_id=of_id, event_id=event_id, **slide)


def _preroll(film: dict[str, Any], ids: Ids) -> Preroll:
    return Preroll(
        url=film["url"] or film["file"],
        vast_url=film["vast"],
        location_id=ids["location"][film["location"]] if film.get("location") else None,
        category_ids=[ids["category"][key] for key in film["categories"]],
        **_without(film, "url", "file", "vast"),
    )


def _exported_film(film: Preroll) -> dict[str, Any]:
    own = film.url is not None and KEPT_BY_CONTENT.fullmatch(film.url)
    address = {"url": None, "file": film.url} if own else {"url": film.url, "file": None}
    said = _without(vars(film), "id", "location_id", "category_ids", "vast_url")
    return {**said, **address, "vast": film.vast_url}


def _without(values: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}
