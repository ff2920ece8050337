"""A channel: one branded site, its texts and settings (product.md §3, "Channel settings")."""

from dataclasses import dataclass, field
from typing import Any

from touchline.channel.domain.site.single_sign_on import SingleSignOn
from touchline.shared.defaults import CURRENCY, LANGUAGE
from touchline.shared.geo import GeoRule
from touchline.shared.ids import ChannelId
from touchline.shared.site_urls import SiteUrls
from touchline.shared.strings.localized import LocalText, choose_language, localize

UNSAVED_ID = ChannelId(0)


@dataclass
class Channel:
    """A branded site.

    `id` is 0 before the channel is saved. `settings`, `theme`, and `static_blocks` use the names of a pack's
    `channel.yaml`. Images are paths of public files (`/files/…`). Texts are stored by language. HTML is
    rendered from Markdown when a pack is applied.
    """

    slug: str
    name: str
    id: ChannelId = UNSAVED_ID
    short_name: str = ""
    tagline: LocalText | None = None
    domains: tuple[str, ...] = ()
    calendar_domain: str = field(default="", compare=False)
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
        """Return the rule for the countries in which the channel is available."""
        return GeoRule.from_dict(self.settings.get("geo"))

    @property
    def operators_need_second_factor(self) -> bool:
        """Return whether operators may use the studio only with a second factor."""
        return bool(self.settings.get("operators_need_second_factor"))

    @property
    def single_sign_on(self) -> SingleSignOn | None:
        """Return the provider with which operators log in, or None."""
        return SingleSignOn.from_settings(self.settings.get("single_sign_on"))

    @property
    def ad_origins(self) -> tuple[str, ...]:
        """Return the origins from which the channel's pages may load ads. Local hosts use http."""
        local = ("127.0.0.1", "localhost")
        hosts = self.settings.get("ad_hosts") or ()
        return tuple(f"{'http' if host.startswith(local) else 'https'}://{host}" for host in hosts)

    def get_site_url(self, urls: SiteUrls, request_host: str = "") -> str:
        """Return the base URL of the channel's site. `request_host` is the host of the current request."""
        return urls.base_url(self.slug, self.domains, request_host)

    def negotiate_language(self, requested: str | None, accept_language: str | None) -> str:
        """Return the language of a response: `lang`, then Accept-Language, then the channel's default."""
        return choose_language(requested, accept_language, self.languages, self.language)

    def localize(self, text: LocalText | None, language: str) -> str:
        """Return the text in a language, or in the channel's default language."""
        return localize(text, language, self.language)
