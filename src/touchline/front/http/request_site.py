"""Site of a request without a key."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Response, request

from touchline.channel.facade import ChannelDetails, ChannelFacade
from touchline.front.site import Site
from touchline.platform.db.session import bind_channel
from touchline.platform.http.score_visibility import hides_scores_on_page


def get_request_site(channel: ChannelFacade, language: str | None = None) -> Site:
    """Return the site of the request's host, and bind its transaction to the channel.

    Raises `NotFoundError` if no channel has the host. The language is the given one, or from `?lang=`, from
    Accept-Language, or the channel's default. A page without scores is another page for the response cache.
    """
    channel_slug = request.args.get("channel")
    channel_details = channel.get_channel_for_host(request.host, channel_slug)
    bind_channel(channel_details.id)
    requested_language = language or request.args.get("lang")
    site_language = channel.negotiate_language(
        requested_language, None if language else request.headers.get("Accept-Language")
    )
    settings, color_settings = (
        channel.site_serializer.settings(site_language),
        channel.site_serializer.color_settings(),
    )
    return Site(
        settings,
        color_settings,
        site_language,
        get_site_url(channel_details),
        channel_slug,
        channel_details.geo,
        channel_details.calendar_domain,
        hides_scores_on_page(request.args, request.cookies),
    )


def get_channel_site(channel: ChannelFacade) -> Site:
    """Return the site in the channel's own language, for content that is the same for all visitors."""
    site = get_request_site(channel)
    own_language = str(site.settings["language"])
    return site if site.language == own_language else get_request_site(channel, own_language)


def get_site_url(channel_details: ChannelDetails) -> str:
    """Return the URL of the requested site. Other domains of a channel are replaced by its main domain."""
    host, main = request.host.partition(":")[0], urlsplit(channel_details.site_url).hostname
    if host in channel_details.domains and main in channel_details.domains:
        return request.host_url.replace(host, str(main), 1)
    return request.host_url


def make_cacheable(response: Response, seconds: int) -> Response:
    """Let shared caches keep a response that is the same for everyone, and revalidate it by ETag."""
    response.headers["Cache-Control"] = f"public, max-age={seconds}"
    response.add_etag()
    response.make_conditional(request)
    return response
