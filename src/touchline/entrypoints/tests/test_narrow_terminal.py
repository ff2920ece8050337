"""Every command that lists something, in a terminal of 80 columns: no line is wider, no key or address is
broken.

Each command of the tree is either here with its arguments or among those that do something; a new command
fails the first test until it is in one of the two.
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

from touchline.billing.tests.samples import IDS, package, part
from touchline.channel.facade import ChannelFacts
from touchline.clips.application.asking_to_cut import CUT_CLIP
from touchline.clips.tests.adapters.conftest import wish
from touchline.clips.tests.adapters.scene import EARLIER, Scene, game, text
from touchline.conftest import NOON, Visitor
from touchline.engagement.tests.forms import SEAT
from touchline.entrypoints import cli
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.tests.test_dead_letters import LETTER, FakeDesk

WIDTH = 80
EVENT = (
    "girls-varsity-volleyball-2026-11-21-cedar-ridge-at-northgate-second-game-of-the-doubleheader-semifinal"
)
LATER = "boys-varsity-hockey-2026-11-21-cedar-ridge-at-northgate-first-game-of-the-doubleheader-semifinal"
EMAIL = "maximiliana.featherstonehaugh-cholmondeley@students.cedar-ridge-consolidated-high-school.example"
OPERATOR = "wilhelmina.vandersloot-montgomery@athletics.cedar-ridge-consolidated-high-school.example"
PRODUCT = "everything-of-the-winter-season-with-all-playoffs-and-tournaments-of-cedar-ridge-and-northgate"
CODE = "BOOSTERSOFTHEGIRLSVOLLEYBALLTEAM"
ALIAS = "seat-at-the-annual-dinner-of-the-boosters-of-cedar-ridge-consolidated-high-school-and-friends"
JOB = "clip-cut-of-the-channel-prairie-for-the-game-of-cedar-ridge-at-northgate-on-the-first-of-november-7"
LONG = (EVENT, LATER, EMAIL, OPERATOR, PRODUCT, CODE, ALIAS, JOB)
SENTENCE = (
    "Her parents have asked in writing that no picture of her is shown on any public page of the channel"
)

LISTS = {
    "account list": ("prairie",),
    "analytics status": (),
    "channel list": (),
    "clips info": ("{clip}",),
    "clips list": (),
    "clips reports": (),
    "config": (),
    "consent check": (EVENT,),
    "consent list": (),
    "coupons list": (),
    "coupons show": (CODE,),
    "db current": (),
    "forms list": (),
    "jobs list": (),
    "jobs show": (JOB,),
    "live list": (),
    "media list": (),
    "operator list": (),
    "orders list": (),
    "orders show": ("{order}",),
    "report dropped": (),
    "report funnel": (),
    "report now": (),
    "report overview": (),
    "report quality": (),
    "report sales": (),
    "takedowns list": (),
}
"""Commands that print what there is, and their arguments."""
PREVIEWS = {"events cancel": (LATER,), "media withdraw": (EVENT,), "media delete": (EVENT,)}
"""Commands that show a preview unless called with `--yes`."""
ELSEWHERE = {"doctor", "report by", "report retention", "channel apply"}
"""What they list is tested with what they need: a deployment, an audience, another pack."""
ACTS = set(
    """
    account add, account end-sessions, account erase, account remove-second-factor, account suspend,
    account temporary-password, account unsuspend, analytics drain, backup, channel export, channel
    new, clips approve, clips block, clips delete, clips hide, clips retry, clips show, clips
    unblock, consent erase, consent export, consent import, coupons add, coupons stop, db revision,
    db upgrade, demo audience, demo footage, demo make, demo publish, events postpone, events
    reinstate, fleet, forms export, ingest, jobs drop, jobs retry, live end, live key, live nginx,
    live reopen, live simulate, live stop, live test, media add, media hide, media restore, media
    show, nginx, operator add, operator remove, orders grant, orders ledger, orders refund, orders
    revoke, restore, run, worker
    """.replace("\n", " ")
    .strip()
    .split(",")
)
"""Commands that do something and say so in a sentence, print a file, or keep running."""


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[str]:
    """The paths of all commands below one."""
    if not isinstance(command, click.Group):
        yield " ".join(path)
        return
    for name, child in command.commands.items():
        yield from leaves(child, (*path, name))


def test_every_command_is_known_to_list_or_to_act() -> None:
    known = [*LISTS, *PREVIEWS, *ELSEWHERE, *(" ".join(one.split()) for one in ACTS)]
    assert sorted(known) == sorted(leaves(cli.main))


@pytest.fixture
def touchline(house: House) -> Callable[..., Result]:
    """Run `touchline WORDS` in a terminal of 80 columns. What it finds may make its exit code 1 or 3."""
    desk = FakeDesk([replace(LETTER, key=JOB)])

    jobs = SimpleNamespace(adapters=SimpleNamespace(job_desk=lambda: desk))

    def run(*words: str, typed: str = "") -> Result:
        composed: Any = jobs if words[0] == "jobs" else house
        done = CliRunner(env={"COLUMNS": str(WIDTH)}).invoke(cli.main, words, obj=composed, input=typed)
        assert isinstance(done.exception, SystemExit | NoneType), (words, done.output, done.exception)
        assert done.exit_code != 2, (words, done.output)
        return done

    return run


@pytest.fixture
def made(
    house: House,
    channel: ChannelFacts,
    visit: Callable[[ChannelFacts], Visitor],
    touchline: Callable[..., Result],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> dict[str, str]:
    """A channel in which everything has a long name; answers the ids of its clip and of an order."""
    scene, run = Scene(house, channel), house.runner.run
    monkeypatch.setattr(house.runner, "run", lambda task: None if task.name == CUT_CLIP else run(task))
    to_come = game(LATER, NOON + timedelta(hours=5), label=text(SENTENCE))
    scene.apply([game(EVENT, EARLIER, label=text(SENTENCE)), to_come])
    with scene.transaction():
        offers = part(package(PRODUCT, name=text(SENTENCE)))
        house.container.billing.facade().apply_pack(offers, IDS)
        house.container.engagement.facade().apply_pack(
            {"forms": [{**SEAT, "key": ALIAS, "title": text(SENTENCE)}]}
        )
    viewer = visit(channel).register(email=EMAIL, first_name="Maximiliana Theodora", last_name="Cholmondeley")
    scene.allow(viewer, "clipping", "download_clip")
    wanted = wish(scene.event(EVENT), scene.film(EVENT), name="The block of the season, from the far corner")
    clip = viewer.post("/clip", **wanted)
    assert clip.status_code == 201
    clip_id = str(clip.json["data"]["id"])  # type: ignore[index]
    scene.finish(int(clip_id))
    reported = visit(channel).post(f"/clip/{clip_id}/report", reason="person", text=SENTENCE)
    assert reported.status_code in (200, 201, 204), reported.text

    def do(*words: str, typed: str = "") -> None:
        done = touchline(*words, typed=typed)
        assert done.exit_code == 0, (words, done.output)

    people = tmp_path / "people.csv"
    people.write_text("name,recorded,named,valid_to\nMaximiliana Cholmondeley,no,,\n", encoding="utf-8")
    people.chmod(0o600)
    do("consent", "import", str(people), "--participant", "northgate")
    do("coupons", "add", CODE, "--percent", "50", "--product", f"package:{PRODUCT}")
    names = ("--first-name", "Wilhelmina", "--last-name", "Vandersloot-Montgomery", "--password-stdin")
    do("account", "add", "prairie", OPERATOR, *names, "--verified", typed="harvest moon 42\n")
    do("operator", "add", OPERATOR)
    do("orders", "grant", OPERATOR, f"package:{PRODUCT}")
    do("account", "suspend", "prairie", OPERATOR, "--reason", SENTENCE, "--by", "athletics-desk")
    do("live", "key", EVENT)
    return {"clip": clip_id, "order": str(viewer.data("/orders")[0]["id"])}


def wrong_lines(printed: str) -> list[str]:
    """Lines that are wider than the terminal without being one word or a command to copy, and long words that
    were broken."""
    lines = [line for line in printed.splitlines() if not line.startswith("  touchline ")]
    wide = [line for line in lines if cell_len(line) > WIDTH and len(line.split()) > 1]
    broken = [word for word in LONG if printed.count(word[:24]) != printed.count(word)]
    return [*wide, *broken]


def test_no_list_is_wider_than_the_terminal_nor_breaks_a_key(
    touchline: Callable[..., Result], made: dict[str, str]
) -> None:
    outputs = {
        command: touchline(*command.split(), *(word.format(**made) for word in words)).output
        for command, words in (LISTS | PREVIEWS).items()
    }
    wrong = {command: found for command, printed in outputs.items() if (found := wrong_lines(printed))}
    assert wrong == {}
    whole = {command for command, printed in outputs.items() if any(word in printed for word in LONG)}
    lists = "account list, coupons list, forms list, jobs list, live list, operator list, orders list"
    assert {*lists.split(", "), *PREVIEWS} - {"events cancel"} <= whole
    assert all(SENTENCE.split()[-1] in outputs[command] for command in ("clips reports", "takedowns list"))
