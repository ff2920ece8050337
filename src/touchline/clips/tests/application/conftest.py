"""A desk with everything that use cases of clips need, from fakes."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest

from touchline.clips.application.change_clip import ChangeClip, DeleteClip, OwnClips
from touchline.clips.application.clip_answers import ClipAnswers
from touchline.clips.application.clip_queries import ListClips, ShowClip
from touchline.clips.application.counting import CountClips
from touchline.clips.application.forget_viewer import ForgetViewer
from touchline.clips.application.meter import ClipMeter, DownloadMeter
from touchline.clips.application.moderate_clips import HideClips, ModerateClips
from touchline.clips.application.report_clip import ReportClip
from touchline.clips.application.save_clip import Keeping, SaveClip
from touchline.clips.application.share_links import ShareLinks
from touchline.clips.application.take_clip import TakeClip
from touchline.clips.ports.allowances import Allowance
from touchline.clips.tests import fakes, moderation_fakes
from touchline.clips.tests.samples import NOON
from touchline.shared.clock import FixedClock


@pytest.fixture
def desk() -> SimpleNamespace:
    """Everybody may clip and download here; event 7 has the medium 8."""
    unlimited = Allowance(allowed=True)
    desk = SimpleNamespace(
        clips=fakes.FakeClips(),
        downloads=fakes.FakeDownloads(),
        turns=fakes.FakeTurns(),
        ranges=fakes.FakeSharedRanges(),
        footages=fakes.FakeFootages(),
        allowances=fakes.FakeAllowances({"clipping": unlimited, "download_clip": unlimited}),
        files=fakes.FakeFiles(),
        addresses=fakes.FakeAddresses(),
        announced=fakes.Announced(),
        reports=moderation_fakes.FakeReports(),
        blocked=moderation_fakes.FakeBlockedMakers(),
        rules=moderation_fakes.FakeRules(),
        jobs=fakes.FakeJobs(),
        clock=FixedClock(NOON),
    )
    count = CountClips(desk.clips, desk.turns, desk.announced, desk.clock)
    links = ShareLinks(desk.footages, desk.ranges, desk.turns, timedelta(minutes=10))
    answers = ClipAnswers(desk.footages, desk.clips, desk.addresses, desk.rules, links)
    own = OwnClips(desk.clips, desk.footages)
    meter = ClipMeter(desk.allowances, desk.clips, desk.turns, desk.blocked)
    downloads = DownloadMeter(desk.allowances, desk.downloads, desk.turns, desk.clock)
    keeping = Keeping(desk.clips, desk.files)
    desk.save = SaveClip(desk.footages, keeping, meter, count, desk.jobs, desk.clock)
    desk.show = ShowClip(desk.clips, answers)
    desk.list = ListClips(desk.clips, desk.footages, answers)
    desk.change = ChangeClip(own, desk.clips, desk.jobs)
    desk.delete = DeleteClip(own, desk.clips, count, desk.jobs)
    desk.take = TakeClip(desk.clips, desk.footages, answers, downloads, desk.addresses)
    desk.forget = ForgetViewer(
        desk.clips, desk.downloads, desk.reports, desk.blocked, desk.ranges, count, desk.jobs
    )
    hide = HideClips(desk.clips, desk.rules, count, desk.jobs, desk.clock)
    desk.report = ReportClip(
        desk.clips, desk.footages, desk.reports, desk.rules, hide, desk.announced, desk.clock
    )
    desk.moderate = ModerateClips(desk.clips, desk.reports, desk.rules, hide, count, desk.jobs, desk.clock)
    return desk
