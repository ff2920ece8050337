"""Providers of context `clips`. What it lacks is a Dependency, given in `touchline.container`."""

from datetime import timedelta

from dependency_injector import containers, providers

from touchline.clips.adapters.gateways import (
    BillingAllowances,
    CatalogFootages,
    ChannelNames,
    ChannelRules,
    KeptFiles,
    SignedAddresses,
)
from touchline.clips.adapters.sql.clips import SqlClips
from touchline.clips.adapters.sql.downloads import SqlClipFolders, SqlDownloads, SqlEventFiles
from touchline.clips.adapters.sql.ledger import SqlLedger
from touchline.clips.adapters.sql.moderation import SqlBlockedMakers, SqlReports
from touchline.clips.adapters.sql.sharing import SqlSharedRanges
from touchline.clips.adapters.sql.turns import SqlTurns
from touchline.clips.application.change_clip import ChangeClip, DeleteClip, OwnClips
from touchline.clips.application.clip_answers import ClipAnswers
from touchline.clips.application.clip_desk import ClipDesk
from touchline.clips.application.clip_playback import CheckClipPlayback
from touchline.clips.application.clip_queries import ListClips, ShowClip
from touchline.clips.application.counting import CountClips
from touchline.clips.application.cut_clip import CutClip
from touchline.clips.application.cut_next import CutNextClip
from touchline.clips.application.forget_event import ForgetEvent
from touchline.clips.application.forget_viewer import ExportClips, ForgetViewer
from touchline.clips.application.make_event_file import MakeEventFile
from touchline.clips.application.meter import ClipMeter, DownloadMeter
from touchline.clips.application.moderate_clips import BlockMakers, HideClips, ModerateClips
from touchline.clips.application.move_files import MoveFiles
from touchline.clips.application.recover import RecoverFiles
from touchline.clips.application.report_clip import ReportClip
from touchline.clips.application.save_clip import Keeping, SaveClip
from touchline.clips.application.share_links import ShareLinks
from touchline.clips.application.show_cards import ShowClipCards
from touchline.clips.application.take_clip import TakeClip
from touchline.clips.application.take_event import TakeEvent
from touchline.clips.application.tidy import TidyFiles
from touchline.clips.facade import ClipsFacade


class Clips(containers.DeclarativeContainer):
    """Everything `clips` makes. Ids for `Provide["clips.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    jobs = providers.Dependency()
    announce = providers.Dependency()
    channel = providers.Dependency()
    billing = providers.Dependency()
    catalog = providers.Dependency()
    storage = providers.Dependency()
    delivery = providers.Dependency()
    secret = providers.Dependency()
    cutter = providers.Dependency()

    kept = providers.Singleton(SqlClips, session)
    downloads = providers.Singleton(SqlDownloads, session)
    event_files = providers.Singleton(SqlEventFiles, session)
    ledger = providers.Singleton(SqlLedger, database, kept, event_files)
    footages = providers.Singleton(CatalogFootages, catalog, channel)
    allowances = providers.Singleton(BillingAllowances, billing)
    turns = providers.Singleton(SqlTurns, session)
    files = providers.Singleton(KeptFiles, storage)
    addresses = providers.Singleton(SignedAddresses, delivery, channel)

    reports = providers.Singleton(SqlReports, session)
    blocked_makers = providers.Singleton(SqlBlockedMakers, session)
    rules = providers.Singleton(ChannelRules, channel, secret)

    clip_meter = providers.Singleton(ClipMeter, allowances, kept, turns, blocked_makers)
    download_meter = providers.Singleton(DownloadMeter, allowances, downloads, turns, clock)

    shared_ranges = providers.Singleton(SqlSharedRanges, session)
    share_limit = providers.Singleton(timedelta, minutes=settings.provided.shared_clip_minutes)
    share_links = providers.Singleton(ShareLinks, footages, shared_ranges, turns, share_limit)

    count = providers.Singleton(CountClips, kept, turns, announce, clock)
    answers = providers.Singleton(ClipAnswers, footages, kept, addresses, rules, share_links)
    own = providers.Singleton(OwnClips, kept, footages)

    save_clip = providers.Singleton(
        SaveClip, footages, providers.Singleton(Keeping, kept, files), clip_meter, count, jobs, clock
    )
    show_clip = providers.Singleton(ShowClip, kept, answers)
    list_clips = providers.Singleton(ListClips, kept, footages, answers)
    change_clip = providers.Singleton(ChangeClip, own, kept, jobs)
    delete_clip = providers.Singleton(DeleteClip, own, kept, count, jobs)
    take_clip = providers.Singleton(TakeClip, kept, footages, answers, download_meter, addresses)
    channel_names = providers.Singleton(ChannelNames, channel)
    desk = providers.Singleton(ClipDesk, kept, reports, rules, count, jobs, clock)
    hide_clips = providers.Singleton(HideClips, kept, rules, count, jobs, clock)
    moderate = providers.Singleton(ModerateClips, kept, reports, rules, hide_clips, count, jobs, clock)
    block_makers = providers.Singleton(BlockMakers, blocked_makers, rules, clock)
    report_clip = providers.Singleton(ReportClip, kept, footages, reports, rules, hide_clips, announce, clock)
    move_files = providers.Singleton(MoveFiles, ledger, files)
    take_event = providers.Singleton(
        TakeEvent, event_files, files, footages, download_meter, addresses, jobs, clock
    )
    cut = providers.Singleton(CutClip, ledger, files, cutter, clock)
    cut_next = providers.Singleton(CutNextClip, ledger, cut, clock)
    make_event_file = providers.Singleton(MakeEventFile, ledger, footages, files, cutter, clock)
    recover = providers.Singleton(RecoverFiles, ledger, jobs, clock)
    tidy = providers.Singleton(TidyFiles, ledger, files, footages, clock)
    forget_event = providers.Singleton(ForgetEvent, kept, count, jobs)
    forget_viewer = providers.Singleton(
        ForgetViewer, kept, downloads, reports, blocked_makers, shared_ranges, count, jobs
    )
    export_clips = providers.Singleton(ExportClips, kept, downloads, reports)

    check_playback = providers.Singleton(
        CheckClipPlayback, providers.Singleton(SqlClipFolders, session), answers, footages, download_meter
    )

    cards = providers.Singleton(ShowClipCards, kept, files, rules)
    facade = providers.Singleton(ClipsFacade, kept, downloads, cards, export_clips, check_playback)
