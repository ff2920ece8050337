"""Texts of revenue share statements, in each supported language."""

from __future__ import annotations

ENGLISH = {
    "title": "Revenue share statement",
    "month": "Month",
    "party": "Party",
    "state": "State",
    "open": "Preview: this month is not closed",
    "closed": "Closed on {day}",
    "net_of_channel": "Net revenue of the channel",
    "charges": "Charges",
    "refunds": "Refunds",
    "disputes": "Disputes",
    "taxes": "Taxes",
    "fees": "Payment provider’s fees",
    "net": "Net revenue",
    "share": "Your share",
    "events": "Game sold alone",
    "passes": "Pass: your games’ part, by minutes watched",
    "fixed": "Fixed amount",
    "product": "Product",
    "percent": "Rate",
    "amount": "Amount",
    "page": "Page {number} of {count}",
    "earned": "Earned",
    "carried": "Carried over from the month before",
    "payable": "To be paid out",
    "carry_over": "Carried over to the next month",
}
FRENCH = {
    "title": "Relevé de partage des revenus",
    "month": "Mois",
    "party": "Bénéficiaire",
    "state": "État",
    "open": "Aperçu\u00a0: ce mois n’est pas clos",
    "closed": "Clos le {day}",
    "net_of_channel": "Revenu net de la chaîne",
    "charges": "Paiements",
    "refunds": "Remboursements",
    "disputes": "Litiges",
    "taxes": "Taxes",
    "fees": "Frais du fournisseur de paiement",
    "net": "Revenu net",
    "share": "Votre part",
    "events": "Match vendu à l’unité",
    "passes": "Passe\u00a0: la part de vos matchs, selon les minutes regardées",
    "fixed": "Montant fixe",
    "product": "Produit",
    "percent": "Taux",
    "amount": "Montant",
    "page": "Page {number} de {count}",
    "earned": "Gagné",
    "carried": "Report du mois précédent",
    "payable": "À verser",
    "carry_over": "Report au mois suivant",
}


def get_texts(language: str) -> tuple[str, dict[str, str]]:
    """Return the language of a statement, and its texts."""
    return ("fr", FRENCH) if language.startswith("fr") else ("en", ENGLISH)
