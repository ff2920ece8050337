"""Emails rendered by Jinja2: texts from `templates/<language>.yaml`, one layout each for HTML and text.

The texts of an email are templates that render to plain text. The HTML layout escapes all variables, so
viewer input can never become markup.
"""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time, format_timedelta
from babel.numbers import format_currency
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from touchline.channel.adapters.email.email_theme import build_theme
from touchline.channel.domain.site.channel import Channel
from touchline.channel.ports.email.email_templates import EmailContent
from touchline.shared.defaults import LANGUAGE
from touchline.shared.money import Money

_FOLDER = Path(__file__).with_name("templates")
_IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif")  # email clients do not show SVG, and few show WebP
_SPACES_PATTERN = re.compile(
    r"[^\S\xa0\u202f]+"
)  # matches line breaks, but not the no-break spaces of French typography
_LIST_FIELDS = ("before", "after_rows", "after")


class JinjaEmailTemplates:
    """Port `EmailTemplates`. `media_host` is the host of public files; `""` means the site itself."""

    def __init__(self, media_host: str) -> None:
        self._media_host = media_host
        self._html_environment = _create_environment(FileSystemLoader(_FOLDER), autoescape=True)
        self._text_environment = _create_environment(FileSystemLoader(_FOLDER), autoescape=False)
        self._compile_template = cache(
            self._text_environment.from_string
        )  # bounded by the number of texts in the language files

    def render(
        self, kind: str, language: str, variables: Mapping[str, object], channel: Channel, site_url: str
    ) -> EmailContent:
        """Return the email in the given language, or in English if there is no translation."""
        supported_language = _supported_language(language)
        texts = self._render_texts(
            kind, supported_language, {**variables, "channel": channel.name, "site": site_url}, channel
        )
        parts = {
            **texts,
            "language": supported_language,
            "channel": channel.name,
            "site": site_url,
            "link": variables["link"],
            "stop_link": variables.get("stop_link"),
        }
        logo = self._logo_url(channel, site_url)
        html = self._html_environment.get_template("layout.html.j2").render(
            parts, look=build_theme(channel), logo=logo
        )
        text = self._text_environment.get_template("layout.txt.j2").render(parts)
        return EmailContent(str(texts["subject"]), html, text)

    def _render_texts(
        self, kind: str, supported_language: str, variables: Mapping[str, object], channel: Channel
    ) -> dict[str, Any]:
        """Return all texts of the email with their variables filled in."""
        definitions, locale = _load_texts(supported_language), Locale.parse(supported_language)
        template_variables = {"locale": locale, "zone": ZoneInfo(channel.time_zone), **variables}
        definition = definitions["emails"][kind]

        def render_text(template: str) -> str:
            return _SPACES_PATTERN.sub(
                " ", self._compile_template(template).render(template_variables)
            ).strip(" ")

        common = {name: render_text(definitions[name]) for name in ("hello", "by_hand", "sent_by", "colon")}
        single = {name: render_text(value) for name, value in definition.items() if isinstance(value, str)}
        lists = {
            name: [rendered for text in definition.get(name, ()) if (rendered := render_text(text))]
            for name in _LIST_FIELDS
        }
        rows = [
            (name, rendered)
            for name, text in definition.get("rows", {}).items()
            if (rendered := render_text(text))
        ]
        lists["before"] += variables.get("paragraphs") or ()  # type: ignore[arg-type]
        form_answers = list(variables.get("answers") or ())  # type: ignore[call-overload]
        return {**common, **single, **lists, "rows": rows + form_answers}

    def _logo_url(self, channel: Channel, site_url: str) -> str | None:
        """Return the logo's URL, or None if email clients cannot show the image."""
        if not channel.logo or not channel.logo.lower().endswith(_IMAGE_SUFFIXES):
            return None
        return (self._media_host or site_url) + channel.logo


def _create_environment(loader: FileSystemLoader, *, autoescape: bool) -> Environment:
    environment = Environment(
        loader=loader,
        autoescape=autoescape,  # noqa: S701 off only for plain text, which the HTML layout escapes
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        span=_format_duration,
        moment=_format_date_time,
        day=_format_day,
        country=_country_name,
        money=_format_money,
        month_day=_format_month_day,
    )
    return environment


@pass_context
def _format_duration(context: Context, duration: timedelta) -> str:
    return format_timedelta(duration, locale=context["locale"])


@pass_context
def _format_date_time(context: Context, when: datetime) -> str:
    """Return the date and time in the channel's time zone, with the zone's name."""
    local, locale = when.astimezone(context["zone"]), context["locale"]
    return (
        f"{format_date(local, 'long', locale)}, {format_time(local, 'short', locale=locale)} {local.tzname()}"
    )


@pass_context
def _format_day(context: Context, when: datetime | None) -> str:
    """Return the date in the channel's time zone, or an empty string for None."""
    return format_date(when.astimezone(context["zone"]), "long", context["locale"]) if when else ""


@pass_context
def _format_money(context: Context, amount: Money | None) -> str:
    """Return the amount with its currency, or an empty string for None."""
    if amount is None:
        return ""
    return format_currency(Decimal(amount.decimal), amount.currency, locale=context["locale"])


@pass_context
def _format_month_day(context: Context, day: str) -> str:
    """Return a day of each year, written as `MM-DD`, in words."""
    return format_skeleton("MMMMd", date.fromisoformat(f"2024-{day}"), locale=context["locale"])


@pass_context
def _country_name(context: Context, code: str | None) -> str:
    """Return the country's name, or an empty string if it is unknown."""
    return str(context["locale"].territories.get(code, "")) if code else ""


@cache
def _load_texts(language: str) -> dict[str, Any]:
    from ruamel.yaml import YAML  # needed only to write emails, which workers do

    definitions: dict[str, Any] = YAML(typ="safe", pure=True).load(_FOLDER / f"{language}.yaml")
    return definitions


def _supported_language(language: str) -> str:
    """Return the base language if it is supported (`fr` for `fr-CA`), otherwise English."""
    base_language = language.partition("-")[0].lower()
    return (
        base_language
        if re.fullmatch("[a-z]{2,3}", base_language) and (_FOLDER / f"{base_language}.yaml").exists()
        else LANGUAGE
    )
