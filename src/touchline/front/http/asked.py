"""The site that a request without a key asked for."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Response, request

from touchline.channel.facade import ChannelFacade, ChannelFacts
from touchline.front.site import Site
from touchline.platform.db.session import scope_to


def asked_site(channel: ChannelFacade, language: str | None = None) -> Site:
    """The site of the request's host, its transaction bound to the channel; `NotFound` where none answers.

    The language is the given one, else `?lang=`, else Accept-Language, else the channel's.
    """
    named = request.args.get("channel")
    facts = channel.channel_for(request.host, named)
    scope_to(facts.id)
    wanted = language or request.args.get("lang")
    spoken = channel.language_for(wanted, None if language else request.headers.get("Accept-Language"))
    settings, look = channel.answers.settings(spoken), channel.answers.color_settings()
    return Site(settings, look, spoken, address_of(facts), named, facts.geo, facts.calendar_domain)


def channel_site(channel: ChannelFacade) -> Site:
    """The same in the channel's own language: for what is one for all its visitors."""
    site = asked_site(channel)
    own = str(site.settings["language"])
    return site if site.language == own else asked_site(channel, own)


def address_of(facts: ChannelFacts) -> str:
    """The asked site; a channel's other domains give way to the one that its links have."""
    host, main = request.host.partition(":")[0], urlsplit(facts.site).hostname
    if host in facts.domains and main in facts.domains:
        return request.host_url.replace(host, str(main), 1)
    return request.host_url


def kept(response: Response, seconds: int) -> Response:
    """Let shared caches keep an answer that is the same for everybody, and ask again by its ETag."""
    response.headers["Cache-Control"] = f"public, max-age={seconds}"
    response.add_etag()
    response.make_conditional(request)
    return response
