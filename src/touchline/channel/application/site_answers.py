"""What the web app starts from, in one language (api.md, keys and start-up; product.md §7, "Channel
data")."""

from collections.abc import Callable, Sequence
from typing import Any

from touchline.channel.domain.channel import Channel
from touchline.channel.domain.content import Action, MenuItem, Page, Popup, Preroll, Question, Slide
from touchline.channel.ports.channels import Channels
from touchline.channel.ports.contents import Contents
from touchline.shared.text import LocalText

Answer = dict[str, Any]
Url = Callable[[str | None], str | None]


class SiteAnswers:
    """Answers about the channel of the present transaction. `url` makes the address of an open file."""

    def __init__(self, channels: Channels, contents: Contents, url: Url) -> None:
        self._channels = channels
        self._contents = contents
        self._url = url

    def settings(self, language: str) -> Answer:
        """Settings of the channel under the spec's names, its static blocks, routes and pre-rolls."""
        channel = self._channels.present()
        said = channel.settings
        return {
            "slug": channel.slug,
            "name": channel.name,
            "short_name": channel.short_name or channel.name,
            "tagline": channel.say(channel.tagline, language),
            "language": channel.language,
            "languages": list(channel.languages),
            "currency": channel.currency,
            "time_zone": channel.time_zone,
            "logo": self._url(channel.logo),
            "favicon": self._url(channel.favicon),
            "share_picture": self._url(channel.share_picture),
            "google-analytics": {"google-tag": said["google_tag"]},
            "yare-analytics": {
                "yare-analytics-key": said["analytics_key"],
                "consent": said.get("analytics_consent", "ask"),
            },
            "auth": {"remote_auth": said["remote_auth"]},
            "preroll_suppress_minutes": said["preroll_suppress_minutes"],
            "storage_prefix": f"touchline.{channel.slug}.",
            "home": said["home"],
            "default_view": said["default_view"],
            "contact_days": said["contact_days"],
            "static_blocks": {
                key: self._block(channel, block, language) for key, block in channel.static_blocks.items()
            },
            "routes": channel.routes,
            "prerolls": self.prerolls(language),
        }

    def color_settings(self) -> Answer:
        """Colours, type and display settings: the channel's block of the design tokens."""
        channel = self._channels.present()
        theme = {name: value for name, value in channel.theme.items() if name not in ("scheme", "fonts")}
        fonts = [
            {name: font.get(name) for name in ("family", "weight", "stretch")}
            | {"url": self._url(font["file"])}
            for font in channel.theme.get("fonts", [])
        ]
        scheme = channel.theme.get("scheme", "dark")
        return {"scheme": scheme, "colors": channel.colors, "theme": theme, "fonts": fonts}

    def menu(self, language: str) -> list[Answer]:
        """The menu as a tree, in the order of the pack."""
        return self._menu(self._contents.list(Page), language)

    def slides(self, language: str, kind: str | None = None) -> list[Answer]:
        """Slides by weight (heavy first), all or of one type (main, category, participant, group)."""
        channel = self._channels.present()
        slides = sorted(self._contents.list(Slide), key=lambda slide: -slide.weight)
        return [self._slide(channel, slide, language) for slide in slides if kind in (None, slide.type)]

    def pages(self, language: str) -> list[Answer]:
        """The content pages, without their text."""
        return self._pages(self._contents.list(Page), language)

    def page(self, page_id: int, language: str) -> Answer:
        """One content page with its `html`; `NotFound`."""
        channel = self._channels.present()
        page = self._contents.find(Page, page_id)
        html = self._html(channel.say(page.html, language))
        return {**_page(channel, page, language), "html": html}

    def faq(self, language: str) -> list[Answer]:
        """Questions with their answers as HTML."""
        channel = self._channels.present()
        return [
            {
                "id": entry.id,
                "group": channel.say(entry.group, language) or None,
                "question": channel.say(entry.question, language),
                "answer": self._html(channel.say(entry.answer_html, language)),
            }
            for entry in self._contents.list(Question)
        ]

    def popups(self, language: str) -> list[Answer]:
        """Messages over pages; `path` None is every page."""
        channel = self._channels.present()
        return [
            {
                "id": popup.id,
                "key": popup.key,
                "title": channel.say(popup.title, language),
                "html": self._html(channel.say(popup.html, language)),
                "path": popup.path,
                "once": popup.once,
                "action": _action(channel, popup.action, language),
            }
            for popup in self._contents.list(Popup)
        ]

    def prerolls(self, language: str) -> list[Answer]:
        """Films before streams, by weight (heavy first); empty `event_categories` is every category.

        Either `url` is the film, or `vast_url` a tag that names one.
        """
        channel = self._channels.present()
        films = sorted(self._contents.list(Preroll), key=lambda film: -film.weight)
        return [
            {
                "id": film.id,
                "name": channel.say(film.name, language),
                "url": self._url(film.url),
                "vast_url": self._url(film.vast_url),
                "weight": film.weight,
                "location_id": film.location_id,
                "event_categories": film.category_ids,
                "for_vod": film.for_vod,
                "for_live": film.for_live,
                "skip_after": film.skip_after,
                "click_url": film.click_url,
            }
            for film in films
        ]

    def static_data(self, language: str) -> Answer:
        """The channel's custom texts by key."""
        channel = self._channels.present()
        return {"texts": {key: channel.say(text, language) for key, text in channel.texts.items()}}

    def start(self, language: str) -> Answer:
        """The channel's part of the start-up bundle; each kind of content is read once."""
        settings, pages = self.settings(language), self._contents.list(Page)
        return {
            "settings": settings,
            "menu": self._menu(pages, language),
            "slides": self.slides(language),
            "pages": self._pages(pages, language),
            "color_settings": self.color_settings(),
            "faq": self.faq(language),
            "prerolls": settings["prerolls"],
            "static_data": self.static_data(language),
            "popups": self.popups(language),
        }

    def _menu(self, pages: Sequence[Page], language: str) -> list[Answer]:
        channel = self._channels.present()
        addresses = {page.key: page.url for page in pages}
        by_parent: dict[str | None, list[MenuItem]] = {}
        for item in self._contents.list(MenuItem):
            by_parent.setdefault(item.parent, []).append(item)

        def branch(parent: str | None) -> list[Answer]:
            return [
                {
                    "id": item.id,
                    "key": item.key,
                    "label": channel.say(item.label, language),
                    "url": addresses.get(item.page)
                    if item.page
                    else item.url or _KIND_URLS.get(item.kind or ""),
                    "kind": item.kind,
                    "area": item.area,
                    "column": channel.say(item.column, language) or None,
                    "icon": item.icon,
                    "children": branch(item.key),
                }
                for item in by_parent.get(parent, [])
            ]

        return branch(None)

    def _pages(self, pages: Sequence[Page], language: str) -> list[Answer]:
        channel = self._channels.present()
        return [_page(channel, page, language) for page in pages]

    def _slide(self, channel: Channel, slide: Slide, language: str) -> Answer:
        return {
            "id": slide.id,
            "slidable_type": slide.type,
            "slidable_id": slide.of_id,
            "title": channel.say(slide.title, language),
            "line": channel.say(slide.line, language),
            "image": self._url(slide.image),
            "image_tall": self._url(slide.image_tall),
            "event_id": slide.event_id,
            "badge": channel.say(slide.badge, language) or None,
            "action": _action(channel, slide.action, language),
            "second_action": _action(channel, slide.second_action, language),
            "weight": slide.weight,
        }

    def _block(self, channel: Channel, block: Answer, language: str) -> Answer:
        return {
            "title": channel.say(block.get("title"), language),
            "html": self._html(channel.say(block.get("html"), language)),
            "action": _action(channel, block.get("action"), language),
            "image": self._url(block.get("image")),
        }

    def _html(self, html: str) -> str:
        """Pictures in a text are open files; they are found on the media host."""
        host = self._url("/files/") or "/files/"
        return html.replace('src="/files/', f'src="{host}')


_KIND_URLS = {"live": "/live"}


def _page(channel: Channel, page: Page, language: str) -> Answer:
    return {
        "id": page.id,
        "name": channel.say(page.name, language),
        "url": page.url,
        "alt_name": channel.say(page.alt_name, language) or None,
    }


def _action(channel: Channel, action: Action | None, language: str) -> dict[str, str] | None:
    if not action:
        return None
    label: LocalText = action["label"]
    return {"label": channel.say(label, language), "url": action["url"]}
