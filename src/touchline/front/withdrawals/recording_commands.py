"""`touchline recordings hide|unhide|withdraw|restore|delete`: change who can see a recording."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click

from touchline.catalog.facade import RecordingAction
from touchline.front.withdrawals.change_recording import (
    ACTIONS_TO_CONFIRM,
    ChangeRecording,
    RecordingChange,
)
from touchline.front.withdrawals.command_channel import find_channel
from touchline.front.withdrawals.takedown_output import (
    print_clips,
    print_orders,
    print_passes,
    serialize_effect,
)
from touchline.platform.audit.declarations import changes
from touchline.platform.cli.commands import actor_option, channel_option, json_option
from touchline.platform.cli.tables import print_text

_EFFECT_TEXTS = {
    RecordingAction.HIDE: "Viewers can no longer see it. Clips stay.",
    RecordingAction.SHOW: "Viewers can see it again.",
    RecordingAction.WITHDRAW: (
        "Viewers lose access to it, its clips and downloads within a minute. For 30 days,"
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
yes_option = click.option(
    "--yes", is_flag=True, help="Make the change. Without this option, the command only shows its effects."
)
reason_option = click.option("--reason", default="", help="Reason, for the takedown log.")
target_argument = click.argument("subject", metavar="EVENT|ITEM")


def _run(
    application: Any,
    action: RecordingAction,
    subject: str,
    channel: str | None,
    actor: str,
    reason: str,
    yes: bool,
    as_json: bool,
) -> None:
    change_recording: ChangeRecording = application.container.front.change_recording()
    channel_id, slug = find_channel(application, channel)
    change = change_recording(channel_id, action, subject, is_confirmed=yes, actor=actor, reason=reason)
    if as_json:
        click.echo(json.dumps({**_serialize_change(action, change), **serialize_effect(change.effect)}))
    else:
        _print_change(action, change)
        print_passes(change.effect, change.recording.name)
        print_orders(change.effect, change.recording.name, slug)
    if not change.is_done:
        raise SystemExit(1)


def _serialize_change(action: RecordingAction, change: RecordingChange) -> dict[str, Any]:
    recording = change.recording
    return {
        "action": action.value,
        "done": change.is_done,
        "kind": recording.owner.kind,
        "id": recording.owner.id,
        "key": recording.name,
        "videos": recording.video_count,
        "clips": recording.clip_count,
    }


def _print_change(action: RecordingAction, change: RecordingChange) -> None:
    recording = change.recording
    if change.is_done:
        print_text(f"The recording of {recording.name} was {_STATE_WORDS[action]}. {_EFFECT_TEXTS[action]}")
        return
    print_text(
        f"{recording.name}: videos {recording.video_count}, clips {recording.clip_count}, downloads "
        f"{change.effect.download_count}."
    )
    print_clips(change.effect)
    print_text(_EFFECT_TEXTS[action])
    print_text("Nothing was changed. To continue, add --yes.")


def _build_command(action: RecordingAction, text: str, name: str | None = None) -> click.Command:
    """Return the command for an action. `text` is its help; its name is the action's by default."""

    @click.pass_obj
    def run_action(
        application: Any,
        subject: str,
        channel: str | None,
        actor: str,
        reason: str,
        as_json: bool,
        yes: bool = True,
    ) -> None:
        _run(application, action, subject, channel, actor, reason, yes, as_json)

    run_action.__doc__ = text
    options: list[Callable[[Any], Any]] = [
        target_argument,
        channel_option,
        reason_option,
        actor_option,
        json_option,
    ]
    options += [yes_option] if action in ACTIONS_TO_CONFIRM else []
    for option in reversed(options):
        run_action = option(run_action)
    declare = changes(f"recording.{action.value}", "event", "subject")
    return click.command(name or action.value)(declare(run_action))


COMMANDS = (
    _build_command(
        RecordingAction.HIDE,
        "Hide the recording of EVENT or library ITEM (key or id) from viewers.",
    ),
    _build_command(RecordingAction.SHOW, "Show a hidden recording again.", "unhide"),
    _build_command(
        RecordingAction.WITHDRAW,
        "Withdraw a recording with its clips and downloads.\n\nViewers lose access within a minute. For 30"
        " days, `touchline recordings restore` can bring everything back; then the files are deleted. Without"
        " --yes, the command shows what it would withdraw and exits with 1.",
    ),
    _build_command(RecordingAction.RESTORE, "Bring back a withdrawn recording with its clips."),
    _build_command(
        RecordingAction.DELETE,
        "Delete a recording, its files, clips and downloads. This cannot be undone.\n\nThe event can then be"
        " streamed again. Without --yes, the command shows what it would delete and exits with 1.",
    ),
)
