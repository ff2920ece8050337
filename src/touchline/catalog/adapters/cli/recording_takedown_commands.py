"""`touchline recordings hide|unhide|withdraw|restore|delete`: change who can see a recording."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.cli.command_context import CommandContext
from touchline.catalog.adapters.cli.takedown_effects import (
    print_clips,
    print_orders,
    print_passes,
    serialize_effect,
)
from touchline.catalog.application.media.takedowns import TakeDownRecording
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.media.recordings import RecordingAction
from touchline.catalog.ports.media.recordings import Recording, TakedownEffect, TakedownEffects
from touchline.platform.cli.commands import actor_option, channel_option, json_option
from touchline.platform.cli.tables import print_text
from touchline.shared.errors import NotFoundError

_EFFECT_TEXTS = {
    RecordingAction.HIDE: "Viewers can no longer see it. Clips stay.",
    RecordingAction.SHOW: "Viewers can see it again.",
    RecordingAction.WITHDRAW: (
        "The recording, its clips and downloads end within a minute. For 30 days,"
        " `touchline recordings restore` can bring them back. Then the files are deleted."
    ),
    RecordingAction.RESTORE: "Viewers can see the recording and its clips again.",
    RecordingAction.DELETE: "All files, clips and downloads are deleted. This cannot be undone.",
}
_STATE_WORDS = {
    RecordingAction.HIDE: "hidden",
    RecordingAction.SHOW: "shown",
    RecordingAction.WITHDRAW: "withdrawn",
    RecordingAction.RESTORE: "restored",
    RecordingAction.DELETE: "deleted",
}
_NEEDS_CONFIRMATION = frozenset({RecordingAction.WITHDRAW, RecordingAction.DELETE})
yes_option = click.option(
    "--yes", is_flag=True, help="Make the change. Without this option, the command only shows its effects."
)
reason_option = click.option("--reason", default="", help="Reason, for the takedown log.")
target_argument = click.argument("subject", metavar="EVENT|ITEM")


class TakedownCommandContext(CommandContext):
    """The command context with the takedown services."""

    @inject
    def __init__(
        self,
        take_down: TakeDownRecording = Provide[CatalogContainer.take_down],
        takedown_effects: TakedownEffects = Provide[CatalogContainer.takedown_effects],
    ) -> None:
        super().__init__()
        self.take_down = take_down
        self.effects = takedown_effects

    def find_any_owner(self, text: str) -> MediaOwner:
        """Return the event with a key or id, or else the library item. Raises `NotFoundError`."""
        try:
            return self.find_owner("event", text)
        except NotFoundError:
            pass
        try:
            return self.find_owner("library_item", text)
        except NotFoundError:
            raise NotFoundError(f"There is no event or library item {text} in this channel.") from None


def _run(
    action: RecordingAction,
    subject: str,
    channel: str | None,
    actor: str,
    reason: str,
    yes: bool,
    as_json: bool,
) -> None:
    command_context = TakedownCommandContext()
    channel_id = command_context.get_channel_id(channel)
    needs_confirmation = action in _NEEDS_CONFIRMATION and not yes
    with command_context.channel_transaction(channel_id):
        owner = command_context.find_any_owner(subject)
        effect = (
            command_context.effects.get_for_recording(owner)
            if action in _NEEDS_CONFIRMATION
            else TakedownEffect()
        )
        if needs_confirmation:
            recording = command_context.take_down.preview(action, owner)
        else:
            recording = command_context.take_down(channel_id, action, owner, actor=actor, reason=reason)
    if as_json:
        click.echo(
            json.dumps(
                {
                    **_serialize_result(action, recording, done=not needs_confirmation),
                    **serialize_effect(effect),
                }
            )
        )
    else:
        _print_result(action, recording, effect, done=not needs_confirmation)
        print_passes(effect, recording.name)
        print_orders(effect, recording.name, command_context.get_channel_slug(channel_id))
    if needs_confirmation:
        raise SystemExit(1)


def _serialize_result(action: RecordingAction, recording: Recording, *, done: bool) -> dict[str, Any]:
    return {
        "action": action.value,
        "done": done,
        "kind": recording.owner.kind,
        "id": recording.owner.id,
        "key": recording.name,
        "videos": recording.video_count,
        "clips": recording.clip_count,
    }


def _print_result(
    action: RecordingAction, recording: Recording, effect: TakedownEffect, *, done: bool
) -> None:
    if done:
        print_text(f"The recording of {recording.name} was {_STATE_WORDS[action]}. {_EFFECT_TEXTS[action]}")
    else:
        print_text(
            f"{recording.name}: videos {recording.video_count}, clips {recording.clip_count}, downloads "
            f"{effect.download_count}."
        )
        print_clips(effect)
        print_text(_EFFECT_TEXTS[action])
        print_text("Nothing was changed. To go on, add --yes.")


def _build_command(action: RecordingAction, text: str, name: str | None = None) -> click.Command:
    """Return the command for an action. `text` is its help; its name is the action's by default."""

    def run_action(
        subject: str, channel: str | None, actor: str, reason: str, as_json: bool, yes: bool = True
    ) -> None:
        _run(action, subject, channel, actor, reason, yes, as_json)

    run_action.__doc__ = text
    options: list[Callable[[Any], Any]] = [
        target_argument,
        channel_option,
        reason_option,
        actor_option,
        json_option,
    ]
    options += [yes_option] if action in _NEEDS_CONFIRMATION else []
    for option in reversed(options):
        run_action = option(run_action)
    return click.command(name or action.value)(run_action)


COMMANDS = (
    _build_command(
        RecordingAction.HIDE,
        "Hide the recording of EVENT or library ITEM (key or id) from viewers.",
    ),
    _build_command(RecordingAction.SHOW, "Show a hidden recording again.", "unhide"),
    _build_command(
        RecordingAction.WITHDRAW,
        "Withdraw a recording with its clips and downloads.\n\nThey end within a minute. For 30 days,"
        " `touchline recordings restore` can bring them back; then the files are deleted. Without --yes, it"
        " shows what it would withdraw and exits with 1.",
    ),
    _build_command(RecordingAction.RESTORE, "Bring back a withdrawn recording with its clips."),
    _build_command(
        RecordingAction.DELETE,
        "Delete a recording, its files, clips and downloads. This cannot be undone.\n\nThe event can then be"
        " streamed again. Without --yes, the command shows what it would delete and exits with 1.",
    ),
)
