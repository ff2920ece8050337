"""Providers of receipts, of what letters tell of purchases, and of reminders."""

from dependency_injector import containers, providers

from touchline.billing.adapters.reminding import Reminding
from touchline.billing.adapters.sql.reminders import SqlReminders
from touchline.billing.application.purchase_news import TellPurchases
from touchline.billing.application.receipts import Receipts
from touchline.billing.application.remind import Remind
from touchline.billing.ports.receipts import Paper


def _print(paper: Paper) -> bytes:
    """Imported by the first paper: fpdf2 and fontTools take 45 MB that many a process has no use for."""
    from touchline.billing.adapters.receipt_pdf import FpdfReceiptPress

    return FpdfReceiptPress()(paper)


class Papers(containers.DeclarativeContainer):
    """Ids for `Provide["billing.papers.…"]`."""

    grace = providers.Dependency()
    clock = providers.Dependency()
    channel_facts = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    announce = providers.Dependency()
    orders = providers.Dependency()
    ledger = providers.Dependency()

    receipts = providers.Singleton(Receipts, orders, ledger, channel_facts, providers.Object(_print))
    purchases = providers.Singleton(TellPurchases, orders, ledger, receipts, channel_facts, clock, grace)
    remind = providers.Singleton(Remind, orders, providers.Singleton(SqlReminders, session), announce, clock)
    reminding = providers.Singleton(Reminding, database, remind)
