"""Texts of receipts, in each supported language."""

from __future__ import annotations

ENGLISH = {
    "receipt": "Receipt",
    "credit_note": "Credit note",
    "number": "Number",
    "date": "Date",
    "buyer": "For",
    "about": "Takes back",
    "item_head": "What you bought",
    "item_back": "What the money went back for",
    "period": "Period",
    "from_to": "{start} to {end}",
    "open_until": "Open until",
    "base": "Price",
    "discount": "Promo code {code}",
    "fee": "Service fee",
    "item": "Amount",
    "total": "Total paid",
    "total_back": "Total refunded",
    "tax": "of which {name} {rate}",
    "taxes_unknown": "The taxes in this amount are being worked out; the receipt under your orders will name"
    " them.",
    "card": "Paid by card.",
    "card_back": "Paid back to the card that was used.",
    "page": "{site}/profile/transactions",
}
FRENCH = {
    "receipt": "Reçu",
    "credit_note": "Note de crédit",
    "number": "Numéro",
    "date": "Date",
    "buyer": "Pour",
    "about": "Annule le reçu",
    "item_head": "Votre achat",
    "item_back": "Objet du remboursement",
    "period": "Période",
    "from_to": "du {start} au {end}",
    "open_until": "Ouvert jusqu’au",
    "base": "Prix",
    "discount": "Code promo {code}",
    "fee": "Frais de service",
    "item": "Montant",
    "total": "Total payé",
    "total_back": "Total remboursé",
    "tax": "dont {name} {rate}",
    "taxes_unknown": "Les taxes comprises dans ce montant sont en cours de calcul\u00a0; le reçu sous vos"
    " commandes les nommera.",
    "card": "Payé par carte.",
    "card_back": "Remboursé sur la carte utilisée.",
    "page": "{site}/profile/transactions",
}
_TEXTS = {"en": ENGLISH, "fr": FRENCH}


def get_texts(language: str) -> tuple[str, dict[str, str]]:
    """Return a supported language and its texts: `fr` for `fr-CA`, English for unsupported languages."""
    base_language = language.partition("-")[0].lower()
    return (base_language, _TEXTS[base_language]) if base_language in _TEXTS else ("en", ENGLISH)
