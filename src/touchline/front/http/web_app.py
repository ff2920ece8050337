"""Files of the built web app, and its page at every other path."""

from __future__ import annotations

from urllib.parse import quote

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, redirect, request

from touchline.channel.facade import ChannelFacade
from touchline.front.assets.web_build import NOT_BUILT_MESSAGE, WebBuild
from touchline.front.container import FrontContainer
from touchline.front.first_paint.selector import FirstPaintSelector
from touchline.front.http.request_site import get_request_site
from touchline.front.images.share_images import ShareImages
from touchline.front.pages.built_in_pages import PAGE_TITLES, PRIVATE_PATH, SERVER_PREFIXES
from touchline.front.pages.page_heads import PageHeadResolver
from touchline.front.pages.page_renderer import render_page
from touchline.platform.http import limits
from touchline.platform.http.caching import cached_response, depend_on_file, skip_cache
from touchline.platform.http.guards import public
from touchline.platform.http.security.headers import (
    allow_ads,
    allow_camera,
    allow_framing,
    allow_google_cast,
    allow_google_tag,
    csp_nonce,
)
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import FILE_NOT_FOUND, NotFoundError

blueprint = Blueprint("web", __name__)
IMMUTABLE = "public, max-age=31536000, immutable"
PAGE_TABLES = (
    "billing_package",
    "catalog_category",
    "catalog_event",
    "catalog_event_side",
    "catalog_group",
    "catalog_library_category",
    "catalog_library_item",
    "catalog_library_item_category",
    "catalog_library_rail",
    "catalog_library_rail_item",
    "catalog_location",
    "catalog_participant",
    "catalog_sport",
    "channel",
    "channel_domain",
    "engagement_form",
    "event_media",
    "media_asset",
    "page",
    "preroll",
    "slide",
    "sponsor",
)
PREVIEW_PARAM = "preview"
"""The parameter of a page that the studio frames. Its app keeps its own data in the browser (ADR 74)."""
NO_CHANNEL_MESSAGE = ErrorMessage("errors.channel_not_found", "There is no channel at this address.")


@blueprint.get("/assets/<path:name>")
@limits.exempt(limits.READ_ONLY)
@public
@inject
def show_asset(name: str, web_build: WebBuild = Provide[FrontContainer.web_build]) -> Response:
    """Return a file of the built web app. Its name contains a hash, so it can be cached forever."""
    build_file = web_build.get_asset(name)
    if build_file is None:
        raise NotFoundError(FILE_NOT_FOUND)
    response = Response(build_file.content, mimetype=build_file.media_type)
    response.headers["Cache-Control"] = IMMUTABLE
    response.set_etag(name)
    response.make_conditional(request)
    return response


@blueprint.get("/sw.js")
@limits.exempt(limits.READ_ONLY)
@public
@inject
def show_service_worker(web_build: WebBuild = Provide[FrontContainer.web_build]) -> Response:
    """Return the service worker that shows push notifications.

    It is at the root, because it serves the whole site. Browsers check it for updates, so it is never cached.
    """
    build_file = web_build.get_service_worker()
    if build_file is None:
        raise NotFoundError(FILE_NOT_FOUND)
    response = Response(build_file.content, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@blueprint.get("/", defaults={"path": ""})
@blueprint.get("/<path:path>")
@cached_response(*PAGE_TABLES, is_time_dependent=True)
@limits.exempt(limits.READ_ONLY)
@public
@inject
def show_page(
    path: str,
    web_build: WebBuild = Provide[FrontContainer.web_build],
    page_heads: PageHeadResolver = Provide[FrontContainer.page_heads],
    share_images: ShareImages = Provide[FrontContainer.share_images],
    first_paints: FirstPaintSelector = Provide[FrontContainer.first_paints],
    channel: ChannelFacade = Provide[FrontContainer.channel],
) -> Response:
    """Return the page of the web app, with status 404 if no page exists at the path.

    Each page has one URL (api.md, "Closed questions", Web). Extra slashes redirect with 301; other capitals
    and leading zeros are 404.
    """
    if path.partition("/")[0] in SERVER_PREFIXES and f"/{path}" not in PAGE_TITLES:
        raise NotFoundError
    if redirection := _redirect_extra_slashes(path):
        return redirection
    try:
        site = get_request_site(channel)
        is_preview = PREVIEW_PARAM in request.args
        if is_preview:
            site = site.with_storage(f"{site.settings['storage_prefix']}{PREVIEW_PARAM}.")
    except NotFoundError:
        return Response(NO_CHANNEL_MESSAGE, 404, mimetype="text/plain")
    depend_on_file(web_build.index_path)
    index = web_build.get_index()
    if index is None:
        return Response(NOT_BUILT_MESSAGE, 503, mimetype="text/plain")
    channel_details = channel.get_current()
    head = page_heads.resolve(f"/{path}", request.args, site)
    if not head.is_standalone:
        allow_ads(channel_details.ad_origins)
        if channel_details.google_tag:
            allow_google_tag()
        if channel_details.google_cast:
            allow_google_cast()
    if head.moved_to:
        return _redirect_temporarily(head.moved_to)
    if head.is_embeddable:
        allow_framing()
    if head.uses_camera:
        allow_camera()
    image = head.image or share_images.get_for_site(site)
    page = render_page(index, site, head, image, csp_nonce(), first_paints.select(head, request.args, site))
    response = Response(page, head.status, mimetype="text/html")
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Content-Language"] = site.language
    if head.depends_on_clip:
        skip_cache()
    if is_preview:
        response.headers["X-Robots-Tag"] = "noindex"
    if PRIVATE_PATH.fullmatch(f"/{path}"):
        skip_cache()
        response.headers["Referrer-Policy"] = "no-referrer"  # the URL may contain a code or signature
    response.vary.update(("Accept-Language", "Cookie"))
    return response


def _redirect_extra_slashes(path: str) -> Response | None:
    """Return a redirect to the path without repeated and trailing slashes, or None if it has none."""
    canonical = "/" + "/".join(segment for segment in path.split("/") if segment)
    # The router drops slashes at the beginning: only the environment still has them.
    if canonical == f"/{path}" and not request.environ["PATH_INFO"].startswith("//"):
        return None
    query = request.query_string.decode("latin-1")
    return redirect(quote(canonical) + (f"?{query}" if query else ""), 301)  # type: ignore[return-value]


def _redirect_temporarily(url: str) -> Response:
    """Return a redirect that browsers ask for again: an undone merge gives the old address back."""
    response: Response = redirect(url, 302)  # type: ignore[assignment]
    response.headers["Cache-Control"] = "private, no-cache"
    return response
