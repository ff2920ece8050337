"""Letters by Jinja2: words from `letters/<language>.yaml`, one layout for their HTML and one for their text.

A letter's words are templates over its facts and come out as plain text; the layout of the HTML escapes
whatever it is given. So nothing a viewer typed can become markup.
"""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_time, format_timedelta
from babel.numbers import format_currency
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from touchline.channel.adapters.letter_look import look_of
from touchline.channel.domain.channel import Channel
from touchline.channel.ports.letter_texts import LetterText
from touchline.shared.defaults import LANGUAGE
from touchline.shared.money import Money

_FOLDER = Path(__file__).with_name("letters")
_PICTURES = (".png", ".jpg", ".jpeg", ".gif")  # no mail program shows an SVG, and few a WebP
_SPACES = re.compile(r"[^\S\xa0\u202f]+")  # line breaks too, but not the spaces that French keeps together
_LISTS = ("before", "after_rows", "after")


class JinjaLetterTexts:
    """Port `LetterTexts`. `media_host` is where open files are, `""` the site itself."""

    def __init__(self, media_host: str) -> None:
        self._media_host = media_host
        self._layouts = _environment(FileSystemLoader(_FOLDER), autoescape=True)
        self._plain = _environment(FileSystemLoader(_FOLDER), autoescape=False)
        self._template = cache(self._plain.from_string)  # as many as there are texts in the files of words

    def write(
        self, kind: str, language: str, facts: Mapping[str, object], channel: Channel, site: str
    ) -> LetterText:
        """The letter in the language, or in English where there are no words of it."""
        spoken = _spoken(language)
        words = self._words(kind, spoken, {**facts, "channel": channel.name, "site": site}, channel)
        parts = {
            **words,
            "language": spoken,
            "channel": channel.name,
            "site": site,
            "link": facts["link"],
            "stop_link": facts.get("stop_link"),
        }
        logo = self._logo(channel, site)
        html = self._layouts.get_template("layout.html.j2").render(parts, look=look_of(channel), logo=logo)
        text = self._plain.get_template("layout.txt.j2").render(parts)
        return LetterText(str(words["subject"]), html, text)

    def _words(self, kind: str, spoken: str, facts: Mapping[str, object], channel: Channel) -> dict[str, Any]:
        """Every text of the letter with its facts filled in."""
        said, locale = _texts(spoken), Locale.parse(spoken)
        shown = {"locale": locale, "zone": ZoneInfo(channel.time_zone), **facts}
        letter = said["letters"][kind]

        def fill(template: str) -> str:
            return _SPACES.sub(" ", self._template(template).render(shown)).strip(" ")

        common = {name: fill(said[name]) for name in ("hello", "by_hand", "sent_by", "colon")}
        single = {name: fill(value) for name, value in letter.items() if isinstance(value, str)}
        lists = {name: [full for text in letter.get(name, ()) if (full := fill(text))] for name in _LISTS}
        rows = [(name, full) for name, text in letter.get("rows", {}).items() if (full := fill(text))]
        answers = list(facts.get("answers") or ())  # type: ignore[call-overload]
        return {**common, **single, **lists, "rows": rows + answers}

    def _logo(self, channel: Channel, site: str) -> str | None:
        """The logo's address, where mail programs can show it."""
        if not channel.logo or not channel.logo.lower().endswith(_PICTURES):
            return None
        return (self._media_host or site) + channel.logo


def _environment(loader: FileSystemLoader, *, autoescape: bool) -> Environment:
    made = Environment(
        loader=loader,
        autoescape=autoescape,  # noqa: S701 the plain one writes text, which is escaped where it becomes HTML
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(span=_span, moment=_moment, day=_day, country=_country, money=_money)
    return made


@pass_context
def _span(context: Context, length: timedelta) -> str:
    return format_timedelta(length, locale=context["locale"])


@pass_context
def _moment(context: Context, when: datetime) -> str:
    """Day and time in the channel's zone, which is named."""
    local, locale = when.astimezone(context["zone"]), context["locale"]
    return (
        f"{format_date(local, 'long', locale)}, {format_time(local, 'short', locale=locale)} {local.tzname()}"
    )


@pass_context
def _day(context: Context, when: datetime | None) -> str:
    """The day in the channel's zone; nothing where there is none."""
    return format_date(when.astimezone(context["zone"]), "long", context["locale"]) if when else ""


@pass_context
def _money(context: Context, amount: Money | None) -> str:
    """An amount with its currency; nothing where there is none."""
    if amount is None:
        return ""
    return format_currency(Decimal(amount.decimal), amount.currency, locale=context["locale"])


@pass_context
def _country(context: Context, code: str | None) -> str:
    """The country's name; nothing where it is not known."""
    return str(context["locale"].territories.get(code, "")) if code else ""


@cache
def _texts(language: str) -> dict[str, Any]:
    from ruamel.yaml import YAML  # for whoever writes a letter, which is a worker

    said: dict[str, Any] = YAML(typ="safe", pure=True).load(_FOLDER / f"{language}.yaml")
    return said


def _spoken(language: str) -> str:
    """`fr-CA` is content with `fr`, and everybody else with English."""
    plain = language.partition("-")[0].lower()
    return plain if re.fullmatch("[a-z]{2,3}", plain) and (_FOLDER / f"{plain}.yaml").exists() else LANGUAGE
