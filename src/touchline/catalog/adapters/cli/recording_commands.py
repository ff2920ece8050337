"""`touchline media hide|show|withdraw|restore|delete`: what viewers may see of a recording."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.cli.desk import Desk
from touchline.catalog.adapters.cli.takedown_effects import (
    effect_as_json,
    print_clips,
    print_orders,
    print_passes,
)
from touchline.catalog.application.take_down import TakeDownRecording
from touchline.catalog.domain.media import Owner
from touchline.catalog.domain.recordings import RecordingAction
from touchline.catalog.ports.recordings import Recording, TakedownEffect, TakedownEffects
from touchline.platform.commands import by_option, channel_option, json_option
from touchline.platform.tables import print_text
from touchline.shared.errors import NotFound

_WHAT = {
    RecordingAction.HIDE: "Viewers no longer see it. Clips stay, and nothing is lost.",
    RecordingAction.SHOW: "Viewers see it again.",
    RecordingAction.WITHDRAW: (
        "Recording, clips and downloads end within a minute. For 30 days `touchline media restore`"
        " brings them back; then the files are deleted."
    ),
    RecordingAction.RESTORE: "Viewers see the recording and its clips again.",
    RecordingAction.DELETE: "Files, clips and downloads are removed. This cannot be undone.",
}
_DONE = {
    RecordingAction.HIDE: "hidden",
    RecordingAction.SHOW: "shown",
    RecordingAction.WITHDRAW: "withdrawn",
    RecordingAction.RESTORE: "restored",
    RecordingAction.DELETE: "deleted",
}
_ASKS = frozenset({RecordingAction.WITHDRAW, RecordingAction.DELETE})
yes_option = click.option("--yes", is_flag=True, help="Do it; without this option it is only described.")
reason_option = click.option("--reason", default="", help="Why, for the log of take-downs.")
thing_argument = click.argument("thing", metavar="EVENT|ITEM")


class RecordingDesk(Desk):
    """The desk with what takes recordings down."""

    @inject
    def __init__(
        self,
        take_down: TakeDownRecording = Provide["catalog.live.take_down"],
        effects: TakedownEffects = Provide["catalog.takedown_effects"],
    ) -> None:
        super().__init__()
        self.take_down = take_down
        self.effects = effects

    def owner_of(self, text: str) -> Owner:
        """The event of a key or id, or else the library item; `NotFound`."""
        try:
            return self.owner("event", text)
        except NotFound:
            pass
        try:
            return self.owner("library_item", text)
        except NotFound:
            raise NotFound(f"There is no event or library item {text} in this channel.") from None


def _run(
    action: RecordingAction,
    thing: str,
    channel: str | None,
    actor: str,
    reason: str,
    yes: bool,
    as_json: bool,
) -> None:
    desk = RecordingDesk()
    channel_id = desk.channel(channel)
    needs_yes = action in _ASKS and not yes
    with desk.inside(channel_id):
        owner = desk.owner_of(thing)
        effect = desk.effects.of_recording(owner) if action in _ASKS else TakedownEffect()
        if needs_yes:
            found = desk.take_down.preview(action, owner)
        else:
            found = desk.take_down(channel_id, action, owner, actor=actor, reason=reason)
    if as_json:
        click.echo(json.dumps({**_plain(action, found, done=not needs_yes), **effect_as_json(effect)}))
    else:
        _describe(action, found, effect, done=not needs_yes)
        print_passes(effect, found.name)
        print_orders(effect, found.name, desk.slug(channel_id))
    if needs_yes:
        raise SystemExit(1)


def _plain(action: RecordingAction, found: Recording, *, done: bool) -> dict[str, Any]:
    return {
        "action": action.value,
        "done": done,
        "kind": found.owner.kind,
        "id": found.owner.id,
        "key": found.name,
        "videos": found.videos,
        "clips": found.clips,
    }


def _describe(action: RecordingAction, found: Recording, effect: TakedownEffect, *, done: bool) -> None:
    if done:
        print_text(f"The recording of {found.name} is {_DONE[action]}. {_WHAT[action]}")
    else:
        print_text(f"{found.name}: videos {found.videos}, clips {found.clips}, downloads {effect.downloads}.")
        print_clips(effect)
        print_text(_WHAT[action])
        print_text("Nothing was changed. Add --yes to do it.")


def _command(action: RecordingAction, text: str) -> click.Command:
    """One command; `text` is its help."""

    def act(
        thing: str, channel: str | None, actor: str, reason: str, as_json: bool, yes: bool = True
    ) -> None:
        _run(action, thing, channel, actor, reason, yes, as_json)

    act.__doc__ = text
    options: list[Callable[[Any], Any]] = [
        thing_argument,
        channel_option,
        reason_option,
        by_option,
        json_option,
    ]
    options += [yes_option] if action in _ASKS else []
    for option in reversed(options):
        act = option(act)
    return click.command(action.value)(act)


COMMANDS = (
    _command(
        RecordingAction.HIDE,
        "Hide the recording of EVENT or library ITEM (key or id) from viewers. Nothing is lost.",
    ),
    _command(RecordingAction.SHOW, "Show a hidden recording again."),
    _command(
        RecordingAction.WITHDRAW,
        "Withdraw a recording with its clips and downloads.\n\nThey end within a minute. For 30 days"
        " `touchline media restore` brings them back; then the files are deleted. Without --yes it prints"
        " what would be withdrawn, and exits with 1.",
    ),
    _command(RecordingAction.RESTORE, "Bring back a withdrawn recording with its clips."),
    _command(
        RecordingAction.DELETE,
        "Delete a recording, its files, clips and downloads. This cannot be undone.\n\nThe event can be"
        " streamed again. Without --yes it prints what would be deleted, and exits with 1.",
    ),
)
