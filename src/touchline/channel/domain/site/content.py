"""Content of a channel's site: menu, slides, pages, FAQ, popups, sponsors, pre-rolls (product.md §3).

Each item has a `key` that stays the same when a pack is applied again. `id` is the number in the API. It is 0
before the item is saved.
"""

from dataclasses import dataclass, field
from typing import Any

from touchline.shared.strings.localized import LocalText

Action = dict[str, Any]
"""A button: `{label: LocalText, url: str}`."""


@dataclass(frozen=True)
class MenuItem:
    """An item of the header or footer menu.

    It links to a `url` or to a `page` by key, or lists a `kind`.
    """

    key: str
    label: LocalText
    parent: str | None = None
    url: str | None = None
    page: str | None = None
    kind: str | None = None
    area: str = "header"
    column: LocalText | None = None
    icon: str | None = None
    id: int = 0


@dataclass(frozen=True)
class Slide:
    """A slide of the home page, or of a category, participant, or group.

    `of` is the key of the category, participant, or group. `of_id` is its id. A slide without an image shows
    the pictures of its event.
    """

    key: str
    type: str
    title: LocalText
    image: str | None
    of: str | None = None
    of_id: int | None = None
    line: LocalText | None = None
    image_tall: str | None = None
    event: str | None = None
    event_id: int | None = None
    badge: LocalText | None = None
    action: Action | None = None
    second_action: Action | None = None
    weight: int = 0
    id: int = 0


@dataclass(frozen=True)
class Page:
    """A content page with its own path. `text` is Markdown and `html` is the sanitized result."""

    key: str
    name: LocalText
    url: str
    text: LocalText
    html: LocalText
    alt_name: LocalText | None = None
    id: int = 0


@dataclass(frozen=True)
class Question:
    """An FAQ entry. `answer` is Markdown and `answer_html` is the rendered result."""

    key: str
    question: LocalText
    answer: LocalText
    answer_html: LocalText
    group: LocalText | None = None
    id: int = 0


@dataclass(frozen=True)
class Popup:
    """A message over a page, shown once or on every visit."""

    key: str
    title: LocalText
    text: LocalText
    html: LocalText
    path: str | None = None
    once: bool = True
    action: Action | None = None
    id: int = 0


@dataclass(frozen=True)
class Sponsor:
    """A business that pays for pre-rolls.

    `url` is its website and `email` its contact. A viewer sees its pre-rolls at most `daily_cap` times in a
    day; None sets no limit. The pre-rolls of an archived sponsor do not play, and its figures are kept.
    """

    key: str
    name: LocalText
    logo: str | None = None
    url: str | None = None
    email: str | None = None
    daily_cap: int | None = None
    archived: bool = False
    id: int = 0


@dataclass(frozen=True)
class Preroll:
    """An ad before a stream. It may be limited to a location and to categories (product.md §5).

    Either `url` is the video, or `vast_url` is a VAST 4 tag that names one. `name` says whose ad it is.
    `sponsor` is the key of the sponsor who pays for it. A pre-roll without one is a house ad of the channel.
    """

    key: str
    url: str | None = None
    vast_url: str | None = None
    name: LocalText | None = None
    weight: int = 1
    location: str | None = None
    location_id: int | None = None
    categories: list[str] = field(default_factory=list)
    category_ids: list[int] = field(default_factory=list)
    for_vod: bool = True
    for_live: bool = True
    skip_after: int | None = None
    click_url: str | None = None
    sponsor: str | None = None
    id: int = 0


Content = MenuItem | Slide | Page | Question | Popup | Sponsor | Preroll
