"""A channel: one branded site, its texts and settings (product.md §3, "Channel settings")."""

from dataclasses import dataclass, field
from typing import Any

from touchline.shared.defaults import CURRENCY, LANGUAGE
from touchline.shared.geo import GeoRule
from touchline.shared.ids import ChannelId
from touchline.shared.text import LocalText, choose_language, pick

NEW = ChannelId(0)


@dataclass
class Channel:
    """Who the site is. `id` 0 stands for one that is not kept yet.

    `settings`, `theme` and `static_blocks` have the names of a pack's `channel.yaml`; pictures are paths
    of open files (`/files/…`); texts are by language, HTML made from Markdown when a pack is applied.
    """

    slug: str
    name: str
    id: ChannelId = NEW
    short_name: str = ""
    tagline: LocalText | None = None
    domains: tuple[str, ...] = ()
    language: str = LANGUAGE
    languages: tuple[str, ...] = (LANGUAGE,)
    currency: str = CURRENCY
    time_zone: str = "UTC"
    logo: str | None = None
    favicon: str | None = None
    share_picture: str | None = None
    colors: dict[str, str] = field(default_factory=dict)
    theme: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    static_blocks: dict[str, Any] = field(default_factory=dict)
    routes: list[dict[str, str]] = field(default_factory=list)
    texts: dict[str, LocalText] = field(default_factory=dict)

    @property
    def geo(self) -> GeoRule:
        """From where the channel may be watched."""
        rule = self.settings.get("geo") or {}
        return GeoRule(tuple(rule.get("allow", ())), tuple(rule.get("block", ())))

    @property
    def ad_origins(self) -> tuple[str, ...]:
        """From where a page of the channel may fetch ads; on this machine without https."""
        local = ("127.0.0.1", "localhost")
        hosts = self.settings.get("ad_hosts") or ()
        return tuple(f"{'http' if host.startswith(local) else 'https'}://{host}" for host in hosts)

    @property
    def local_domain(self) -> str:
        """The name that reaches the channel on this machine: the first domain below `.localhost` (RFC 6761),
        or `{slug}.localhost`, which answers in development without being listed."""
        return next((name for name in self.domains if name.endswith(".localhost")), f"{self.slug}.localhost")

    def site(self, pattern: str, asked: str = "") -> str:
        """Return the address of the channel's site.

        `pattern` has `{host}`, the channel's first domain, or `{localhost}`, its `local_domain`. Either is
        `asked` instead where that is one of the channel's domains.
        """
        first = self.domains[0] if self.domains else asked or "localhost"
        own = asked if asked in self.domains else ""
        return pattern.replace("{host}", own or first).replace("{localhost}", own or self.local_domain)

    def language_for(self, wanted: str | None, accept_language: str | None) -> str:
        """The language of an answer: `lang`, then Accept-Language, then the channel's own."""
        return choose_language(wanted, accept_language, self.languages, self.language)

    def say(self, text: LocalText | None, language: str) -> str:
        """A text in a language, else in the channel's own."""
        return pick(text, language, self.language)
