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
    "events": "Single games",
    "passes": "Passes, by minutes watched",
    "fixed": "Fixed amount",
    "line": "{percent} of {net}",
    "pass_line": "{percent} of your games’ part of {net}",
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
    "events": "Matchs à l’unité",
    "passes": "Passes, selon les minutes regardées",
    "fixed": "Montant fixe",
    "line": "{percent} de {net}",
    "pass_line": "{percent} de la part de vos matchs dans {net}",
    "earned": "Gagné",
    "carried": "Report du mois précédent",
    "payable": "À verser",
    "carry_over": "Report au mois suivant",
}


def get_texts(language: str) -> tuple[str, dict[str, str]]:
    """Return the language of a statement, and its texts."""
    return ("fr", FRENCH) if language.startswith("fr") else ("en", ENGLISH)
