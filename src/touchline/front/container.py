"""Providers of `front`, made from the facades of the contexts alone. Given in `touchline.container`."""

from dependency_injector import containers, providers

from touchline.front.bootstrap_data import BootstrapData
from touchline.front.built_web import BuiltWeb
from touchline.front.heads import Heads
from touchline.front.packs.applying import ApplyPack
from touchline.front.packs.exporting import ExportPack


class Front(containers.DeclarativeContainer):
    """The answers that span contexts, and the channel packs. Ids for `Provide["front.…"]`."""

    clock = providers.Dependency()
    database = providers.Dependency()
    open_files = providers.Dependency()
    channel = providers.Dependency()
    billing = providers.Dependency()
    catalog = providers.Dependency()

    apply_pack = providers.Singleton(ApplyPack, database, clock, open_files, channel, catalog, billing)
    export_pack = providers.Singleton(ExportPack, database, clock, open_files, channel, catalog, billing)
    bootstrap_data = providers.Singleton(BootstrapData, channel, catalog, billing)
    built_web = providers.Singleton(BuiltWeb)
    heads = providers.Singleton(Heads, channel, catalog)
