"""Start of a social login (product.md §7, "Keys and session"; api.md, "Viewer"; ADR 21)."""

import secrets
from urllib.parse import urlencode, urlsplit

from touchline.channel.application.accounts.login.session_start import reject_logged_in
from touchline.channel.application.accounts.social.state import AuthorizationRequest, SocialStateCodec
from touchline.channel.application.site.find_channel import FindChannel
from touchline.channel.domain.site.channel import Channel
from touchline.channel.ports.accounts.social import SocialProviders, SocialUnavailableError
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.errors import NotFoundError
from touchline.shared.principal import Principal
from touchline.shared.site_urls import SiteUrls


class CallbackUrls:
    """Callback URLs: where a provider redirects the browser, which is the page that started the login.

    `site_urls` builds the base URL of a channel's site, for deployments with a separate API host. `api_host`
    is that host, or "". In development, `allow_by_name` lets a page name its channel, and the callback URL
    then names it too.
    """

    def __init__(
        self,
        channels: Channels,
        find_channel: FindChannel,
        site_urls: SiteUrls,
        allow_by_name: bool,
        api_host: str,
    ) -> None:
        self._channels = channels
        self._find_channel = find_channel
        self._site_urls = site_urls
        self._allow_by_name = allow_by_name
        self._api_host = urlsplit(api_host).netloc

    def __call__(self, provider: str, site_url: str, host: str) -> str:
        """Return the callback URL. `site_url` is the requested site (`https://host`) and `host` is its Host
        header.
        """
        path, channel = f"/auth/login/{provider}/callback", self._channels.get_current()
        if self._serves_site(channel, host):
            return site_url + path
        if self._allow_by_name:
            return f"{site_url}{path}?{urlencode({'channel': channel.slug})}"
        return channel.get_site_url(self._site_urls) + path

    def _serves_site(self, channel: Channel, host: str) -> bool:
        """Return whether the channel's site is served at the host.

        The host is a domain of the channel, or an unknown host for which it is the default channel. The API
        host is excluded, because the browser does not have its key there.
        """
        if host.partition(":")[0] in channel.domains:
            return True
        return host != self._api_host and self._get_channel_id(host) == channel.id

    def _get_channel_id(self, host: str) -> int | None:
        try:
            return self._find_channel(host).id
        except NotFoundError:
            return None


class StartSocialLogin:
    """Use case that builds the provider URL, with a state that only the current session can use."""

    def __init__(
        self,
        social_providers: SocialProviders,
        state_codec: SocialStateCodec,
        sessions: Sessions,
        callback_urls: CallbackUrls,
    ) -> None:
        self._social_providers = social_providers
        self._state_codec = state_codec
        self._sessions = sessions
        self._callback_urls = callback_urls

    def __call__(self, provider: str, principal: Principal, site_url: str, host: str) -> str:
        """Return the provider's URL. If the provider does not respond, return the callback URL with an error.

        The error follows RFC 6749, section 4.1.2.1. Raises `NotFoundError` if the provider is not
        configured, and `RefusedError` if the viewer is logged in.
        """
        if provider not in self._social_providers.list_names():
            raise NotFoundError
        reject_logged_in(principal)
        callback_url = self._callback_urls(provider, site_url, host)
        authorization_request = AuthorizationRequest(
            provider,
            self._get_key_hash(principal),
            secrets.token_urlsafe(24),
            secrets.token_urlsafe(48),
            callback_url,
        )
        try:
            return self._social_providers.build_authorization_url(
                provider,
                state=self._state_codec.encode_state(authorization_request),
                nonce=authorization_request.nonce,
                redirect_uri=callback_url,
                verifier=authorization_request.verifier,
            )
        except SocialUnavailableError:
            return f"{callback_url}{'&' if '?' in callback_url else '?'}error=temporarily_unavailable"

    def _get_key_hash(self, principal: Principal) -> str:
        session = self._sessions.get(principal.session_id)
        assert session is not None
        return session.key_hash
