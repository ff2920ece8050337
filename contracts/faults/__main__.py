"""Breaks a running deployment on purpose, in one way after the other, while visitors come:
`python -m contracts.faults [NAME…] [--json] [--list]`.

Exit code 1: something that was acknowledged is missing or there twice, what should have played did not, or
visitors were answered as they must not be. A fault that this machine cannot do is told, and no failure.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby, pairwise

import click

from contracts.faults.diary import ACT, LIVE, LOOK, NO_ANSWER, PLAY, TELL, Diary, Seen, so_many, words_of
from contracts.faults.each import FAULTS, POSTGRES, SQLITE, Fault, Span
from contracts.faults.proof import KINDS, Found, prove
from contracts.faults.servers import Missing
from contracts.faults.stage import Stage, stage
from contracts.faults.visitors import Crowd
from touchline.platform.tables import print_table

BEFORE = 4.0
AFTER = 4.0
MOST_LONGER = 45.0
MOST_AFTER = 75.0
PLAIN = {503, 409}
"""What says: not now. It says so in a sentence."""
_COLUMNS = (
    "fault",
    "recordings",
    "live",
    "pages",
    "told in these words",
    "acknowledged, found",
    "well after",
)
_STAGES = {POSTGRES: {}, SQLITE: {"sqlite": True}}


@dataclass(frozen=True)
class Outcome:
    """What came of a fault. `wrong` has a sentence for each thing that must not be."""

    fault: str
    name: str
    recordings: str = ""
    live: str = ""
    pages: str = ""
    refused: dict[str, int] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    seconds_until_well: float = 0.0
    wrong: tuple[str, ...] = ()
    left_out: str = ""


def outcomes(wanted: Sequence[Fault]) -> Iterator[Outcome]:
    """Each fault on its deployment: one for all that are of a kind, and another where one came to its end."""
    for where, group in groupby(wanted, key=lambda fault: fault.where):
        left = deque(group)
        while left:
            try:
                _tell(f"a deployment with {where} begins …")
                with stage(**_STAGES[where]) as ready:
                    while left:
                        _tell(f"{left[0].name} …")
                        found = outcome(ready, left[0])
                        left.popleft()
                        yield found
            except Missing as missing:
                fault = left.popleft()
                yield Outcome(fault.what, fault.name, left_out=str(missing))
            except Exception as wrong:
                fault = left.popleft()
                yield Outcome(fault.what, fault.name, wrong=(f"{type(wrong).__name__}: {wrong}",))


def outcome(ready: Stage, fault: Fault) -> Outcome:
    """Visitors come; it breaks; it is whole again; all that was acknowledged is looked for."""
    crowd = Crowd(ready)
    with crowd.at_once():
        time.sleep(BEFORE)
        since = time.monotonic()
        fault.begin(ready)
        time.sleep(fault.seconds)
        _until_shown(ready, fault, crowd, since)
        until = time.monotonic()
        fault.end(ready)
        crowd.no_more_newcomers()
        _until_well(crowd.diary, until)
    shown = fault.shown(ready, crowd, (since, until))
    return _told(fault, crowd, prove(crowd), shown, (since, until))


def _tell(words: str) -> None:
    """For who waits: it takes its time."""
    click.echo(words, err=True)


def _until_shown(ready: Stage, fault: Fault, crowd: Crowd, since: float) -> None:
    """A machine that is busy may take longer until anybody meets the fault."""
    until = time.monotonic() + MOST_LONGER
    while time.monotonic() < until and not fault.shown(ready, crowd, (since, time.monotonic())):
        time.sleep(0.5)


def _until_well(diary: Diary, since: float) -> None:
    """Stay until nobody was refused for a while."""
    while time.monotonic() - since < MOST_AFTER:
        time.sleep(0.5)
        if time.monotonic() - since - diary.well_since(since) > AFTER:
            return


def _told(fault: Fault, crowd: Crowd, found: Found, shown: str, span: Span) -> Outcome:
    diary, (since, until) = crowd.diary, span
    played, meanwhile = diary.between(since, until, PLAY), diary.between(since, until)
    everything = diary.between(since, float("inf"))
    pause = diary.longest_pause(since, until + AFTER)
    return Outcome(
        f"{fault.what} ({shown})" if shown else fault.what,
        fault.name,
        _share(played),
        f"stood still for {pause:.0f} s",
        _share([one for one in meanwhile if one.kind == LOOK]),
        dict(words_of([one for one in everything if one.kind in (PLAY, LIVE, LOOK, ACT, TELL)])),
        dict(found.acknowledged),
        round(diary.well_since(until), 1),
        tuple(wrong(fault, crowd, found, shown, played, everything, pause)),
    )


def wrong(
    fault: Fault,
    crowd: Crowd,
    found: Found,
    shown: str,
    played: Sequence[Seen],
    seen: Sequence[Seen],
    pause: float,
) -> Iterator[str]:
    """Every sentence is a promise that was not kept."""
    if not shown:
        yield "nothing shows that it was done at all"
    yield from crowd.stumbled
    yield from (f"nobody had: {kind}" for kind in KINDS if not found.acknowledged[kind])
    yield from (f"missing: {one}" for one in found.missing)
    yield from (f"twice: {one}" for one in found.twice)
    yield from (f"never got further than to ask for: {one.gave_up}" for one in crowd.lives if one.gave_up)
    if not played or time_that_plays(played) < fault.plays:
        yield f"of {len(played)} segments {sum(one.fine for one in played)} came"
    if pause > fault.live_seconds:
        yield f"the live picture stood still for {pause:.0f} s"
    bad = [one for one in seen if not one.fine and not _may_be(one, fault) and one.kind != "again"]
    yield from (f"{words} ({times} times)" for words, times in words_of(bad).items())


def time_that_plays(played: Sequence[Seen]) -> float:
    """The share of the time in which one who plays without a pause got what they asked for. A refusal comes
    sooner than a segment does, and the next is asked for at once: counted, refusals would be more than they
    last."""
    ends = [played[0].at - played[0].seconds, *(one.at for one in played)]
    spans = [end - begin for begin, end in pairwise(ends)]
    fine = sum(span for span, one in zip(spans, played, strict=True) if one.fine)
    return fine / sum(spans)


def _may_be(refusal: Seen, fault: Fault) -> bool:
    if refusal.status == NO_ANSWER:
        return fault.silence
    return refusal.status in PLAIN and refusal.words != ""


def _share(seen: Sequence[Seen]) -> str:
    fine = [one for one in seen if one.fine]
    slowest = max((one.seconds for one in fine), default=0.0)
    return f"{len(fine)} of {len(seen)}, the slowest {slowest:.1f} s"


def _cells(one: Outcome, between: str = "; ") -> tuple[str, ...]:
    if one.left_out:
        return (one.fault, "left out:", one.left_out, "", "", "", "")
    words = between.join(f"{said} (×{times})" for said, times in one.refused.items()) or "nobody was refused"
    kept = ", ".join(so_many(times, what) for what, times in sorted(one.acknowledged.items()))
    found = f"{kept}: all found" if not one.wrong else f"{kept}; WRONG: {'; '.join(one.wrong)}"
    return (one.fault, one.recordings, one.live, one.pages, words, found, f"{one.seconds_until_well} s")


@click.command()
@click.argument("names", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for each, for programs.")
@click.option("--page", "as_page", is_flag=True, help="The rows of the table in docs/how-to, in Markdown.")
@click.option("--list", "only_list", is_flag=True, help="Say which faults there are, and do none.")
def main(names: tuple[str, ...], as_json: bool, as_page: bool, only_list: bool) -> None:
    """Do the faults with these NAMES, or all of them."""
    known = {fault.name: fault for fault in FAULTS}
    if only_list:
        print_table(("name", "fault"), [(fault.name, fault.what) for fault in FAULTS])
        return
    unknown = [name for name in names if name not in known]
    if unknown:
        raise click.UsageError(f"There is no fault {', '.join(unknown)}. There are: {', '.join(known)}.")
    wanted = [fault for fault in FAULTS if not names or fault.name in names]
    # Whoever stops this leaves no server and no disk behind
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    found = []
    for one in outcomes(wanted):
        found.append(one)
        if as_json:
            click.echo(json.dumps(asdict(one), ensure_ascii=False))
        came = "left out" if one.left_out else "WRONG" if one.wrong else "as it should be"
        _tell(f"{one.name}: {came}")
        for sentence in one.wrong:
            _tell(f"  {sentence}")
    if as_page:
        for one in found:
            click.echo(f"| {' | '.join(_cells(one, '<br>'))} |")
    elif not as_json:
        print_table(_COLUMNS, [_cells(one) for one in found])
    sys.exit(any(one.wrong for one in found))


if __name__ == "__main__":
    main()
