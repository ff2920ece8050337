"""Providers of `front`, made from the facades of the contexts alone. Given in `touchline.container`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dependency_injector import containers, providers

from touchline.front.access import Access
from touchline.front.account_export import AccountExport
from touchline.front.allowances import AllowancesOfViewers
from touchline.front.bootstrap_data import BootstrapData
from touchline.front.built_before import BuiltBefore
from touchline.front.built_web import BuiltWeb
from touchline.front.first.choosing import FirstPictures
from touchline.front.heads import Heads
from touchline.front.oembed import OEmbed
from touchline.front.pictures.drawn import DrawnPictures
from touchline.front.pictures.kept import KeptPictures
from touchline.front.share_pictures import SharePictures
from touchline.front.sitemap import SiteMap

if TYPE_CHECKING:
    from touchline.front.packs.applying import ApplyPack
    from touchline.front.packs.exporting import ExportPack
    from touchline.front.withdrawals.changes import WithdrawFromBuyers
    from touchline.front.withdrawals.schedule import ScheduleEvents


def _applying(*parts: Any) -> ApplyPack:
    """Wanted by commands alone, as is what reads the files of a pack."""
    from touchline.front.packs.applying import ApplyPack

    return ApplyPack(*parts)


def _withdrawing(*parts: Any) -> WithdrawFromBuyers:
    """Wanted by commands alone."""
    from touchline.front.withdrawals.changes import WithdrawFromBuyers

    return WithdrawFromBuyers(*parts)


def _scheduling(*parts: Any) -> ScheduleEvents:
    """Wanted by commands alone."""
    from touchline.front.withdrawals.schedule import ScheduleEvents

    return ScheduleEvents(*parts)


def _exporting(*parts: Any) -> ExportPack:
    """Wanted by a command alone."""
    from touchline.front.packs.exporting import ExportPack

    return ExportPack(*parts)


class Front(containers.DeclarativeContainer):
    """The answers that span contexts, and the channel packs. Ids for `Provide["front.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    open_files = providers.Dependency()
    channel = providers.Dependency()
    billing = providers.Dependency()
    catalog = providers.Dependency()
    clips = providers.Dependency()
    engagement = providers.Dependency()
    standings = providers.Dependency()
    kept_letters = providers.Dependency()

    refunds = providers.Dependency()
    withdrawals = providers.Dependency()
    withdraw = providers.Singleton(_withdrawing, withdrawals, channel, refunds)
    schedule_events = providers.Singleton(_scheduling, database, channel, catalog, withdraw)
    apply_pack = providers.Singleton(
        _applying, database, clock, open_files, channel, catalog, billing, engagement, withdraw
    )
    export_pack = providers.Singleton(
        _exporting, database, clock, open_files, channel, catalog, billing, engagement
    )
    access = providers.Singleton(Access, standings, providers.Singleton(AllowancesOfViewers, billing, clips))
    account_export = providers.Singleton(
        AccountExport,
        channel,
        clock,
        providers.Dict(
            account=channel.provided.export_account,
            orders=billing.provided.export_orders,
            clips=clips.provided.export_clips,
            following=engagement.provided.export_following,
            requests=engagement.provided.export_requests,
        ),
    )
    bootstrap_data = providers.Singleton(BootstrapData, channel, catalog, billing)
    built_before = providers.Singleton(BuiltBefore, settings.provided.web_folder, clock)
    built_web = providers.Singleton(BuiltWeb, before=built_before)
    kept_pictures = providers.Singleton(KeptPictures, settings.provided.drawn_folder)
    drawn_pictures = providers.Singleton(DrawnPictures, open_files, kept_pictures)
    share_pictures = providers.Singleton(SharePictures, open_files, catalog, clips)
    heads = providers.Singleton(Heads, channel, catalog, clips, engagement, share_pictures)
    first_pictures = providers.Singleton(FirstPictures, channel, catalog)
    oembed = providers.Singleton(OEmbed, catalog, clips, share_pictures)
    site_map = providers.Singleton(SiteMap, channel, catalog, clock)
