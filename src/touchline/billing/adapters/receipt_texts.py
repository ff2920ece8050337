"""Texts of receipts, in each supported language."""

from __future__ import annotations

ENGLISH = {
    "receipt": "Receipt",
    "credit_note": "Credit note",
    "number": "Number",
    "date": "Date",
    "buyer": "Customer",
    "about": "Credits receipt",
    "item_head": "Purchase",
    "item_back": "Refunded item",
    "item_donation": "Donation",
    "donation": "Donation, no access. Nothing was bought with it.",
    "period": "Period",
    "from_to": "{start} to {end}",
    "open_until": "Access until",
    "base": "Price",
    "discount": "Promo code {code}",
    "fee": "Service fee",
    "item": "Amount",
    "total": "Total paid",
    "total_back": "Total refunded",
    "tax": "of which {name} {rate}",
    "taxes_unknown": "The taxes included in this amount are still being calculated. They will appear"
    " on the receipt under Transactions.",
    "card": "Paid by card.",
    "card_back": "Refunded to the card you paid with.",
    "page": "{site}/profile/transactions",
}
FRENCH = {
    "receipt": "Reçu",
    "credit_note": "Note de crédit",
    "number": "Numéro",
    "date": "Date",
    "buyer": "Client",
    "about": "Annule le reçu",
    "item_head": "Achat",
    "item_back": "Article remboursé",
    "item_donation": "Don",
    "donation": "Don, sans accès. Il ne paie aucun achat.",
    "period": "Période",
    "from_to": "du {start} au {end}",
    "open_until": "Accès jusqu’au",
    "base": "Prix",
    "discount": "Code promo {code}",
    "fee": "Frais de service",
    "item": "Montant",
    "total": "Total payé",
    "total_back": "Total remboursé",
    "tax": "dont {name} {rate}",
    "taxes_unknown": "Les taxes comprises dans ce montant sont en cours de calcul. Elles figureront"
    " sur le reçu, sous Transactions.",
    "card": "Payé par carte.",
    "card_back": "Remboursé sur la carte utilisée pour l’achat.",
    "page": "{site}/profile/transactions",
}
_TEXTS = {"en": ENGLISH, "fr": FRENCH}


def get_texts(language: str) -> tuple[str, dict[str, str]]:
    """Return a supported language and its texts: `fr` for `fr-CA`, English for unsupported languages."""
    base_language = language.partition("-")[0].lower()
    return (base_language, _TEXTS[base_language]) if base_language in _TEXTS else ("en", ENGLISH)
