"""`touchline events feeds …`: list, check, pause and resume the feeds of a channel.

Exit codes: 0 done, 1 the check failed, 2 usage error, 3 rows wait for a person.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from touchline.front.imports.feeds.feed import FeedState, ScheduleFeed
from touchline.front.withdrawals.command_channel import find_channel
from touchline.platform.audit.declarations import changes, reads_nothing_personal
from touchline.platform.cli.commands import channel_option, json_option
from touchline.shared.ids import ChannelId

EXIT_FAILED, EXIT_WAITING = 1, 3
feed_argument = click.argument("feed", metavar="FEED")


@click.group()
def feeds() -> None:
    """List, check, pause and resume feeds: schedules at an address, imported every hour."""


@feeds.command("list")
@reads_nothing_personal
@channel_option
@json_option
@click.pass_obj
def list_feeds(application: Any, channel: str | None, as_json: bool) -> None:
    """List the feeds with their state, and the rows that wait for a person."""
    channel_id, _ = find_channel(application, channel)
    found = _list_all(application, channel_id)
    if as_json:
        _print_json([_serialize(feed) for feed in found])
        return
    for feed in found:
        _print_feed(feed)
    if not found:
        click.echo("The channel has no feeds. Add one in the studio, under Schedule, Import.")


@feeds.command()
@changes("feed.check", "feed", "feed")
@feed_argument
@channel_option
@json_option
@click.pass_obj
def check(application: Any, feed: str, channel: str | None, as_json: bool) -> None:
    """Check FEED (name or id) now. New games and certain changes are applied."""
    channel_id, _ = find_channel(application, channel)
    found = _find_feed(application, channel_id, feed)
    checked = application.container.front.check_feed()(channel_id, found.id)
    _print_result(checked, as_json=as_json)
    sys.exit(EXIT_FAILED if checked.error else EXIT_WAITING if checked.waiting else 0)


@feeds.command()
@changes("feed.pause", "feed", "feed")
@feed_argument
@channel_option
@json_option
@click.pass_obj
def pause(application: Any, feed: str, channel: str | None, as_json: bool) -> None:
    """Stop the hourly checks of FEED (name or id)."""
    _set_paused(application, feed, channel, is_paused=True, as_json=as_json)


@feeds.command()
@changes("feed.resume", "feed", "feed")
@feed_argument
@channel_option
@json_option
@click.pass_obj
def resume(application: Any, feed: str, channel: str | None, as_json: bool) -> None:
    """Check FEED (name or id) every hour again."""
    _set_paused(application, feed, channel, is_paused=False, as_json=as_json)


def _set_paused(application: Any, text: str, channel: str | None, *, is_paused: bool, as_json: bool) -> None:
    channel_id, _ = find_channel(application, channel)
    feed = _find_feed(application, channel_id, text)
    admin = application.container.front.feed_admin()
    _print_result(admin.set_paused(channel_id, feed.id, is_paused=is_paused), as_json=as_json)


def _list_all(application: Any, channel_id: ChannelId) -> list[ScheduleFeed]:
    with application.container.database().transaction(channel_id):
        return list(application.container.front.feed_admin().list_all())


def _find_feed(application: Any, channel_id: ChannelId, text: str) -> ScheduleFeed:
    """Return the feed with this name or id. Raises `click.UsageError`."""
    found = _list_all(application, channel_id)
    for feed in found:
        if text in (feed.name, str(feed.id)):
            return feed
    names = ", ".join(feed.name for feed in found) or "none yet"
    raise click.UsageError(f"There is no feed {text}. Available: {names}.")


def _print_result(feed: ScheduleFeed, *, as_json: bool) -> None:
    if as_json:
        _print_json(_serialize(feed))
    else:
        _print_feed(feed)


def _serialize(feed: ScheduleFeed) -> dict[str, Any]:
    """Return a feed as the API shows it. Its address is a secret."""
    names = ("id", "name", "host", "state", "options", "error", "waiting", "revision")
    checked_at = feed.checked_at.isoformat() if feed.checked_at else None
    return {name: getattr(feed, name) for name in names} | {"checked_at": checked_at}


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def _print_feed(feed: ScheduleFeed) -> None:
    checked = f", checked {feed.checked_at:%Y-%m-%d %H:%M} UTC" if feed.checked_at else ""
    click.echo(f"{feed.id}  {feed.name} ({feed.host}): {feed.state.value}{checked}")
    if feed.state is FeedState.NEW:
        click.echo("  Apply its preview once in the studio to start the hourly checks.")
    if feed.waiting:
        click.echo(f"  {feed.waiting} rows wait for a person.")
    if feed.error:
        click.echo(f"  {feed.error['message']}", err=True)
