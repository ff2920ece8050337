"""Providers of `front`, made from the facades of the contexts alone. Given in `touchline.container`."""

from dependency_injector import containers, providers

from touchline.front.access import Access
from touchline.front.account_export import AccountExport
from touchline.front.allowances import AllowancesOfViewers
from touchline.front.bootstrap_data import BootstrapData
from touchline.front.built_web import BuiltWeb
from touchline.front.heads import Heads
from touchline.front.oembed import OEmbed
from touchline.front.packs.applying import ApplyPack
from touchline.front.packs.exporting import ExportPack
from touchline.front.pictures.drawn import DrawnPictures
from touchline.front.pictures.kept import KeptPictures
from touchline.front.share_pictures import SharePictures
from touchline.front.sitemap import SiteMap


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

    apply_pack = providers.Singleton(
        ApplyPack, database, clock, open_files, channel, catalog, billing, engagement
    )
    export_pack = providers.Singleton(
        ExportPack, database, clock, open_files, channel, catalog, billing, engagement
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
    built_web = providers.Singleton(BuiltWeb)
    kept_pictures = providers.Singleton(KeptPictures, settings.provided.drawn_folder)
    drawn_pictures = providers.Singleton(DrawnPictures, open_files, kept_pictures)
    share_pictures = providers.Singleton(SharePictures, open_files, catalog, clips)
    heads = providers.Singleton(Heads, channel, catalog, clips, engagement, share_pictures)
    oembed = providers.Singleton(OEmbed, catalog, clips, share_pictures)
    site_map = providers.Singleton(SiteMap, channel, catalog, clock)
