"""Paths and titles of the site's built-in pages, used before the web app loads (product.md, section 2)."""

from __future__ import annotations

import re

from touchline.shared.strings.localized import LocalText

PRIVATE_PATH = re.compile(
    r"/(login|registration|verify-notice|verify-email|password-reset-request|password-reset|profile(/.*)?|studio(/.*)?|buy|redeem|gifts"
    r"|select-package/[0-9]+|watch/[0-9]+/clip|score/[^/]+|confirm-account-deletion|unsubscribe|cancel-renewal"
    r"|sponsor-report"
    r"|(overlay|scoreboard)/[0-9]+|auth/login/\w+/callback|simulate|multiview|404)"
)
_SERVER_PREFIXES_TEXT = """
    api assets auth datalake files media metrics storage
    pictures sitemap oembed sitemap.xml robots.txt manifest.webmanifest favicon.ico sw.js calendar.ics
    _outbox _tv
"""
SERVER_PREFIXES = frozenset(_SERVER_PREFIXES_TEXT.split())
"""First path segments reserved for endpoints and files. Below them, the web app serves only the paths in
`PAGE_TITLES`.
"""
EVENT_STATUS_PATHS = frozenset({"/upcoming", "/live", "/vod"})
"""Pages that list the events of one status. On a channel without events, they redirect to `/schedule`."""
PAGE_TITLES: dict[str, LocalText] = {
    "/login": {"en": "Log in", "fr": "Se connecter"},
    "/auth/login/google/callback": {"en": "Log in", "fr": "Se connecter"},
    "/auth/login/facebook/callback": {"en": "Log in", "fr": "Se connecter"},
    "/registration": {"en": "Create an account", "fr": "Créer un compte"},
    "/verify-notice": {"en": "Check your email", "fr": "Consultez vos courriels"},
    "/verify-email": {"en": "Confirm your email address", "fr": "Confirmez votre adresse de courriel"},
    "/password-reset-request": {"en": "Forgot your password?", "fr": "Mot de passe oublié ?"},
    "/password-reset": {"en": "Choose a new password", "fr": "Choisissez un nouveau mot de passe"},
    "/redeem": {"en": "Redeem a code", "fr": "Utiliser un code"},
    "/gifts": {"en": "Gifts and codes", "fr": "Cadeaux et codes"},
    "/profile": {"en": "Orders", "fr": "Commandes"},
    "/profile/transactions": {"en": "Transactions", "fr": "Transactions"},
    "/profile/clips": {"en": "My clips", "fr": "Mes extraits"},
    "/profile/favorites": {"en": "Favorites", "fr": "Favoris"},
    "/profile/news": {"en": "Notifications", "fr": "Notifications"},
    "/profile/sessions": {"en": "Devices", "fr": "Appareils"},
    "/profile/sessions/add": {"en": "Link a device", "fr": "Associer un appareil"},
    "/profile/edit": {"en": "Edit profile", "fr": "Modifier le profil"},
    "/profile/security": {"en": "Security", "fr": "Sécurité"},
    "/profile/account": {"en": "Account", "fr": "Compte"},
    "/studio": {"en": "Studio", "fr": "Studio"},
    "/studio/invitation": {"en": "Invitation", "fr": "Invitation"},
    "/studio/today": {"en": "Today", "fr": "Aujourd’hui"},
    "/studio/rehearsal": {"en": "Rehearsal", "fr": "Répétition"},
    "/studio/schedule": {"en": "Schedule", "fr": "Calendrier"},
    "/studio/content": {"en": "Content", "fr": "Contenu"},
    "/studio/offers": {"en": "Offers", "fr": "Offres"},
    "/studio/bundles": {"en": "Bundles", "fr": "Forfaits communs"},
    "/studio/shares": {"en": "Revenue shares", "fr": "Partage des revenus"},
    "/studio/sponsors": {"en": "Sponsors", "fr": "Commanditaires"},
    "/studio/brand": {"en": "Home page and brand", "fr": "Accueil et image de marque"},
    "/studio/orders": {"en": "Orders", "fr": "Commandes"},
    "/studio/viewers": {"en": "Viewers", "fr": "Spectateurs"},
    "/studio/clips": {"en": "Clips", "fr": "Extraits"},
    "/studio/requests": {"en": "Requests", "fr": "Demandes"},
    "/studio/reports": {"en": "Reports", "fr": "Rapports"},
    "/studio/team": {"en": "Team", "fr": "Équipe"},
    "/studio/activity": {"en": "Activity", "fr": "Activité"},
    "/studio/settings": {"en": "Settings", "fr": "Réglages"},
    "/studio/restream": {"en": "Restream", "fr": "Diffusion simultanée"},
    "/studio/webhooks": {"en": "Webhooks", "fr": "Webhooks"},
    "/studio/tokens": {"en": "Access tokens", "fr": "Jetons d’accès"},
    "/unsubscribe": {"en": "Notifications", "fr": "Notifications"},
    "/cancel-renewal": {"en": "Cancel the renewal", "fr": "Annuler le renouvellement"},
    "/sponsor-report": {"en": "Sponsor report", "fr": "Rapport du commanditaire"},
    "/contacts": {"en": "Contact us", "fr": "Nous joindre"},
    "/buy": {"en": "Checkout", "fr": "Paiement"},
    "/packages": {"en": "Passes", "fr": "Forfaits"},
    "/passes": {"en": "Passes", "fr": "Forfaits"},
    "/faq": {"en": "Frequently asked questions", "fr": "Questions fréquentes"},
    "/status": {"en": "Status", "fr": "État du service"},
    "/simulate": {"en": "Simulated live", "fr": "Présenté comme en direct"},
    "/multiview": {"en": "Multi-view", "fr": "Multivue"},
    "/confirm-account-deletion": {"en": "Delete your account", "fr": "Supprimer votre compte"},
    "/vod_library": {"en": "Library", "fr": "Vidéothèque"},
    "/upcoming": {"en": "Coming up", "fr": "À venir"},
    "/schedule": {"en": "Schedule", "fr": "Calendrier"},
    "/live": {"en": "Live", "fr": "En direct"},
    "/vod": {"en": "Replays", "fr": "Rediffusions"},
    "/404": {"en": "Page not found", "fr": "Page introuvable"},
}
CHOOSE_PASS_TITLE: LocalText = {"en": "Choose how to watch", "fr": "Choisissez une option de visionnement"}
OVERLAY_TITLES: dict[str, LocalText] = {
    "overlay": {"en": "Score overlay", "fr": "Pointage à l’écran"},
    "scoreboard": {"en": "Scoreboard", "fr": "Tableau indicateur"},
}
"""Titles of the pages that streams and screens in gyms show. They have an event and its token."""
CUT_CLIP_TITLE: LocalText = {"en": "Create a clip", "fr": "Créer un extrait"}
CAMERA_TITLE: LocalText = {"en": "Camera", "fr": "Caméra"}
KEEP_SCORE_TITLE: LocalText = {"en": "Keep the score", "fr": "Tenir le pointage"}
STANDINGS_TITLE: LocalText = {"en": "Standings: {category}", "fr": "Classement\u00a0: {category}"}
PRIVATE_EVENT_TITLE: LocalText = {"en": "Private event", "fr": "Événement privé"}


def get_page_title(path: str) -> LocalText | None:
    """Return the title of a built-in page. Pages below a room of the studio have the room's title."""
    if path.startswith("/studio/"):
        path = "/".join(path.split("/")[:3])
    return PAGE_TITLES.get(path)
