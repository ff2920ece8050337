"""Import and export of the channel's part of a pack (docs: channel packs).

`front.packs` has already validated a part: texts by language, images as paths of public files. It names items
of other contexts by key. The caller passes their ids.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from touchline.channel.application.site.keys import GetChannelKey
from touchline.channel.domain.site.channel import Channel
from touchline.channel.domain.site.content import MenuItem, Page, Popup, Preroll, Question, Slide, Sponsor
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.site.contents import Contents
from touchline.channel.ports.site.markdown import MarkdownRenderer
from touchline.shared.files.public_paths import CONTENT_ADDRESSED_PATH
from touchline.shared.ids import ChannelId
from touchline.shared.strings.localized import LocalText

ChannelPart = Mapping[str, Any]
IdsByKind = Mapping[str, Mapping[str, int]]
"""Maps kind (category, participant, group, event, location) → key → id."""


class EnsureChannel:
    """Use case that creates a pack's channel and key if they do not exist, so that other contexts have an
    id."""

    def __init__(self, channels: Channels, get_channel_key: GetChannelKey) -> None:
        self._channels = channels
        self._get_channel_key = get_channel_key

    def __call__(self, slug: str, name: str) -> ChannelId:
        """Return the id of the channel with this slug."""
        existing_channel = self._channels.get_by_slug(slug)
        if existing_channel:
            return existing_channel.id
        channel_id = self._channels.save(Channel(slug, name))
        self._get_channel_key(channel_id)
        return channel_id


class ApplyPack:
    """Use case that replaces the current channel's data with the part of a pack."""

    def __init__(self, channels: Channels, contents: Contents, markdown_renderer: MarkdownRenderer) -> None:
        self._channels = channels
        self._contents = contents
        self._markdown_renderer = markdown_renderer

    def __call__(self, part: ChannelPart, ids: IdsByKind) -> None:
        """Apply `channel, menu, slides, pages, faq, texts, popups, sponsors, prerolls, routes`.

        Raises `RefusedError` if a domain belongs to another channel.
        """
        self._channels.save(self._build_channel(part))
        self._contents.replace(MenuItem, list(_flatten_menu(part["menu"], None)))
        self._contents.replace(Slide, [_build_slide(slide, ids) for slide in part["slides"]])
        self._contents.replace(
            Page, [Page(html=self._render_html(page["text"]), **page) for page in part["pages"]]
        )
        self._contents.replace(
            Question,
            [Question(answer_html=self._render_html(entry["answer"]), **entry) for entry in part["faq"]],
        )
        self._contents.replace(
            Popup, [Popup(html=self._render_html(popup["text"]), **popup) for popup in part["popups"]]
        )
        self._contents.replace(Sponsor, [Sponsor(**sponsor) for sponsor in part["sponsors"]])
        self._contents.replace(Preroll, [_build_preroll(preroll, ids) for preroll in part["prerolls"]])

    def _build_channel(self, part: ChannelPart) -> Channel:
        data = dict(part["channel"])
        blocks = {
            key: {**block, "html": self._render_html(block.get("text"))}
            for key, block in data.pop("static_blocks").items()
        }
        data["domains"], data["languages"] = tuple(data["domains"]), tuple(data["languages"])
        return Channel(
            id=self._channels.get_current().id,
            static_blocks=blocks,
            routes=list(part["routes"]),
            texts=dict(part["texts"]),
            **data,
        )

    def _render_html(self, markdown: LocalText | None) -> LocalText:
        return {language: self._markdown_renderer.render(text) for language, text in (markdown or {}).items()}


class ExportPack:
    """Use case that exports the current channel as the part of a pack that recreates it."""

    def __init__(self, channels: Channels, contents: Contents) -> None:
        self._channels = channels
        self._contents = contents

    def __call__(self) -> dict[str, Any]:
        """Return the part in the format of `ApplyPack`."""
        channel = self._channels.get_current()
        data = dict(vars(channel))
        del data["id"], data["calendar_domain"]
        data["domains"], data["languages"] = list(channel.domains), list(channel.languages)
        data["static_blocks"] = {key: _omit(block, "html") for key, block in data["static_blocks"].items()}
        return {
            "routes": data.pop("routes"),
            "texts": data.pop("texts"),
            "channel": data,
            "menu": self._build_menu(),
            "slides": [_omit(vars(slide), "id", "of_id", "event_id") for slide in self._contents.list(Slide)],
            "pages": [_omit(vars(page), "id", "html") for page in self._contents.list(Page)],
            "faq": [_omit(vars(entry), "id", "answer_html") for entry in self._contents.list(Question)],
            "popups": [_omit(vars(popup), "id", "html") for popup in self._contents.list(Popup)],
            "sponsors": [_omit(vars(sponsor), "id") for sponsor in self._contents.list(Sponsor)],
            "prerolls": [_export_preroll(preroll) for preroll in self._contents.list(Preroll)],
        }

    def _build_menu(self) -> list[dict[str, Any]]:
        items = self._contents.list(MenuItem)

        def build_branch(parent: str | None) -> list[dict[str, Any]]:
            return [
                {**_omit(vars(item), "id", "parent"), "children": build_branch(item.key)}
                for item in items
                if item.parent == parent
            ]

        return build_branch(None)


def _flatten_menu(items: list[dict[str, Any]], parent: str | None) -> Iterator[MenuItem]:
    for item in items:
        yield MenuItem(parent=parent, **_omit(item, "children"))
        yield from _flatten_menu(item.get("children") or [], item["key"])


def _build_slide(slide: dict[str, Any], ids: IdsByKind) -> Slide:
    of_id = ids[slide["type"]][slide["of"]] if slide.get("of") else None
    event_id = ids["event"][slide["event"]] if slide.get("event") else None
    return Slide(of_id=of_id, event_id=event_id, **slide)


def _build_preroll(preroll: dict[str, Any], ids: IdsByKind) -> Preroll:
    return Preroll(
        url=preroll["url"] or preroll["file"],
        vast_url=preroll["vast"],
        location_id=ids["location"][preroll["location"]] if preroll.get("location") else None,
        category_ids=[ids["category"][key] for key in preroll["categories"]],
        **_omit(preroll, "url", "file", "vast"),
    )


def _export_preroll(preroll: Preroll) -> dict[str, Any]:
    is_uploaded = preroll.url is not None and CONTENT_ADDRESSED_PATH.fullmatch(preroll.url)
    source = {"url": None, "file": preroll.url} if is_uploaded else {"url": preroll.url, "file": None}
    data = _omit(vars(preroll), "id", "location_id", "category_ids", "vast_url")
    return {**data, **source, "vast": preroll.vast_url}


def _omit(values: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}
