"""The commands, their output and their exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.cli import channels
from touchline.front.packs.tests.document.studio import Studio
from touchline.front.packs.tests.pack_fixtures import DATA, copy_pack

RunCommand = Callable[..., Result]


@pytest.fixture
def run_command(application: Application) -> RunCommand:
    """Return a function that runs `touchline channels …`."""
    return lambda *arguments: CliRunner().invoke(
        channels, [str(argument) for argument in arguments], obj=application
    )


def test_apply_prints_the_changes(run_command: RunCommand, full_pack: Path) -> None:
    first, second = run_command("apply", full_pack), run_command("apply", full_pack)
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert "Applied riverside" in first.stdout
    assert "Applied riverside: 0 changes" in second.stdout


def test_apply_prints_json(run_command: RunCommand, full_pack: Path) -> None:
    output = json.loads(run_command("apply", full_pack, "--json").stdout)
    assert output["ok"] and output["channel"]["slug"] == "riverside"
    assert output["changes"] == sum(counts["created"] for counts in output["counts"].values())
    assert output["counts"]["billing"] == {"created": 7, "updated": 0, "withdrawn": 0, "unchanged": 0}


def test_check_changes_nothing(run_command: RunCommand, full_pack: Path) -> None:
    result = run_command("check", full_pack)
    assert result.exit_code == 0 and "No problems" in result.stdout and "3 events" in result.stdout
    assert json.loads(run_command("list", "--json").stdout) == []


@pytest.mark.parametrize("command", ["apply", "check"])
def test_a_pack_with_problems_exits_with_1_and_lists_all_of_them(
    run_command: RunCommand, tmp_path: Path, command: str
) -> None:
    root = copy_pack("whole", tmp_path, DATA / "broken" / "the-same-twice")
    result = run_command(command, root)
    assert result.exit_code == 1
    assert f"{root}/locations.yaml:3: [barn].key: `barn` is already used" in result.stderr
    assert "3 problems. Nothing was changed." in result.stderr


def test_problems_in_json_have_file_line_and_field(run_command: RunCommand, tmp_path: Path) -> None:
    root = copy_pack("whole", tmp_path, DATA / "broken" / "a-colour-without-quotes")
    result = run_command("apply", root, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {
        "ok": False,
        "problems": [
            {
                "file": "channel.yaml",
                "line": 7,
                "field": "colors.live",
                "message": "is empty",
                "hint": "write a color such as '#0b1018' (in quotes)",
            }
        ],
    }


def test_a_missing_folder_is_a_usage_error(run_command: RunCommand, tmp_path: Path) -> None:
    assert run_command("apply", tmp_path / "nowhere").exit_code == 2


def test_an_applied_channel_can_be_exported_and_listed(
    run_command: RunCommand, full_pack: Path, tmp_path: Path
) -> None:
    run_command("apply", full_pack)
    output = json.loads(run_command("export", tmp_path / "pack", "--channel", "riverside", "--json").stdout)
    assert "channel.yaml" in output["files"] and (tmp_path / "pack" / "channel.yaml").is_file()
    (row,) = json.loads(run_command("list", "--json").stdout)
    assert row["slug"] == "riverside" and "riverside.example.org" in row["domains"]
    assert "Riverside Sports" in run_command("list").stdout


def test_an_empty_list_explains_how_to_create_a_channel(run_command: RunCommand) -> None:
    assert "touchline channels apply FOLDER" in run_command("list").stdout


def test_apply_lists_conflicts_with_the_studio_and_resolves_them_on_request(
    run_command: RunCommand, full_pack: Path, studio: Studio
) -> None:
    run_command("apply", full_pack)
    studio.edit("faq", "refunds", question="Can I get my money back?")
    faq = full_pack / "faq.yaml"
    faq.write_text(faq.read_text().replace("Do you refund?", "Do you refund tickets?"))
    refused = run_command("apply", full_pack)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr.splitlines() == [
        f"{full_pack}/faq.yaml:3: faq[refunds].question",
        "  pack:    Do you refund tickets?",
        "  studio:  Can I get my money back?",
        "1 conflict. Nothing was changed. Edit the pack, or add --ours or --theirs.",
    ]
    conflicts = json.loads(run_command("apply", full_pack, "--json").stdout)["conflicts"]
    assert [(found["line"], found["value"]) for found in conflicts] == [(3, "Do you refund tickets?")]
    kept = run_command("apply", full_pack, "--ours")
    assert kept.exit_code == 0 and "Kept the studio's edits of 1 entries." in kept.stdout


def test_history_lists_revisions_and_shows_the_fields_of_one(
    run_command: RunCommand, full_pack: Path, studio: Studio
) -> None:
    run_command("apply", full_pack, "--actor", "Grace Engineer")
    studio.edit("faq", "refunds", question="Can I get my money back?")
    edit, apply = json.loads(run_command("history", "--json").stdout)
    assert (apply["author"], apply["source"], apply["reverts"]) == ("Grace Engineer", "apply", None)
    assert (edit["author"], edit["count"]) == ("Ada Coach", 1)
    assert edit["entries"] == [{"section": "faq", "key": "refunds"}]
    assert "Grace Engineer" in run_command("history").stdout
    shown = run_command("history", edit["id"]).stdout
    assert "faq[refunds].question: Do you refund? → Can I get my money back?" in shown
    [change] = json.loads(run_command("history", edit["id"], "--json").stdout)["changes"]
    assert change["before"]["question"] == "Do you refund?"


def test_revert_undoes_a_revision_and_lists_what_changed_again(
    run_command: RunCommand, full_pack: Path, studio: Studio
) -> None:
    run_command("apply", full_pack)
    studio.edit("faq", "refunds", question="Can I get my money back?")
    edit = studio.latest().id
    studio.edit("faq", "refunds", question="Refunds?")
    refused = run_command("revert", edit)
    assert refused.exit_code == 1 and "  restore: Do you refund?" in refused.stderr
    assert "Add --keep-later-changes to leave these fields alone, or --force" in refused.stderr
    undone = run_command("revert", edit, "--force")
    assert undone.exit_code == 0
    assert "faq[refunds].question: Refunds? → Do you refund?" in undone.stdout
    assert "undone already" in run_command("revert", edit).stdout


@pytest.fixture
def replaced_edit(run_command: RunCommand, full_pack: Path, studio: Studio) -> int:
    """Return a revision of a question and its answer. The question was changed again since."""
    run_command("apply", full_pack)
    studio.edit("faq", "refunds", question="Can I get my money back?", answer="Ask us.")
    edit = studio.latest().id
    studio.edit("faq", "refunds", question="Refunds?")
    return edit


def test_revert_keeps_later_changes_on_request(run_command: RunCommand, replaced_edit: int) -> None:
    undone = run_command("revert", replaced_edit, "--keep-later-changes")
    assert undone.exit_code == 0 and "faq[refunds].answer: Ask us. → " in undone.stdout
    assert "question" not in undone.stdout
    shown = json.loads(run_command("revert", replaced_edit, "--dry-run", "--json").stdout)
    assert [conflict["current"] for conflict in shown["conflicts"]] == ["Refunds?"]


def test_a_dry_run_of_revert_shows_what_would_change_and_changes_nothing(
    run_command: RunCommand, studio: Studio, replaced_edit: int
) -> None:
    latest = studio.latest().id
    shown = run_command("revert", replaced_edit, "--dry-run")
    assert shown.exit_code == 0 and "faq[refunds].answer: Ask us. → " in shown.stdout
    assert "faq[refunds].question: Refunds?, before the revision Do you refund?" in shown.stdout
    assert "Nothing was changed. Add --keep-later-changes" in shown.stdout
    forced = run_command("revert", replaced_edit, "--dry-run", "--force")
    assert "faq[refunds].question: Refunds? → Do you refund?" in forced.stdout
    assert forced.stdout.endswith("Nothing was changed.\n")
    assert studio.latest().id == latest


def test_a_dry_run_of_revert_prints_the_json_of_the_api(run_command: RunCommand, replaced_edit: int) -> None:
    output = json.loads(run_command("revert", replaced_edit, "--dry-run", "--json").stdout)
    assert output["ok"] and output["effects"] == []
    assert [change["field"] for change in output["changes"]] == ["answer"]
    [conflict] = output["conflicts"]
    assert (conflict["field"], conflict["value"]) == ("question", "Do you refund?")


def test_revert_cannot_both_keep_and_restore_later_changes(
    run_command: RunCommand, replaced_edit: int
) -> None:
    refused = run_command("revert", replaced_edit, "--keep-later-changes", "--force")
    assert refused.exit_code == 2
    assert "Use either --keep-later-changes or --force." in refused.stderr


def test_a_dry_run_of_a_second_undo_says_so(run_command: RunCommand, replaced_edit: int) -> None:
    run_command("revert", replaced_edit, "--force")
    assert (
        f"Revision {replaced_edit} is undone already."
        in run_command("revert", replaced_edit, "--dry-run").stdout
    )
