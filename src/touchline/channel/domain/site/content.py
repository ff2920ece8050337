"""What a channel shows around its catalogue: menu, slides, pages, questions, pop-ups, pre-rolls
(product.md §3).

Each has a `key`, its identity over applies of a pack; `id` is the number the API shows, 0 before it is kept.
"""

from dataclasses import dataclass, field
from typing import Any

from touchline.shared.strings.localized import LocalText

Action = dict[str, Any]
"""A button: `{label: LocalText, url: str}`."""


@dataclass(frozen=True)
class MenuItem:
    """An entry of the header's or footer's menu; it leads to a `url`, to a `page` by key, or lists a
    `kind`."""

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
    """A slide of the home page, or of the category, participant or group that `of` names by key, `of_id`
    by id."""

    key: str
    type: str
    title: LocalText
    image: str
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
    """A content page at its own path; `text` is Markdown, `html` what was made of it and sanitised."""

    key: str
    name: LocalText
    url: str
    text: LocalText
    html: LocalText
    alt_name: LocalText | None = None
    id: int = 0


@dataclass(frozen=True)
class Question:
    """An entry of the FAQ; `answer` is Markdown, `answer_html` what was made of it."""

    key: str
    question: LocalText
    answer: LocalText
    answer_html: LocalText
    group: LocalText | None = None
    id: int = 0


@dataclass(frozen=True)
class Popup:
    """A message over a page, shown once or each time."""

    key: str
    title: LocalText
    text: LocalText
    html: LocalText
    path: str | None = None
    once: bool = True
    action: Action | None = None
    id: int = 0


@dataclass(frozen=True)
class Preroll:
    """A film before a stream; it matches a location and categories where those are set (product.md §5).

    Either `url` is the film or `vast_url` a tag that names one (VAST 4); `name` says whose it is.
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
    id: int = 0


Content = MenuItem | Slide | Page | Question | Popup | Preroll
