"""What owners do with their clips: name, unshare, cut once more, delete (api.md, "Clips")."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.clips.application.asking_to_cut import ask_to_cut, remove_files_of
from touchline.clips.application.counting import CountClips
from touchline.clips.domain.clip import Clip, Words
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips, SameClip
from touchline.clips.ports.footages import Footages
from touchline.shared.errors import Forbidden, NotFound
from touchline.shared.jobs import Jobs
from touchline.shared.principal import Principal

HIDDEN = "The channel has hidden this clip."
ANOTHERS = "This clip was made by another viewer."


class OwnClips:
    """Finds a clip for its owner, to be changed."""

    def __init__(self, clips: Clips, footages: Footages) -> None:
        self._clips = clips
        self._footages = footages

    def held(self, principal: Principal, clip_id: ClipId) -> Clip:
        """`Forbidden` for another viewer's, `NotFound` where there is none that this viewer could see."""
        clip = self._clips.held(clip_id)
        if clip is None:
            raise NotFound()
        if not clip.is_of(principal.account_id):
            raise Forbidden(ANOTHERS) if self._footages.rows(principal, [clip.event_id]) else NotFound()
        return clip


class ChangeClip:
    """Changes that leave a clip as it plays."""

    def __init__(self, own: OwnClips, clips: Clips, jobs: Jobs) -> None:
        self._own = own
        self._clips = clips
        self._jobs = jobs

    def rename(
        self, principal: Principal, clip_id: ClipId, name: str | None, tags: Sequence[str] | None
    ) -> Clip:
        """New words; None leaves as it is. `Invalid`; `SameClip` where the viewer has it under that name
        already."""
        clip = self._own.held(principal, clip_id)
        wanted = clip.words
        clip.rename(Words.of(wanted.name if name is None else name, wanted.tags if tags is None else tags))
        same = self._clips.same(clip)
        if same is not None and same.id != clip.id:
            raise SameClip
        self._clips.save(clip)
        return clip

    def unshare(self, principal: Principal, clip_id: ClipId) -> Clip:
        """A new uuid: the old one leads nowhere."""
        clip = self._own.held(principal, clip_id)
        clip.unshare()
        self._clips.save(clip)
        return clip

    def retry(self, principal: Principal, clip_id: ClipId) -> Clip:
        """Queue a clip that failed; `Refused` for another."""
        clip = self._own.held(principal, clip_id)
        if clip.is_hidden:
            raise Forbidden(HIDDEN)
        clip.retry()
        self._clips.save(clip)
        ask_to_cut(self._jobs, clip)
        return clip


class DeleteClip:
    """Forgets a clip: it is gone with the transaction, its files by a job after it."""

    def __init__(self, own: OwnClips, clips: Clips, count: CountClips, jobs: Jobs) -> None:
        self._own = own
        self._clips = clips
        self._count = count
        self._jobs = jobs

    def __call__(self, principal: Principal, clip_id: ClipId) -> None:
        """`Forbidden` for another viewer's, `NotFound`."""
        clip = self._own.held(principal, clip_id)
        self._clips.remove(clip.id)
        self._count(clip.channel_id, clip.event_id)
        remove_files_of(self._jobs, clip)
