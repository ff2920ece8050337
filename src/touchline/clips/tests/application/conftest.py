"""All use cases of clips, over fakes."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest

from touchline.clips.application.downloads.download_clip import DownloadClip
from touchline.clips.application.editing.caption_folders import CaptionFolders
from touchline.clips.application.editing.change_clip import ChangeClip, DeleteClip, OwnedClips
from touchline.clips.application.editing.count_clips import CountClips
from touchline.clips.application.editing.quotas import ClipQuota, DownloadQuota
from touchline.clips.application.editing.save_clip import ClipStorage, SaveClip
from touchline.clips.application.erasure.erase_viewer import EraseViewer
from touchline.clips.application.highlights.arrange_highlights import UpdateReel
from touchline.clips.application.moderation.moderate_clips import HideClip, ModerateClips
from touchline.clips.application.moderation.report_clip import ReportClip
from touchline.clips.application.viewing.clip_queries import ListClips, ShowClip
from touchline.clips.application.viewing.clip_serializer import ClipSerializer
from touchline.clips.application.viewing.featured_clips import ListFeaturedClips
from touchline.clips.application.viewing.share_links import ShareLinks
from touchline.clips.ports.allowances import Allowance
from touchline.clips.tests import fakes, highlight_fakes, moderation_fakes
from touchline.clips.tests.samples import NOON
from touchline.shared.clock import FixedClock


@pytest.fixture
def use_cases() -> SimpleNamespace:
    """Return use cases in which everybody may save and download clips. Event 7 has the media item 8."""
    allowance = Allowance(is_allowed=True)
    use_cases = SimpleNamespace(
        clips=fakes.FakeClips(),
        downloads=fakes.FakeDownloads(),
        locks=fakes.FakeClipLocks(),
        ranges=fakes.FakeSharedRanges(),
        event_catalog=fakes.FakeEventCatalog(),
        allowances=fakes.FakeAllowances({"clipping": allowance, "download_clip": allowance}),
        files=fakes.FakeFiles(),
        urls=fakes.FakeClipUrls(),
        announce=fakes.FakeAnnounce(),
        reels=highlight_fakes.FakeReels(),
        reports=moderation_fakes.FakeReports(),
        blocked_creators=moderation_fakes.FakeBlockedCreators(),
        channel=moderation_fakes.FakeChannelModeration(),
        jobs=fakes.FakeJobs(),
        clock=FixedClock(NOON),
    )
    count = CountClips(use_cases.clips, use_cases.locks, use_cases.announce, use_cases.clock)
    links = ShareLinks(use_cases.event_catalog, use_cases.ranges, use_cases.locks, timedelta(minutes=10))
    serializer = ClipSerializer(
        use_cases.event_catalog, use_cases.clips, use_cases.urls, use_cases.channel, links
    )
    owned_clips = OwnedClips(use_cases.clips, use_cases.event_catalog)
    clip_quota = ClipQuota(use_cases.allowances, use_cases.clips, use_cases.locks, use_cases.blocked_creators)
    download_quota = DownloadQuota(
        use_cases.allowances, use_cases.downloads, use_cases.locks, use_cases.clock
    )
    storage = ClipStorage(
        use_cases.clips, use_cases.files, CaptionFolders(use_cases.event_catalog, use_cases.files)
    )
    use_cases.save = SaveClip(
        use_cases.event_catalog,
        storage,
        clip_quota,
        count,
        use_cases.jobs,
        use_cases.announce,
        use_cases.clock,
    )
    use_cases.show = ShowClip(use_cases.clips, serializer)
    use_cases.list_featured = ListFeaturedClips(use_cases.clips, use_cases.event_catalog, use_cases.urls)
    use_cases.list = ListClips(use_cases.clips, use_cases.event_catalog, serializer)
    use_cases.change = ChangeClip(owned_clips, use_cases.clips, use_cases.jobs)
    use_cases.delete = DeleteClip(owned_clips, use_cases.clips, count, use_cases.jobs)
    use_cases.download = DownloadClip(
        use_cases.clips, use_cases.event_catalog, serializer, download_quota, use_cases.urls
    )
    use_cases.erase = EraseViewer(
        use_cases.clips,
        use_cases.downloads,
        use_cases.reports,
        use_cases.blocked_creators,
        use_cases.ranges,
        count,
        use_cases.jobs,
    )
    update_reel = UpdateReel(use_cases.reels, use_cases.jobs)
    hide = HideClip(use_cases.clips, use_cases.channel, count, update_reel, use_cases.jobs, use_cases.clock)
    use_cases.report = ReportClip(
        use_cases.clips,
        use_cases.event_catalog,
        use_cases.reports,
        use_cases.channel,
        hide,
        use_cases.announce,
        use_cases.clock,
    )
    use_cases.moderate = ModerateClips(
        use_cases.clips,
        use_cases.reports,
        use_cases.channel,
        hide,
        count,
        update_reel,
        use_cases.jobs,
        use_cases.clock,
    )
    return use_cases
