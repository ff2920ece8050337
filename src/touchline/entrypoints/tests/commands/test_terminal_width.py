"""Every command that lists something, in a terminal of 80 columns: no line is wider, and no key or URL is
broken.

Each command is either listed here with its arguments or listed as a command with an effect. A new command
fails the first test until it is in one of the two lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import NoneType, SimpleNamespace
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from touchline.billing.tests.offer_samples import IDS, billing_part, package_entry, usd
from touchline.channel.facade import ChannelDetails
from touchline.clips.application.processing.job_requests import CUT_CLIP_JOB
from touchline.clips.tests.adapters.conftest import clip_body
from touchline.clips.tests.adapters.scenario import PAST_START, ClipScenario, build_event, localized_text
from touchline.conftest import NOON, Visitor
from touchline.engagement.tests.forms import WORKSHOP_FORM
from touchline.entrypoints import cli
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.tests.commands.test_jobs import FAILED_JOB, FakeJobAdmin

WIDTH = 80
COPIED_LINES = ("  touchline ", "  example ")
EVENT = (
    "girls-varsity-volleyball-2026-11-21-cedar-ridge-at-northgate-second-game-of-the-doubleheader-semifinal"
)
LATER_EVENT = (
    "boys-varsity-hockey-2026-11-21-cedar-ridge-at-northgate-first-game-of-the-doubleheader-semifinal"
)
EMAIL = "maximiliana.featherstonehaugh-cholmondeley@students.cedar-ridge-consolidated-high-school.example"
OPERATOR = "wilhelmina.vandersloot-montgomery@athletics.cedar-ridge-consolidated-high-school.example"
PRODUCT = "everything-of-the-winter-season-with-all-playoffs-and-tournaments-of-cedar-ridge-and-northgate"
CODE = "BOOSTERSOFTHEGIRLSVOLLEYBALLTEAM"
ALIAS = "seat-at-the-annual-dinner-of-the-boosters-of-cedar-ridge-consolidated-high-school-and-friends"
JOB = "clip-cut-of-the-channel-prairie-for-the-game-of-cedar-ridge-at-northgate-on-the-first-of-november-7"
LONG_NAMES = (EVENT, LATER_EVENT, EMAIL, OPERATOR, PRODUCT, CODE, ALIAS, JOB)
SENTENCE = (
    "Her parents have asked in writing that no picture of her is shown on any public page of the channel"
)

LIST_COMMANDS = {
    "accounts list": ("--channel", "prairie"),
    "activity list": (),
    "analytics status": (),
    "channels history": (),
    "channels list": (),
    "clips info": ("{clip}",),
    "clips list": (),
    "clips list-reports": (),
    "consents check": (EVENT,),
    "consents list": (),
    "coupons list": (),
    "coupons show": (CODE,),
    "databases show-revision": (),
    "events feeds list": (),
    "forms list": (),
    "jobs list": (),
    "jobs show": (JOB,),
    "operators list": (),
    "orders list": (),
    "orders show": ("{order}",),
    "recordings list": (),
    "restream list": (),
    "reports dropped": (),
    "reports funnel": (),
    "reports overview": (),
    "reports quality": (),
    "reports realtime": (),
    "reports sales": (),
    "settings list": (),
    "settings show": ("database_url",),
    "streams list": (),
    "teams members list": ("northgate",),
    "takedowns list": (),
    "tokens list": (),
    "webhooks list": (),
}
"""Commands that print data, and their arguments."""
PREVIEW_COMMANDS = {
    "events cancel": (LATER_EVENT,),
    "recordings withdraw": (EVENT,),
    "recordings delete": (EVENT,),
}
"""Commands that show a preview unless called with `--yes`."""
TESTED_ELSEWHERE = {
    *("doctor", "reports breakdown", "reports retention", "channels apply", "channels check"),
    *("analytics evidence", "ledger shares", "orders make-good"),
    *("live rehearse", "restream status", "sponsors report", "streams captions"),
    "streams health",
}
"""Commands whose lists are tested elsewhere, because they need a deployment, an audience or another pack."""
ACTION_COMMANDS = set(
    """
    accounts add, accounts erase, accounts log-out, accounts remove-second-factor, accounts
    reset-password, accounts suspend, accounts unsuspend, activity export, analytics drain, backups
    check, backups create, backups restore, channels export, channels new, channels revert, clips
    approve, clips block-viewer, clips delete, clips feature, clips hide, clips retry, clips
    unblock-viewer, clips unfeature, clips unhide, consents delete, consents export, consents import,
    coupons add, coupons deactivate, databases create-revision, databases upgrade, demos build, demos
    buy, demos draw-footage, demos publish, demos send-audience, events feeds check, events feeds
    pause, events feeds resume, events import, events postpone, events reinstate, events
    simulate, forms export,
    ingest, jobs delete, jobs retry, live run-rehearsal, nginx, operators add, operators
    remove, operators set-role, orders
    export-ledger, orders grant, orders refund, orders revoke, recordings add, recordings hide,
    recordings restore, recordings trim, recordings unhide, restream add, restream off, restream on,
    restream remove, restream retry, run, streams switch, streams open, streams
    print-nginx-config, streams reopen, streams stop, streams test, teams members add, teams members
    remove, tokens revoke, webhooks add, webhooks log, webhooks redeliver, webhooks remove, webhooks
    resume, worker
    """.replace("\n", " ")
    .strip()
    .split(",")
)
"""Commands that do something and say so in a sentence, print a file, or keep running."""


def list_commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the paths of all commands below a command."""
    if not isinstance(command, click.Group):
        yield " ".join(path)
        return
    for name, child in command.commands.items():
        yield from list_commands(child, (*path, name))


def test_every_command_is_classified() -> None:
    known = [
        *LIST_COMMANDS,
        *PREVIEW_COMMANDS,
        *TESTED_ELSEWHERE,
        *(" ".join(command.split()) for command in ACTION_COMMANDS),
    ]
    assert sorted(known) == sorted(list_commands(cli.main))


@pytest.fixture
def run_touchline(application: Application) -> Callable[..., Result]:
    """Return a function that runs `touchline WORDS` in a terminal of 80 columns.

    The exit code may be 1 or 3, depending on the result.
    """
    admin = FakeJobAdmin([replace(FAILED_JOB, key=JOB)])

    jobs = SimpleNamespace(adapters=SimpleNamespace(job_admin=lambda: admin))

    def run(*arguments: str, stdin: str = "") -> Result:
        composed: Any = jobs if arguments[0] == "jobs" else application
        done = CliRunner(env={"COLUMNS": str(WIDTH)}).invoke(cli.main, arguments, obj=composed, input=stdin)
        assert isinstance(done.exception, SystemExit | NoneType), (arguments, done.output, done.exception)
        assert done.exit_code != 2, (arguments, done.output)
        return done

    return run


@pytest.fixture
def created_data(
    application: Application,
    channel: ChannelDetails,
    visit: Callable[[ChannelDetails], Visitor],
    run_touchline: Callable[..., Result],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> dict[str, str]:
    """Create a channel in which everything has a long name. Return the ids of its clip and of an order."""
    scene, run = ClipScenario(application, channel), application.runner.run
    monkeypatch.setattr(
        application.runner, "run", lambda task: None if task.name == CUT_CLIP_JOB else run(task)
    )
    sold = {"pass": "ppv", "price": {"base": usd("9.00"), "fee": usd("0.00")}}
    to_come = build_event(LATER_EVENT, NOON + timedelta(hours=5), label=localized_text(SENTENCE), **sold)
    scene.apply([build_event(EVENT, PAST_START, label=localized_text(SENTENCE)), to_come])
    with scene.transaction():
        game = package_entry("game", type="event", categories=[])
        offers = billing_part(package_entry(PRODUCT, name=localized_text(SENTENCE)), game)
        application.container.billing.facade().apply_pack(offers, IDS)
        application.container.engagement.facade().apply_pack(
            {"forms": [{**WORKSHOP_FORM, "key": ALIAS, "title": localized_text(SENTENCE)}]}
        )
    viewer = visit(channel).register(email=EMAIL, first_name="Maximiliana Theodora", last_name="Cholmondeley")
    scene.grant_pass(viewer, "clipping", "download_clip")
    expected = clip_body(
        scene.get_event_id(EVENT),
        scene.add_recording(EVENT),
        name="The block of the season, from the far corner",
    )
    clip = viewer.post("/clip", **expected)
    assert clip.status_code == 201
    clip_id = str(clip.json["data"]["id"])  # type: ignore[index]
    scene.finish_clip(int(clip_id))
    reported = visit(channel).post(f"/clip/{clip_id}/report", reason="person", text=SENTENCE)
    assert reported.status_code in (200, 201, 204), reported.text

    def execute(*arguments: str, stdin: str = "") -> None:
        done = run_touchline(*arguments, stdin=stdin)
        assert done.exit_code == 0, (arguments, done.output)

    people = tmp_path / "people.csv"
    people.write_text("name,recorded,named,valid_to\nMaximiliana Cholmondeley,no,,\n", encoding="utf-8")
    people.chmod(0o600)
    execute("consents", "import", str(people), "--participant", "northgate")
    execute("teams", "members", "add", "northgate", stdin=f"{OPERATOR}\n")
    execute("coupons", "add", CODE, "--percent", "50", "--product", f"package:{PRODUCT}")
    names = ("--first-name", "Wilhelmina", "--last-name", "Vandersloot-Montgomery", "--password-stdin")
    execute(
        "accounts", "add", OPERATOR, "--channel", "prairie", *names, "--verified", stdin="harvest moon 42\n"
    )
    execute("operators", "add", OPERATOR)
    execute("orders", "grant", OPERATOR, f"package:{PRODUCT}")
    execute("orders", "grant", OPERATOR, f"event:{LATER_EVENT}")
    reason = ("--reason", SENTENCE, "--actor", "athletics-desk")
    execute("accounts", "suspend", OPERATOR, "--channel", "prairie", *reason)
    execute("streams", "open", EVENT)
    return {"clip": clip_id, "order": str(viewer.data("/orders")[0]["id"])}


def find_invalid_lines(printed: str) -> list[str]:
    """Return lines that are too wide, and long words that were broken.

    A wide line is allowed if it is one word, or a command or setting to copy.
    """
    lines = [line for line in printed.splitlines() if not line.startswith(COPIED_LINES)]
    wide = [line for line in lines if cell_len(line) > WIDTH and len(line.split()) > 1]
    broken = [name for name in LONG_NAMES if printed.count(name[:24]) != printed.count(name)]
    return [*wide, *broken]


def test_lists_fit_the_terminal_without_breaking_keys(
    run_touchline: Callable[..., Result], created_data: dict[str, str]
) -> None:
    outputs = {
        command: run_touchline(
            *command.split(), *(argument.format(**created_data) for argument in arguments)
        ).output
        for command, arguments in (LIST_COMMANDS | PREVIEW_COMMANDS).items()
    }
    invalid = {
        command: found for command, printed in outputs.items() if (found := find_invalid_lines(printed))
    }
    assert invalid == {}
    unbroken = {
        command for command, printed in outputs.items() if any(argument in printed for argument in LONG_NAMES)
    }
    lists = "accounts list, coupons list, forms list, jobs list, streams list, operators list, orders list"
    assert {*lists.split(", "), *PREVIEW_COMMANDS} - {"events cancel"} <= unbroken
    assert all(
        SENTENCE.split()[-1] in outputs[command] for command in ("clips list-reports", "takedowns list")
    )
