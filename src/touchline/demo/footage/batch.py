"""All films of some packs, two at a time, each once: a file is named after its spec and the drawing code."""

from __future__ import annotations

import hashlib
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from multiprocessing.managers import DictProxy, SyncManager
from pathlib import Path

from touchline.demo.footage.games import render_game
from touchline.demo.footage.specs import GameSpec, Spec, StillsSpec
from touchline.demo.footage.stills import render_stills
from touchline.shared.concurrency.processes import die_with_parent

PROCESSES = 2
_LOOK_SECONDS = 0.25


@dataclass(frozen=True)
class Film:
    """A spec and where its film is or will be."""

    spec: Spec
    path: Path

    @property
    def made(self) -> bool:
        """Whether it is there: files appear only when they are whole."""
        return self.path.is_file()


def films(specs: Sequence[Spec], folder: Path) -> list[Film]:
    """Where each film goes: `folder/key-hash.mp4`."""
    return [Film(spec, folder / f"{spec.key}-{_fingerprint(spec)}.mp4") for spec in specs]


def render(film: Film, on_progress: Callable[[float], None]) -> None:
    """Make one film, over again if it is there."""
    if isinstance(film.spec, GameSpec):
        render_game(film.spec, film.path, on_progress)
    else:
        render_stills(film.spec, film.path, on_progress)


def render_all(
    wanted: Sequence[Film], on_progress: Callable[[Film, float], None], on_made: Callable[[Film], None]
) -> None:
    """Make the films that are missing, two at a time; those that are there are told at once.

    `on_made` is called for each film as soon as it is there, `on_progress` with its share from 0 to 1.
    """
    missing = [film for film in wanted if not film.made]
    for film in wanted:
        if film.made:
            on_progress(film, 1.0)
            on_made(film)
    if not missing:
        return
    context = multiprocessing.get_context("spawn")
    manager = SyncManager(ctx=context)
    manager.start(die_with_parent)
    with manager, ExitStack() as stack:
        shares: DictProxy[int, float] = manager.dict()
        running: dict[Future[None], Film] = {}
        for lane in lanes(missing):
            pool = stack.enter_context(ProcessPoolExecutor(1, context, die_with_parent))
            running |= {pool.submit(_work, film, missing.index(film), shares): film for film in lane}
        while running:
            done, _ = wait(running, _LOOK_SECONDS, FIRST_COMPLETED)
            for number, share in shares.items():
                on_progress(missing[number], share)
            for task in done:
                film = running.pop(task)
                task.result()
                on_made(film)


def lanes(missing: Sequence[Film]) -> list[list[Film]]:
    """One list of films a process, about equally long: a sport stays together, for it shares its drawings."""
    groups: dict[str, list[Film]] = {}
    for film in missing:
        groups.setdefault(film.spec.sport if isinstance(film.spec, GameSpec) else film.spec.key, []).append(
            film
        )
    found: list[list[Film]] = [[] for _ in range(PROCESSES)]
    for group in sorted(groups.values(), key=_seconds, reverse=True):
        min(found, key=_seconds).extend(group)
    return [lane for lane in found if lane]


def _seconds(lane: Sequence[Film]) -> float:
    return sum(film.spec.seconds for film in lane)


def _work(film: Film, number: int, shares: DictProxy[int, float]) -> None:
    def tell(share: float) -> None:
        shares[number] = share

    render(film, tell)


@cache
def _code() -> str:
    """The drawing code and its fonts as one hash: a new version draws anew."""
    total, here = hashlib.sha256(), Path(__file__).parent
    for path in sorted([*here.rglob("*.py"), *here.glob("art/*.ttf")]):
        if "tests" not in path.parts:
            total.update(path.read_bytes())
    return total.hexdigest()


def _fingerprint(spec: Spec) -> str:
    total = hashlib.sha256(f"{_code()} {_told(spec)}".encode())
    for path in _pictures(spec):
        total.update(path.read_bytes())
    return total.hexdigest()[:12]


def _told(spec: Spec) -> str:
    """The spec without where its pictures happen to be."""
    return repr(spec).replace(str(_root(spec)), "")


def _root(spec: Spec) -> Path:
    pictures = _pictures(spec)
    return pictures[0].parent if pictures else Path("/")


def _pictures(spec: Spec) -> list[Path]:
    if isinstance(spec, StillsSpec):
        return list(spec.pictures)
    return [team.crest for team in (spec.away, spec.home) if team.crest]
