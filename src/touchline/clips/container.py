"""Providers of context `clips`. What it lacks is a Dependency, given in `touchline.container`."""

from dependency_injector import containers, providers

from touchline.clips.adapters.gateways import (
    BillingAllowances,
    CatalogFootages,
    ChannelNames,
    KeptFiles,
    SignedAddresses,
)
from touchline.clips.adapters.sql.clips import SqlClips
from touchline.clips.adapters.sql.downloads import SqlDownloads, SqlEventFiles
from touchline.clips.adapters.sql.ledger import SqlLedger
from touchline.clips.adapters.sql.turns import SqlTurns
from touchline.clips.application.change_clip import ChangeClip, DeleteClip, OwnClips
from touchline.clips.application.clip_answers import ClipAnswers
from touchline.clips.application.clip_desk import ClipDesk
from touchline.clips.application.clip_queries import ListClips, ShowClip
from touchline.clips.application.counting import CountClips
from touchline.clips.application.cut_clip import CutClip
from touchline.clips.application.forget_viewer import ExportClips, ForgetViewer
from touchline.clips.application.make_event_file import MakeEventFile
from touchline.clips.application.meter import ClipMeter, DownloadMeter
from touchline.clips.application.recover import RecoverFiles
from touchline.clips.application.save_clip import Keeping, SaveClip
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

    clip_meter = providers.Singleton(ClipMeter, allowances, kept, turns)
    download_meter = providers.Singleton(DownloadMeter, allowances, downloads, turns, clock)

    count = providers.Singleton(CountClips, kept, turns, announce, clock)
    answers = providers.Singleton(ClipAnswers, footages, kept, addresses)
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
    desk = providers.Singleton(ClipDesk, kept, count, jobs)
    take_event = providers.Singleton(
        TakeEvent, event_files, files, footages, download_meter, addresses, jobs, clock
    )
    cut = providers.Singleton(CutClip, ledger, files, cutter, clock)
    make_event_file = providers.Singleton(MakeEventFile, ledger, footages, files, cutter, clock)
    recover = providers.Singleton(RecoverFiles, ledger, jobs, clock)
    tidy = providers.Singleton(TidyFiles, ledger, files, footages, clock)
    forget_viewer = providers.Singleton(ForgetViewer, kept, downloads, count, jobs)
    export_clips = providers.Singleton(ExportClips, kept, downloads)

    cards = providers.Singleton(ShowClipCards, kept, files)
    facade = providers.Singleton(ClipsFacade, kept, downloads, cards, export_clips)
