"""Providers of what operators do: orders, promo codes, the ledger; and of what follows from their packs."""

from dependency_injector import containers, providers

from touchline.billing.adapters.following import Following
from touchline.billing.adapters.gateways import ChannelDirectory
from touchline.billing.adapters.operator_desk import OperatorDesk
from touchline.billing.adapters.sql.order_books import SqlOrderBooks
from touchline.billing.adapters.sql.sold_games import SqlSoldGames, SqlSoldProducts
from touchline.billing.adapters.sql.takings import SqlTakings
from touchline.billing.application.count_passes import CountPasses
from touchline.billing.application.coupon_desk import CouponDesk
from touchline.billing.application.follow_games import FollowGames
from touchline.billing.application.ledger_export import ExportLedger
from touchline.billing.application.order_desk import GiveAccess, TakeAccess
from touchline.billing.application.product_names import ProductNames
from touchline.billing.application.sales import TellSales
from touchline.billing.application.withdrawals import WithdrawProducts


class Desk(containers.DeclarativeContainer):
    """Ids for `Provide["billing.desk.…"]`."""

    grace = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    announce = providers.Dependency()
    channel = providers.Dependency()
    channel_facts = providers.Dependency()
    orders = providers.Dependency()
    ledger = providers.Dependency()
    coupons = providers.Dependency()
    offers = providers.Dependency()
    shelf = providers.Dependency()
    sale_check = providers.Dependency()
    payments = providers.Dependency()
    till = providers.Dependency()

    directory = providers.Singleton(ChannelDirectory, channel)
    books = providers.Singleton(SqlOrderBooks, session)
    count_passes = providers.Singleton(CountPasses, books, clock, grace)
    export_ledger = providers.Singleton(ExportLedger, books)
    names = providers.Singleton(ProductNames, offers, shelf)
    sales = providers.Singleton(TellSales, providers.Singleton(SqlTakings, session), channel_facts)
    codes = providers.Singleton(CouponDesk, coupons, orders, names, channel_facts)
    give = providers.Singleton(
        GiveAccess,
        orders,
        sale_check,
        shelf,
        channel_facts,
        announce,
        clock,
        grace,
    )
    take = providers.Singleton(TakeAccess, orders, clock)
    operators = providers.Singleton(OperatorDesk, database, orders, ledger, take, payments, till)
    sold_games = providers.Singleton(SqlSoldGames, session)
    follow = providers.Singleton(FollowGames, orders, sold_games, shelf, clock)
    withdraw = providers.Singleton(
        WithdrawProducts,
        orders,
        providers.Singleton(SqlSoldProducts, session),
        shelf,
        channel_facts,
        announce,
        clock,
    )
    following = providers.Singleton(Following, database, directory, follow, withdraw)
