"""Startup data of the web app in one language (api.md, keys and start-up; product.md §7, "Channel data")."""

from collections.abc import Callable, Sequence
from typing import Any

from touchline.channel.domain.site.channel import Channel
from touchline.channel.domain.site.content import Action, MenuItem, Page, Popup, Preroll, Question, Slide
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.site.contents import Contents
from touchline.channel.ports.site.slide_events import SlideEvent, SlideEvents
from touchline.shared.strings.localized import LocalText

JsonObject = dict[str, Any]
UrlBuilder = Callable[[str | None], str | None]


class SiteSerializer:
    """Serializer of the current channel.

    `url` builds the URL of a public file. `get_slide_events` returns the port: its context uses this one.
    """

    def __init__(
        self,
        channels: Channels,
        contents: Contents,
        url: UrlBuilder,
        get_slide_events: Callable[[], SlideEvents],
    ) -> None:
        self._channels = channels
        self._contents = contents
        self._url = url
        self._get_slide_events = get_slide_events

    def build_url(self, path: str | None) -> str | None:
        """Return the URL of a public file, or None."""
        return self._url(path)

    def settings(self, language: str) -> JsonObject:
        """Return the settings with the spec's names, plus static blocks, routes, and pre-rolls."""
        channel = self._channels.get_current()
        settings_data = channel.settings
        return {
            "slug": channel.slug,
            "name": channel.name,
            "short_name": channel.short_name or channel.name,
            "tagline": channel.localize(channel.tagline, language),
            "language": channel.language,
            "languages": list(channel.languages),
            "currency": channel.currency,
            "time_zone": channel.time_zone,
            "logo": self._url(channel.logo),
            "favicon": self._url(channel.favicon),
            "share_picture": self._url(channel.share_picture),
            "google-analytics": {"google-tag": settings_data["google_tag"]},
            "yare-analytics": {
                "yare-analytics-key": settings_data["analytics_key"],
                "consent": settings_data.get("analytics_consent", "ask"),
            },
            "google_cast": bool(settings_data.get("google_cast")),
            "auth": {
                "remote_auth": settings_data["remote_auth"],
                "single_sign_on": channel.single_sign_on.name if channel.single_sign_on else None,
            },
            "preroll_suppress_minutes": settings_data["preroll_suppress_minutes"],
            "storage_prefix": f"touchline.{channel.slug}.",
            "home": settings_data["home"],
            "default_view": settings_data["default_view"],
            "contact_days": settings_data["contact_days"],
            "static_blocks": {
                key: self._serialize_block(channel, block, language)
                for key, block in channel.static_blocks.items()
            },
            "routes": channel.routes,
            "prerolls": self.prerolls(language),
        }

    def color_settings(self) -> JsonObject:
        """Return colors, fonts, and display settings: the channel's block of the design tokens."""
        channel = self._channels.get_current()
        theme = {name: value for name, value in channel.theme.items() if name not in ("scheme", "fonts")}
        fonts = [
            {name: font.get(name) for name in ("family", "weight", "stretch")}
            | {"url": self._url(font["file"])}
            for font in channel.theme.get("fonts", [])
        ]
        scheme = channel.theme.get("scheme", "dark")
        return {"scheme": scheme, "colors": channel.colors, "theme": theme, "fonts": fonts}

    def menu(self, language: str) -> list[JsonObject]:
        """Return the menu as a tree, in the order of the pack."""
        return self._serialize_menu(self._contents.list(Page), language)

    def slides(self, language: str, kind: str | None = None) -> list[JsonObject]:
        """List slides, highest weight first, optionally of one type (main, category, participant, group).

        A slide without an image has the pictures of its event, and the teams that a matchup is drawn of.
        """
        channel = self._channels.get_current()
        slides = [
            slide
            for slide in sorted(self._contents.list(Slide), key=lambda slide: -slide.weight)
            if kind in (None, slide.type)
        ]
        event_ids = {slide.event_id for slide in slides if slide.event_id and not slide.image}
        events = self._get_slide_events()(event_ids, language) if event_ids else {}
        return [
            self._serialize_slide(channel, slide, events.get(slide.event_id or 0, SlideEvent()), language)
            for slide in slides
        ]

    def pages(self, language: str) -> list[JsonObject]:
        """List the content pages without their text."""
        return self._serialize_pages(self._contents.list(Page), language)

    def page(self, page_id: int, language: str) -> JsonObject:
        """Return a content page with its `html`. Raises `NotFoundError`."""
        channel = self._channels.get_current()
        page = self._contents.get(Page, page_id)
        html = self._absolutize_images(channel.localize(page.html, language))
        return {**_serialize_page(channel, page, language), "html": html}

    def faq(self, language: str) -> list[JsonObject]:
        """List the questions with their answers as HTML."""
        channel = self._channels.get_current()
        return [
            {
                "id": entry.id,
                "group": channel.localize(entry.group, language) or None,
                "question": channel.localize(entry.question, language),
                "answer": self._absolutize_images(channel.localize(entry.answer_html, language)),
            }
            for entry in self._contents.list(Question)
        ]

    def popups(self, language: str) -> list[JsonObject]:
        """List the messages over pages. `path` is None for every page."""
        channel = self._channels.get_current()
        return [
            {
                "id": popup.id,
                "key": popup.key,
                "title": channel.localize(popup.title, language),
                "html": self._absolutize_images(channel.localize(popup.html, language)),
                "path": popup.path,
                "once": popup.once,
                "action": _serialize_action(channel, popup.action, language),
            }
            for popup in self._contents.list(Popup)
        ]

    def prerolls(self, language: str) -> list[JsonObject]:
        """List pre-rolls, highest weight first. An empty `event_categories` matches every category.

        Either `url` is the video, or `vast_url` is a tag that names one.
        """
        channel = self._channels.get_current()
        prerolls = sorted(self._contents.list(Preroll), key=lambda preroll: -preroll.weight)
        return [
            {
                "id": preroll.id,
                "key": preroll.key,
                "name": channel.localize(preroll.name, language),
                "url": self._url(preroll.url),
                "vast_url": self._url(preroll.vast_url),
                "weight": preroll.weight,
                "location_id": preroll.location_id,
                "event_categories": preroll.category_ids,
                "for_vod": preroll.for_vod,
                "for_live": preroll.for_live,
                "skip_after": preroll.skip_after,
                "click_url": preroll.click_url,
                "sponsor": preroll.sponsor,
            }
            for preroll in prerolls
        ]

    def static_data(self, language: str) -> JsonObject:
        """Return the channel's custom texts, by key."""
        channel = self._channels.get_current()
        return {"texts": {key: channel.localize(text, language) for key, text in channel.texts.items()}}

    def get_startup_data(self, language: str) -> JsonObject:
        """Return the channel's part of the startup bundle. Each kind of content is read once."""
        settings, pages = self.settings(language), self._contents.list(Page)
        return {
            "settings": settings,
            "menu": self._serialize_menu(pages, language),
            "slides": self.slides(language),
            "pages": self._serialize_pages(pages, language),
            "color_settings": self.color_settings(),
            "faq": self.faq(language),
            "prerolls": settings["prerolls"],
            "static_data": self.static_data(language),
            "popups": self.popups(language),
        }

    def _serialize_menu(self, pages: Sequence[Page], language: str) -> list[JsonObject]:
        channel = self._channels.get_current()
        page_urls = {page.key: page.url for page in pages}
        by_parent: dict[str | None, list[MenuItem]] = {}
        for item in self._contents.list(MenuItem):
            by_parent.setdefault(item.parent, []).append(item)

        def build_branch(parent: str | None) -> list[JsonObject]:
            return [
                {
                    "id": item.id,
                    "key": item.key,
                    "label": channel.localize(item.label, language),
                    "url": page_urls.get(item.page)
                    if item.page
                    else item.url or _KIND_URLS.get(item.kind or ""),
                    "kind": item.kind,
                    "area": item.area,
                    "column": channel.localize(item.column, language) or None,
                    "icon": item.icon,
                    "children": build_branch(item.key),
                }
                for item in by_parent.get(parent, [])
            ]

        return build_branch(None)

    def _serialize_pages(self, pages: Sequence[Page], language: str) -> list[JsonObject]:
        channel = self._channels.get_current()
        return [_serialize_page(channel, page, language) for page in pages]

    def _serialize_slide(
        self, channel: Channel, slide: Slide, event: SlideEvent, language: str
    ) -> JsonObject:
        return {
            "id": slide.id,
            "slidable_type": slide.type,
            "slidable_id": slide.of_id,
            "title": channel.localize(slide.title, language),
            "line": channel.localize(slide.line, language),
            "image": self._url(slide.image) or event.wide,
            "image_tall": self._url(slide.image_tall) or event.tall,
            "matchup": _serialize_matchup(event),
            "event_id": slide.event_id,
            "badge": channel.localize(slide.badge, language) or None,
            "action": _serialize_action(channel, slide.action, language),
            "second_action": _serialize_action(channel, slide.second_action, language),
            "weight": slide.weight,
        }

    def _serialize_block(self, channel: Channel, block: JsonObject, language: str) -> JsonObject:
        return {
            "title": channel.localize(block.get("title"), language),
            "html": self._absolutize_images(channel.localize(block.get("html"), language)),
            "action": _serialize_action(channel, block.get("action"), language),
            "image": self._url(block.get("image")),
        }

    def _absolutize_images(self, html: str) -> str:
        """Return the HTML with image paths of public files replaced by URLs of the media host."""
        host = self._url("/files/") or "/files/"
        return html.replace('src="/files/', f'src="{host}')


_KIND_URLS = {"live": "/live"}


def _serialize_matchup(event: SlideEvent) -> JsonObject | None:
    if event.teams is None:
        return None
    away, home = (
        {
            "short_name": team.short_name,
            "color": team.color,
            "color_2": team.color_2,
            "images": {"logo": team.logo},
        }
        for team in event.teams
    )
    return {"sport": event.sport, "away": away, "home": home}


def _serialize_page(channel: Channel, page: Page, language: str) -> JsonObject:
    return {
        "id": page.id,
        "name": channel.localize(page.name, language),
        "url": page.url,
        "alt_name": channel.localize(page.alt_name, language) or None,
    }


def _serialize_action(channel: Channel, action: Action | None, language: str) -> dict[str, str] | None:
    if not action:
        return None
    label: LocalText = action["label"]
    return {"label": channel.localize(label, language), "url": action["url"]}
