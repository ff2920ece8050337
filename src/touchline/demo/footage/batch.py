"""Renders the videos of packs, two at a time.

A file name contains a hash of the spec and the rendering code, so each video is rendered once.
"""

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
_POLL_SECONDS = 0.25


@dataclass(frozen=True)
class VideoFile:
    """A spec and the path of its video, which may not be rendered yet."""

    spec: Spec
    path: Path

    @property
    def is_rendered(self) -> bool:
        """Return whether the video exists. Files appear only when they are complete."""
        return self.path.is_file()


def list_video_files(specs: Sequence[Spec], folder: Path) -> list[VideoFile]:
    """Return the path of each video: `folder/key-hash.mp4`."""
    return [VideoFile(spec, folder / f"{spec.key}-{_fingerprint(spec)}.mp4") for spec in specs]


def render(video_file: VideoFile, on_progress: Callable[[float], None]) -> None:
    """Render one video, even if it already exists."""
    if isinstance(video_file.spec, GameSpec):
        render_game(video_file.spec, video_file.path, on_progress)
    else:
        render_stills(video_file.spec, video_file.path, on_progress)


def render_all(
    video_files: Sequence[VideoFile],
    on_progress: Callable[[VideoFile, float], None],
    on_rendered: Callable[[VideoFile], None],
) -> None:
    """Render the missing videos, two at a time.

    `on_rendered` is called for each video as soon as it exists, and immediately for existing ones.
    `on_progress` is called with the progress from 0 to 1.
    """
    missing = [video_file for video_file in video_files if not video_file.is_rendered]
    for video_file in video_files:
        if video_file.is_rendered:
            on_progress(video_file, 1.0)
            on_rendered(video_file)
    if not missing:
        return
    context = multiprocessing.get_context("spawn")
    manager = SyncManager(ctx=context)
    manager.start(die_with_parent)
    with manager, ExitStack() as stack:
        shares: DictProxy[int, float] = manager.dict()
        running: dict[Future[None], VideoFile] = {}
        for lane in assign_to_processes(missing):
            pool = stack.enter_context(ProcessPoolExecutor(1, context, die_with_parent))
            running |= {
                pool.submit(_render_in_process, video_file, missing.index(video_file), shares): video_file
                for video_file in lane
            }
        while running:
            done, _ = wait(running, _POLL_SECONDS, FIRST_COMPLETED)
            for number, share in shares.items():
                on_progress(missing[number], share)
            for task in done:
                video_file = running.pop(task)
                task.result()
                on_rendered(video_file)


def assign_to_processes(missing: Sequence[VideoFile]) -> list[list[VideoFile]]:
    """Return one list of videos per process, of about equal duration.

    The games of a sport stay in one process, because they share cached drawings.
    """
    groups: dict[str, list[VideoFile]] = {}
    for video_file in missing:
        groups.setdefault(
            video_file.spec.sport if isinstance(video_file.spec, GameSpec) else video_file.spec.key, []
        ).append(video_file)
    lanes: list[list[VideoFile]] = [[] for _ in range(PROCESSES)]
    for group in sorted(groups.values(), key=_seconds, reverse=True):
        min(lanes, key=_seconds).extend(group)
    return [lane for lane in lanes if lane]


def _seconds(lane: Sequence[VideoFile]) -> float:
    return sum(video_file.spec.seconds for video_file in lane)


def _render_in_process(video_file: VideoFile, number: int, shares: DictProxy[int, float]) -> None:
    def report_progress(share: float) -> None:
        shares[number] = share

    render(video_file, report_progress)


@cache
def _hash_code() -> str:
    """Return one hash of the rendering code and its fonts. A new version renders all videos again."""
    hasher, folder = hashlib.sha256(), Path(__file__).parent
    for path in sorted([*folder.rglob("*.py"), *folder.glob("art/*.ttf")]):
        if "tests" not in path.parts:
            hasher.update(path.read_bytes())
    return hasher.hexdigest()


def _fingerprint(spec: Spec) -> str:
    hasher = hashlib.sha256(f"{_hash_code()} {_describe(spec)}".encode())
    for path in _list_images(spec):
        hasher.update(path.read_bytes())
    return hasher.hexdigest()[:12]


def _describe(spec: Spec) -> str:
    """Return the spec as text, without the folder of its images."""
    return repr(spec).replace(str(_root(spec)), "")


def _root(spec: Spec) -> Path:
    images = _list_images(spec)
    return images[0].parent if images else Path("/")


def _list_images(spec: Spec) -> list[Path]:
    if isinstance(spec, StillsSpec):
        return list(spec.pictures)
    return [team.crest for team in (spec.away, spec.home) if team.crest]
