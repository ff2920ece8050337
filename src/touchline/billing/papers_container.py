"""Providers of receipts, purchase notifications and reminders."""

from dependency_injector import containers, providers

from touchline.billing.adapters.sql.reminders import SqlReminders
from touchline.billing.application.receipts.purchase_notifications import PurchaseNotifications
from touchline.billing.application.receipts.receipt_service import ReceiptService
from touchline.billing.application.renewals.renewal_reminder_service import RenewalReminderService
from touchline.billing.application.renewals.send_renewal_reminder import SendRenewalReminder
from touchline.billing.ports.receipts import ReceiptDocument
from touchline.platform.db.unit_of_work import SqlUnitOfWorkFactory


def _render(document: ReceiptDocument) -> bytes:
    """Render a receipt. Imported on first use: fpdf2 and fontTools take 45 MB that many processes do not
    need.
    """
    from touchline.billing.adapters.receipt_pdf import FpdfReceiptRenderer

    return FpdfReceiptRenderer()(document)


class ReceiptContainer(containers.DeclarativeContainer):
    """Container of receipts and reminders. IDs for `Provide["billing.receipts.…"]`."""

    grace = providers.Dependency()
    clock = providers.Dependency()
    current_channel = providers.Dependency()
    database = providers.Dependency()
    uow = providers.Singleton(SqlUnitOfWorkFactory, database)
    session = providers.Dependency()
    announce = providers.Dependency()
    orders = providers.Dependency()
    ledger = providers.Dependency()

    receipt_service = providers.Singleton(
        ReceiptService, orders, ledger, current_channel, providers.Object(_render)
    )
    purchase_notifications = providers.Singleton(
        PurchaseNotifications, orders, ledger, receipt_service, current_channel, clock, grace
    )
    send_renewal_reminder = providers.Singleton(
        SendRenewalReminder, orders, providers.Singleton(SqlReminders, session), announce, clock
    )
    renewal_reminder_service = providers.Singleton(RenewalReminderService, uow, send_renewal_reminder)
