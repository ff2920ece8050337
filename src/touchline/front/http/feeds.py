"""Feeds of a channel, for operators: schedules at an address, which are imported every hour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dependency_injector.wiring import Provide, inject

from touchline.front.container import FrontContainer
from touchline.front.http import feed_schemas as schemas
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import data_schema, list_schema
from touchline.shared.permissions import Permission

if TYPE_CHECKING:
    from touchline.front.imports.feeds.check_feed import CheckFeed
    from touchline.front.imports.feeds.feed_admin import FeedAdmin

FEED = "/studio/feeds/<int(max=2147483647):feed_id>"
read_limit = limits.rate_limit("account", 120, limits.MINUTE, name="feed-reads")
change_limit = limits.rate_limit("account", 20, limits.MINUTE, name="feed-changes")

blueprint = Blueprint("feeds", __name__, tag=STUDIO_TAG)


@blueprint.route("/studio/feeds")
@read_limit
@operator(Permission.EDIT_CONTENT)
@blueprint.response(200, list_schema(schemas.FeedSchema))
@inject
def list_feeds(feeds: FeedAdmin = Provide[FrontContainer.feed_admin]) -> dict[str, Any]:
    """Return the feeds of the channel in the order of their names."""
    return data_envelope(feeds.list_all())


@blueprint.route("/studio/feeds", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("feed.add", "feed")
@blueprint.arguments(schemas.FeedArgsSchema)
@blueprint.response(200, data_schema(schemas.FeedSchema))
@inject
def add_feed(body: dict[str, Any], feeds: FeedAdmin = Provide[FrontContainer.feed_admin]) -> dict[str, Any]:
    """Fetch the schedule at an address and add it as a feed.

    Without `options`, an import with `feed` starts the hourly checks. 400 if the address cannot be fetched.
    """
    channel_id = principal().channel_id
    release_connection()
    return data_envelope(feeds.add(channel_id, body["name"], body["address"], body["options"]))


@blueprint.route(f"{FEED}/check", methods=["POST"])
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("feed.check", "feed", "feed_id")
@blueprint.response(200, data_schema(schemas.FeedSchema))
@inject
def check_feed(feed_id: int, check: CheckFeed = Provide[FrontContainer.check_feed]) -> dict[str, Any]:
    """Check a feed now. New games and certain changes are applied; `error` says why the check failed."""
    channel_id = principal().channel_id
    release_connection()
    return data_envelope(check(channel_id, feed_id))


@blueprint.route(FEED, methods=["PATCH"])
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("feed.update", "feed", "feed_id")
@blueprint.arguments(schemas.FeedChangesArgsSchema)
@blueprint.response(200, data_schema(schemas.FeedSchema))
@inject
def update_feed(
    body: dict[str, Any], feed_id: int, feeds: FeedAdmin = Provide[FrontContainer.feed_admin]
) -> dict[str, Any]:
    """Pause or resume the hourly checks of a feed."""
    channel_id = principal().channel_id
    release_connection()
    return data_envelope(feeds.set_paused(channel_id, feed_id, is_paused=body["is_paused"]))


@blueprint.route(FEED, methods=["DELETE"])
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("feed.delete", "feed", "feed_id")
@blueprint.response(204)
@inject
def delete_feed(feed_id: int, feeds: FeedAdmin = Provide[FrontContainer.feed_admin]) -> None:
    """Delete a feed. Its games stay."""
    channel_id = principal().channel_id
    release_connection()
    feeds.delete(channel_id, feed_id)
