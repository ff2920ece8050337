"""Billing's commands: `touchline orders …`, `touchline coupons …`.

Exit codes: 0 success, 1 refusal, 2 usage or environment error, such as an unavailable payment provider.
"""

from touchline.billing.adapters.cli.access_commands import grant, revoke
from touchline.billing.adapters.cli.coupon_commands import coupons
from touchline.billing.adapters.cli.ledger_commands import export_ledger_command
from touchline.billing.adapters.cli.make_good_commands import make_good
from touchline.billing.adapters.cli.order_commands import orders
from touchline.billing.adapters.cli.refund_commands import refund
from touchline.billing.adapters.cli.share_commands import ledger

for command in (refund, grant, revoke, export_ledger_command, make_good):
    orders.add_command(command)
COMMANDS = (orders, coupons, ledger)
