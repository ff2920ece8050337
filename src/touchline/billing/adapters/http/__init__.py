"""HTTP adapters of billing: offers, checkout, orders and the payment provider's webhook."""

from touchline.billing.adapters.http.cards import blueprint as cards
from touchline.billing.adapters.http.checkout import blueprint as buying
from touchline.billing.adapters.http.coupons import blueprint as coupons
from touchline.billing.adapters.http.offers import blueprint as offers
from touchline.billing.adapters.http.orders import blueprint as orders
from touchline.billing.adapters.http.purchase_options import blueprint as offer_lines
from touchline.billing.adapters.http.receipts import blueprint as receipts
from touchline.billing.adapters.http.renewals import blueprint as renewals
from touchline.billing.adapters.http.webhooks import blueprint as webhook

BLUEPRINTS = [offers, offer_lines, buying, webhook, orders, receipts, cards, renewals, coupons]
