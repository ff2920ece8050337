"""Live captions: languages for operators, and the addresses to which captions are sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response, request

from touchline.catalog.adapters.caption_feeds.youtube import format_time, read_youtube
from touchline.catalog.adapters.http.media import live_caption_schemas as schemas
from touchline.catalog.application.live_captions.caption_languages import CaptionLanguages, LanguageState
from touchline.catalog.application.live_captions.post_captions import (
    CaptionCall,
    CaptionReceipt,
    PostCaptions,
    SentCaption,
)
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.caption_files import decode_captions
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import basic_auth, error_responses, operator
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import allow_large_body
from touchline.platform.http.schemas import data_schema, list_schema
from touchline.shared.clock import Clock
from touchline.shared.permissions import Permission

CAPTIONS = "/studio/events/<string:key>/stream/captions"
_MAX_BODY_BYTES = 64 * 1024
_TEXT_BODY = {
    "required": True,
    "content": {"text/plain": {"schema": {"type": "string", "maxLength": _MAX_BODY_BYTES}}},
}
read_limit = limits.rate_limit("account", 240, limits.MINUTE, name="caption-reads")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="caption-languages")
feed_limit = limits.rate_limit("account", 600, limits.MINUTE, name="live-captions")

blueprint = Blueprint("live_captions", __name__, tag=STUDIO_TAG)


@blueprint.route(CAPTIONS)
@read_limit
@operator(Permission.MANAGE_LIVE)
@blueprint.response(200, list_schema(schemas.CaptionLanguageStateSchema))
@inject
def list_caption_languages(
    key: str, languages: CaptionLanguages = Provide[CatalogContainer.caption_languages]
) -> dict[str, Sequence[LanguageState]]:
    """List the languages of an event's live captions, with what has arrived in each."""
    return data_envelope(languages.list_states(languages.find_event(key)))


@blueprint.route(CAPTIONS, methods=["PUT"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_LIVE)
@audit.changes("stream.caption_languages", "event", "key")
@blueprint.arguments(schemas.CaptionLanguagesArgsSchema)
@blueprint.response(200, list_schema(schemas.CaptionLanguageStateSchema))
@inject
def choose_caption_languages(
    body: dict[str, Any],
    key: str,
    languages: CaptionLanguages = Provide[CatalogContainer.caption_languages],
) -> dict[str, Sequence[LanguageState]]:
    """Choose the languages in which viewers can turn on captions from the start of the stream.

    Viewers who are already watching see a new language after they reload the page.
    """
    return data_envelope(languages.choose(languages.find_event(key), body["languages"]))


@blueprint.route(CAPTIONS, methods=["POST"])
@error_responses(400)
@feed_limit
@basic_auth
@operator(Permission.MANAGE_LIVE)
@audit.continues_change
@blueprint.arguments(schemas.CaptionCallSchema)
@blueprint.response(200, data_schema(schemas.CaptionReceiptSchema))
@inject
def post_captions(
    body: dict[str, Any], key: str, post: PostCaptions = Provide[CatalogContainer.post_captions]
) -> dict[str, CaptionReceipt]:
    """Take live captions for the open stream of an event, with an access token.

    Viewers see a caption when they see the picture of its time. The recording has it too.
    """
    captions = [
        SentCaption(
            text=sent["text"],
            starts_at=sent.get("starts_at"),
            ends_at=sent.get("ends_at"),
            key=f"id-{sent['id']}" if "id" in sent else "",
        )
        for sent in body["captions"]
    ]
    return data_envelope(post(key, CaptionCall(body["language"], captions)))


@blueprint.route(f"{CAPTIONS}/youtube", methods=["POST"])
@error_responses(400, 413)
@feed_limit
@basic_auth
@operator(Permission.MANAGE_LIVE)
@audit.continues_change
@allow_large_body(_MAX_BODY_BYTES)
@blueprint.arguments(schemas.CaptionFeedArgsSchema, location="query")
@blueprint.doc(requestBody=_TEXT_BODY)
@blueprint.response(200, content_type="text/plain", description="The time of the server, in UTC.")
@inject
def post_youtube_captions(
    args: dict[str, Any],
    key: str,
    post: PostCaptions = Provide[CatalogContainer.post_captions],
    clock: Clock = Provide[CatalogContainer.clock],
) -> Response:
    """Take captions from software that sends them to YouTube: lines with a time, and the text below.

    A body without captions asks for the time of the server.
    """
    captions = read_youtube(_read_text())
    if captions:
        post(key, CaptionCall(args["lang"], captions, args.get("seq")))
    return Response(format_time(clock.now()), mimetype="text/plain")


@blueprint.route(f"{CAPTIONS}/zoom", methods=["POST"])
@error_responses(400, 413)
@feed_limit
@basic_auth
@operator(Permission.MANAGE_LIVE)
@audit.continues_change
@allow_large_body(_MAX_BODY_BYTES)
@blueprint.arguments(schemas.CaptionFeedArgsSchema, location="query")
@blueprint.doc(requestBody=_TEXT_BODY)
@blueprint.response(200, content_type="text/plain", description="The number of the call.")
@inject
def post_zoom_captions(
    args: dict[str, Any], key: str, post: PostCaptions = Provide[CatalogContainer.post_captions]
) -> Response:
    """Take captions from software that sends them to Zoom: the text of one caption, which begins now."""
    text = _read_text()
    if text.strip():
        post(key, CaptionCall(args["lang"], [SentCaption(text)], args.get("seq")))
    return Response(str(args.get("seq", 0)), mimetype="text/plain")


def _read_text() -> str:
    return decode_captions(request.get_data(cache=False))
