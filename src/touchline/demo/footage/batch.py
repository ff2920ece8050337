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
class VideoFile:
    """A spec and where its film is or will be."""

    spec: Spec
    path: Path

    @property
    def made(self) -> bool:
        """Whether it is there: files appear only when they are whole."""
        return self.path.is_file()


def list_video_files(specs: Sequence[Spec], folder: Path) -> list[VideoFile]:
    """Where each film goes: `folder/key-hash.mp4`."""
    return [VideoFile(spec, folder / f"{spec.key}-{_fingerprint(spec)}.mp4") for spec in specs]


def render(video_file: VideoFile, on_progress: Callable[[float], None]) -> None:
    """Make one film, over again if it is there."""
    if isinstance(video_file.spec, GameSpec):
        render_game(video_file.spec, video_file.path, on_progress)
    else:
        render_stills(video_file.spec, video_file.path, on_progress)


def render_all(
    video_files: Sequence[VideoFile],
    on_progress: Callable[[VideoFile, float], None],
    on_made: Callable[[VideoFile], None],
) -> None:
    """Make the films that are missing, two at a time; those that are there are told at once.

    `on_made` is called for each film as soon as it is there, `on_progress` with its share from 0 to 1.
    """
    missing = [video_file for video_file in video_files if not video_file.made]
    for video_file in video_files:
        if video_file.made:
            on_progress(video_file, 1.0)
            on_made(video_file)
    if not missing:
        return
    context = multiprocessing.get_context("spawn")
    manager = SyncManager(ctx=context)
    manager.start(die_with_parent)
    with manager, ExitStack() as stack:
        shares: DictProxy[int, float] = manager.dict()
        running: dict[Future[None], VideoFile] = {}
        for lane in lanes(missing):
            pool = stack.enter_context(ProcessPoolExecutor(1, context, die_with_parent))
            running |= {
                pool.submit(_work, video_file, missing.index(video_file), shares): video_file
                for video_file in lane
            }
        while running:
            done, _ = wait(running, _LOOK_SECONDS, FIRST_COMPLETED)
            for number, share in shares.items():
                on_progress(missing[number], share)
            for task in done:
                video_file = running.pop(task)
                task.result()
                on_made(video_file)


def lanes(missing: Sequence[VideoFile]) -> list[list[VideoFile]]:
    """One list of films a process, about equally long: a sport stays together, for it shares its drawings."""
    groups: dict[str, list[VideoFile]] = {}
    for video_file in missing:
        groups.setdefault(
            video_file.spec.sport if isinstance(video_file.spec, GameSpec) else video_file.spec.key, []
        ).append(video_file)
    found: list[list[VideoFile]] = [[] for _ in range(PROCESSES)]
    for group in sorted(groups.values(), key=_seconds, reverse=True):
        min(found, key=_seconds).extend(group)
    return [lane for lane in found if lane]


def _seconds(lane: Sequence[VideoFile]) -> float:
    return sum(video_file.spec.seconds for video_file in lane)


def _work(video_file: VideoFile, number: int, shares: DictProxy[int, float]) -> None:
    def tell(share: float) -> None:
        shares[number] = share

    render(video_file, tell)


@cache
def _code() -> str:
    """The drawing code and its fonts as one hash: a new version draws anew."""
    total, here = hashlib.sha256(), Path(__file__).parent
    for path in sorted([*here.rglob("*.py"), *here.glob("art/*.ttf")]):
        if "tests" not in path.parts:
            total.update(path.read_bytes())
    return total.hexdigest()


def _fingerprint(spec: Spec) -> str:
    total = hashlib.sha256(f"{_code()} {_describe(spec)}".encode())
    for path in _pictures(spec):
        total.update(path.read_bytes())
    return total.hexdigest()[:12]


def _describe(spec: Spec) -> str:
    """The spec without where its pictures happen to be."""
    return repr(spec).replace(str(_root(spec)), "")


def _root(spec: Spec) -> Path:
    pictures = _pictures(spec)
    return pictures[0].parent if pictures else Path("/")


def _pictures(spec: Spec) -> list[Path]:
    if isinstance(spec, StillsSpec):
        return list(spec.pictures)
    return [team.crest for team in (spec.away, spec.home) if team.crest]
