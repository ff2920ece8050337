"""Taking the file of a clip away (api.md, `GET /clip/download/{id}`)."""

from __future__ import annotations

from typing import Any

from touchline.clips.application.change_clip import HIDDEN
from touchline.clips.application.clip_answers import ClipAnswers
from touchline.clips.application.meter import DownloadMeter
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.filenames import filename
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.files import Addresses
from touchline.clips.ports.footages import Footages
from touchline.shared.errors import Forbidden, NotFound, Refused
from touchline.shared.principal import Principal
from touchline.shared.work import WorkState

STILL_CUT = "This clip is still being cut."
FAILED = "This clip could not be cut."
LOCKED = "You may not watch this event."


class TakeClip:
    """Gives the address of a clip's file, and counts that the viewer took it away."""

    def __init__(
        self,
        clips: Clips,
        footages: Footages,
        answers: ClipAnswers,
        meter: DownloadMeter,
        addresses: Addresses,
    ) -> None:
        self._clips = clips
        self._footages = footages
        self._answers = answers
        self._meter = meter
        self._addresses = addresses

    def __call__(self, principal: Principal, clip_id: ClipId) -> dict[str, Any]:
        """`{url, filename, size, expires_at}`. `NotFound`; `Forbidden` in a blocked region, for a clip that
        the viewer may not play, without the capability, or past the limit; `Refused` before it is ready."""
        clip = self._clips.get(clip_id)
        around = self._answers.around(principal, [clip] if clip else [])
        if clip is None or clip.event_id not in around.events:
            raise NotFound()
        if clip.is_hidden:
            raise Forbidden(HIDDEN) if clip.is_of(principal.account_id) else NotFound()
        region = self._footages.region(principal, clip.event_id)
        if not around.may_play(clip, shared=False):
            raise Forbidden(LOCKED)
        allowance = self._meter.admit(principal.viewer, "clip")
        _check_ready(clip)
        self._meter.count(principal.viewer, "clip", clip.id, allowance)
        name = filename(around.events[clip.event_id], clip.words.name)
        signed = self._addresses.file(clip.file_key, principal.session_id, region, name)
        return {"url": signed.url, "filename": name, "size": clip.size, "expires_at": signed.expires_at}


def _check_ready(clip: Clip) -> None:
    if clip.state is WorkState.FAILED:
        raise Refused(FAILED)
    if clip.state is not WorkState.READY:
        raise Refused(STILL_CUT)
