"""The site that a request without a key asked for."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Response, request

from touchline.channel.facade import ChannelDetails, ChannelFacade
from touchline.front.site import Site
from touchline.platform.db.session import bind_channel


def get_request_site(channel: ChannelFacade, language: str | None = None) -> Site:
    """The site of the request's host, its transaction bound to the channel; `NotFoundError` where none
    answers.

    The language is the given one, else `?lang=`, else Accept-Language, else the channel's.
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
    )


def get_channel_site(channel: ChannelFacade) -> Site:
    """The same in the channel's own language: for what is one for all its visitors."""
    site = get_request_site(channel)
    own_language = str(site.settings["language"])
    return site if site.language == own_language else get_request_site(channel, own_language)


def get_site_url(channel_details: ChannelDetails) -> str:
    """The asked site; a channel's other domains give way to the one that its links have."""
    host, main = request.host.partition(":")[0], urlsplit(channel_details.site_url).hostname
    if host in channel_details.domains and main in channel_details.domains:
        return request.host_url.replace(host, str(main), 1)
    return request.host_url


def make_cacheable(response: Response, seconds: int) -> Response:
    """Let shared caches keep an answer that is the same for everybody, and ask again by its ETag."""
    response.headers["Cache-Control"] = f"public, max-age={seconds}"
    response.add_etag()
    response.make_conditional(request)
    return response
