"""The site itself: the built web app's files, and its page at every path that is nothing else."""

from __future__ import annotations

from urllib.parse import quote

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, redirect, request

from touchline.channel.facade import ChannelFacade
from touchline.front.built_web import NOT_BUILT, BuiltWeb
from touchline.front.first.choosing import FirstPictures
from touchline.front.heads import Heads
from touchline.front.http.asked import asked_site
from touchline.front.page import render
from touchline.front.share_pictures import SharePictures
from touchline.front.titles import NO_PAGES, PRIVATE, TITLES
from touchline.platform.http import limits
from touchline.platform.http.caching import remembered
from touchline.platform.http.guards import public
from touchline.platform.http.headers import allow_ads, allow_framing, allow_google_tag, nonce
from touchline.platform.notes import not_to_keep
from touchline.shared.errors import NotFound

BLUEPRINT = Blueprint("web", __name__)
FOR_EVER = "public, max-age=31536000, immutable"
NO_CHANNEL = "No channel answers on this address."


@BLUEPRINT.get("/assets/<path:name>")
@limits.none(limits.READ)
@public
@inject
def show_asset(name: str, web: BuiltWeb = Provide["front.built_web"]) -> Response:
    """A file of the built web app; its name carries its content, so it may be kept for ever."""
    found = web.asset(name)
    if found is None:
        raise NotFound("There is no such file.")
    response = Response(found.content, mimetype=found.kind)
    response.headers["Cache-Control"] = FOR_EVER
    response.set_etag(name)
    response.make_conditional(request)
    return response


@BLUEPRINT.get("/sw.js")
@limits.none(limits.READ)
@public
@inject
def show_worker(web: BuiltWeb = Provide["front.built_web"]) -> Response:
    """The service worker that shows pushed news. It stands at the root, for it serves the whole site;
    browsers ask for it again and again, so it is never kept."""
    found = web.worker()
    if found is None:
        raise NotFound("There is no such file.")
    response = Response(found.content, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@BLUEPRINT.get("/", defaults={"path": ""})
@BLUEPRINT.get("/<path:path>")
@remembered
@limits.none(limits.READ)
@public
@inject
def show_page(
    path: str,
    web: BuiltWeb = Provide["front.built_web"],
    heads: Heads = Provide["front.heads"],
    pictures: SharePictures = Provide["front.share_pictures"],
    first_pictures: FirstPictures = Provide["front.first_pictures"],
    channel: ChannelFacade = Provide["front.channel"],
) -> Response:
    """The web app's page; status 404 where nothing stands at the path (api.md, "Closed questions", Web).

    One page has one address: slashes too many are 301 to it, other capitals and leading zeros are 404.
    """
    if path.partition("/")[0] in NO_PAGES and f"/{path}" not in TITLES:
        raise NotFound
    canonical = "/" + "/".join(step for step in path.split("/") if step)
    # The router drops slashes at the beginning: only the environment still has them.
    if canonical != f"/{path}" or request.environ["PATH_INFO"].startswith("//"):
        query = request.query_string.decode("latin-1")
        return redirect(quote(canonical) + (f"?{query}" if query else ""), 301)  # type: ignore[return-value]
    try:
        site = asked_site(channel)
    except NotFound:
        return Response(NO_CHANNEL, 404, mimetype="text/plain")
    index = web.index()
    if index is None:
        return Response(NOT_BUILT, 503, mimetype="text/plain")
    present = channel.present()
    allow_ads(present.ad_origins)
    if present.google_tag:
        allow_google_tag()
    head = heads.at(f"/{path}", request.args, site)
    if head.framed:
        allow_framing()
    picture = head.picture or pictures.of_site(site)
    page = render(index, site, head, picture, nonce(), first_pictures.of(head, request.args, site))
    response = Response(page, head.status, mimetype="text/html")
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Content-Language"] = site.language
    if PRIVATE.fullmatch(f"/{path}"):
        not_to_keep()
        response.headers["Referrer-Policy"] = "no-referrer"  # codes and signed links stand in the address
    response.vary.add("Accept-Language")
    return response
