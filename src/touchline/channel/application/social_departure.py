"""Setting out to a social provider (product.md §7, "Keys and session"; api.md, "Viewer"; ADR 21)."""

import secrets
from urllib.parse import urlencode, urlsplit

from touchline.channel.application.entering import refuse_viewers
from touchline.channel.application.find_channel import FindChannel
from touchline.channel.application.social_ways import SealedWays, Way
from touchline.channel.domain.channel import Channel
from touchline.channel.ports.channels import Channels
from touchline.channel.ports.keys import Sessions
from touchline.channel.ports.social import SocialProviders, SocialUnavailable
from touchline.shared.errors import NotFound
from touchline.shared.principal import Principal
from touchline.shared.site_urls import SiteUrls


class CallbackAddresses:
    """Where a provider sends the browser back to: the page of the site that it came from.

    `urls` make the base URL of a channel's site, for deployments whose API has a host of its own, `api_host`
    (else ""). In development a page may name its channel (`by_name`), and so does
    the way back.
    """

    def __init__(
        self, channels: Channels, find: FindChannel, urls: SiteUrls, by_name: bool, api_host: str
    ) -> None:
        self._channels = channels
        self._find = find
        self._urls = urls
        self._by_name = by_name
        self._api = urlsplit(api_host).netloc

    def __call__(self, provider: str, site: str, host: str) -> str:
        """The address; `site` is the one that was asked (`https://host`), `host` its Host header."""
        path, channel = f"/auth/login/{provider}/callback", self._channels.present()
        if self._is_site_of(channel, host):
            return site + path
        if self._by_name:
            return f"{site}{path}?{urlencode({'channel': channel.slug})}"
        return channel.site(self._urls) + path

    def _is_site_of(self, channel: Channel, host: str) -> bool:
        """Whether its pages stand at the host: by a name of its own, or as the channel that answers unknown
        names. At the API's, which is one of those, a browser does not have its key."""
        if host.partition(":")[0] in channel.domains:
            return True
        return host != self._api and self._answers(host) == channel.id

    def _answers(self, host: str) -> int | None:
        try:
            return self._find(host).id
        except NotFound:
            return None


class SetOutForSocial:
    """Makes the address that the browser goes to, with a state that only its own session can use."""

    def __init__(
        self,
        social: SocialProviders,
        ways: SealedWays,
        sessions: Sessions,
        callbacks: CallbackAddresses,
    ) -> None:
        self._social = social
        self._ways = ways
        self._sessions = sessions
        self._callbacks = callbacks

    def __call__(self, provider: str, asking: Principal, site: str, host: str) -> str:
        """The provider's address, or the page's own with an error (RFC 6749, 4.1.2.1) while the provider does
        not answer; `NotFound` for one that is not set up, `Refused` for a viewer."""
        if provider not in self._social.names():
            raise NotFound
        refuse_viewers(asking)
        callback = self._callbacks(provider, site, host)
        way = Way(
            provider, self._key_hash(asking), secrets.token_urlsafe(24), secrets.token_urlsafe(48), callback
        )
        try:
            return self._social.departure(
                provider,
                state=self._ways.state(way),
                nonce=way.nonce,
                redirect_uri=callback,
                verifier=way.verifier,
            )
        except SocialUnavailable:
            return f"{callback}{'&' if '?' in callback else '?'}error=temporarily_unavailable"

    def _key_hash(self, asking: Principal) -> str:
        session = self._sessions.get(asking.session_id)
        assert session is not None
        return session.key_hash
