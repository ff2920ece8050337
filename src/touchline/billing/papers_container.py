"""Providers of receipts."""

from dependency_injector import containers, providers

from touchline.billing.application.receipts import Receipts
from touchline.billing.ports.receipts import Paper


def _print(paper: Paper) -> bytes:
    """Imported by the first paper: fpdf2 and fontTools take 45 MB that many a process has no use for."""
    from touchline.billing.adapters.receipt_pdf import FpdfReceiptPress

    return FpdfReceiptPress()(paper)


class Papers(containers.DeclarativeContainer):
    """Ids for `Provide["billing.papers.…"]`."""

    channel_facts = providers.Dependency()
    orders = providers.Dependency()
    ledger = providers.Dependency()

    receipts = providers.Singleton(Receipts, orders, ledger, channel_facts, providers.Object(_print))
