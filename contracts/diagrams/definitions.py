"""The diagrams of docs/concepts: one `Diagram` for each SVG file."""

from __future__ import annotations

from contracts.diagrams.svg import Arrow, Box, Diagram, Frame

LAYERS = (
    ("entrypoints", "composes, starts", "plain"),
    ("demo", "two channels, generated games", "plain"),
    ("front", "responses that span contexts", "plain"),
    ("analytics", "what happened, and reports", "ours"),
    ("clips", "clips by viewers, downloads", "ours"),
    ("engagement", "follows, reminders, forms", "ours"),
    ("catalog", "events, videos, streams", "ours"),
    ("billing", "offers, orders, access", "ours"),
    ("channel", "site, accounts, email", "ours"),
    ("platform", "database, HTTP, queue", "plain"),
    ("shared", "pure kernel", "plain"),
)
CONTEXT_POSITIONS = (
    (0.5, 0),
    (0.5, 1),
    (0.5, 2),
    (0.5, 3),
    (0, 4),
    (1, 4),
    (0.5, 5),
    (0.5, 6),
    (0.5, 7),
    (0.5, 8),
    (0.5, 9),
)

CONTEXTS = Diagram(
    "Imports run downhill: entrypoints, demo, front, analytics, clips and engagement, catalog, billing, "
    "channel, platform, shared. Events may travel either way.",
    tuple(
        Box(column, row, title, subtitle, kind)
        for (title, subtitle, kind), (column, row) in zip(LAYERS, CONTEXT_POSITIONS, strict=True)
    ),
    (
        Arrow("entrypoints", "demo"),
        Arrow("demo", "front"),
        Arrow("front", "analytics"),
        Arrow("analytics", "clips"),
        Arrow("analytics", "engagement"),
        Arrow("clips", "catalog"),
        Arrow("engagement", "catalog"),
        Arrow("catalog", "billing"),
        Arrow("billing", "channel"),
        Arrow("channel", "platform"),
        Arrow("platform", "shared"),
    ),
    (Frame("the six contexts", (-0.02, 1.02), (3, 7)),),
    (240, 88),
)

REQUEST = Diagram(
    "A request goes through the server, the response cache, the guard, the view, the use case and a "
    "repository to the database. Its events leave through the outbox after the commit.",
    (
        Box(0, 0, "Browser", "api key, language", "outside"),
        Box(1, 0, "granian", "processes and threads", "plain"),
        Box(2, 0, "Response cache", "by declared tables", "plain"),
        Box(2, 1, "Flask", "request id, headers, log", "plain"),
        Box(1, 1, "Guard", "caller and channel"),
        Box(0, 1, "View", "parses and serializes"),
        Box(0, 2, "Use case", "calls the domain’s rules"),
        Box(1, 2, "Ports", "in the context’s terms"),
        Box(2, 2, "Repositories", "SQL; gateways to others"),
        Box(2, 3, "Database", "one transaction", "store"),
        Box(1, 3, "Outbox", "events, in the same commit", "store"),
        Box(0, 3, "Worker", "subscribers, jobs", "plain"),
    ),
    (
        Arrow("Browser", "granian"),
        Arrow("granian", "Response cache"),
        Arrow("Response cache", "Flask", "not cached"),
        Arrow("Flask", "Guard"),
        Arrow("Guard", "View"),
        Arrow("View", "Use case"),
        Arrow("Use case", "Ports"),
        Arrow("Ports", "Repositories"),
        Arrow("Repositories", "Database", "channel scope"),
        Arrow("Database", "Outbox"),
        Arrow("Outbox", "Worker", "after\ncommit", is_asynchronous=True),
    ),
)

MONEY = Diagram(
    "The card goes from the page to the payment provider. The server places an order, charges it outside of "
    "a transaction, and a sync reads the state of the payment from the provider.",
    (
        Box(0, 0, "Page", "item, team, card", "outside"),
        Box(2, 0, "Payment provider", "Stripe, or the fake one", "outside"),
        Box(0, 1, "Order", "created; reserves its slot"),
        Box(1, 1, "Charge", "idempotency key: the order"),
        Box(2, 1, "Webhook event", "missed ones are read later"),
        Box(1, 2, "Sync", "reads the payment’s state"),
        Box(0, 3, "Entitlement", "read from the orders"),
        Box(1, 3, "Ledger", "a line for each movement", "store"),
        Box(2, 3, "OrderPaid", "receipt by email", "plain"),
    ),
    (
        Arrow("Page", "Payment provider", "the card number"),
        Arrow("Page", "Order", "POST stripe/buy"),
        Arrow("Order", "Charge", "after\ncommit"),
        Arrow("Charge", "Payment provider", "once"),
        Arrow("Payment provider", "Webhook event", is_asynchronous=True),
        Arrow("Webhook event", "Sync", "request a sync", is_asynchronous=True),
        Arrow("Charge", "Sync"),
        Arrow("Sync", "Ledger"),
        Arrow("Sync", "Entitlement", "paid"),
        Arrow("Sync", "OrderPaid", "event"),
    ),
)

CLIP = Diagram(
    "A clip is saved as links to segments and a playlist, and plays at once. A job cuts its file afterwards.",
    (
        Box(0, 0, "Viewer", "start, end, name, tags", "outside"),
        Box(1, 0, "POST clip", "checks access and footage"),
        Box(2, 0, "Clip", "a row and its share link", "store"),
        Box(1, 1, "Playlist", "links to whole segments"),
        Box(0, 1, "Plays at once", "signed, exact to the frame", "plain"),
        Box(2, 1, "Job in queue clips", "one lease for each clip"),
        Box(2, 2, "Cut", "encodes ends, copies the rest"),
        Box(1, 2, "Storage", "clip.mp4 and poster", "store"),
        Box(0, 2, "Shared, downloaded", "share card, MP4", "plain"),
    ),
    (
        Arrow("Viewer", "POST clip", "save"),
        Arrow("POST clip", "Clip"),
        Arrow("POST clip", "Playlist"),
        Arrow("Playlist", "Plays at once"),
        Arrow("Clip", "Job in queue clips", "after the commit", is_asynchronous=True),
        Arrow("Job in queue clips", "Cut"),
        Arrow("Cut", "Storage"),
        Arrow("Storage", "Shared, downloaded"),
    ),
)

LIVE = Diagram(
    "An encoder publishes by RTMP. Ingest writes segments and playlists into the storage, and delivery "
    "sends them to viewers. At the end, a job makes the recording.",
    (
        Box(0, 0, "Encoder", "OBS, with its stream key", "outside"),
        Box(1, 0, "Receiver", "normalizes the stream"),
        Box(2, 0, "touchline ingest", "a lease for each stream"),
        Box(2, 1, "Storage", "segments, then playlists", "store"),
        Box(1, 1, "Delivery", "checks the token in the path"),
        Box(0, 1, "Viewers", "rewind to the first minute", "outside"),
        Box(2, 2, "Recording", "a job joins the segments"),
        Box(1, 2, "EventWentLive", "one for each event"),
        Box(0, 2, "Emails and pushes", "to viewers with reminders", "plain"),
    ),
    (
        Arrow("Encoder", "Receiver", "RTMP"),
        Arrow("Receiver", "touchline ingest", "segments"),
        Arrow("touchline ingest", "Storage"),
        Arrow("Storage", "Delivery"),
        Arrow("Delivery", "Viewers", "HLS"),
        Arrow("Storage", "Recording", "the end", is_asynchronous=True),
        Arrow("Storage", "EventWentLive", "first segment", is_asynchronous=True),
        Arrow("EventWentLive", "Emails and pushes"),
    ),
)

MACHINES = Diagram(
    "One machine: touchline run starts web, worker and ingest with SQLite, Valkey and a folder. Many: "
    "nginx in front of apps, workers and ingest, with PostgreSQL, Redis and an object store.",
    (
        Box(0, 0, "touchline run", "one command", "plain"),
        Box(0, 1, "web", "and media"),
        Box(0, 2, "worker", ""),
        Box(0, 3, "ingest", ""),
        Box(1, 1, "SQLite", "var/touchline.sqlite", "store"),
        Box(1, 2, "Valkey", "a socket in var/", "store"),
        Box(1, 3, "Folder", "var/media", "store"),
        Box(2.3, 0, "nginx, a CDN", "TLS, signed media, RTMP", "plain"),
        Box(2.3, 1, "apps", "any number"),
        Box(2.3, 2, "workers", "any number, by queue"),
        Box(2.3, 3, "ingests", "each holds leases"),
        Box(3.3, 1, "PostgreSQL", "", "store"),
        Box(3.3, 2, "Redis", "", "store"),
        Box(3.3, 3, "Object store", "S3, or a shared folder", "store"),
    ),
    (
        Arrow("touchline run", "web"),
        Arrow("web", "SQLite"),
        Arrow("worker", "Valkey"),
        Arrow("ingest", "Folder"),
        Arrow("nginx, a CDN", "apps"),
        Arrow("apps", "PostgreSQL"),
        Arrow("workers", "Redis"),
        Arrow("ingests", "Object store"),
    ),
    (Frame("one machine", (0, 1), (0, 3)), Frame("many machines", (2.3, 3.3), (0, 3))),
    (224, 96),
)

DIAGRAMS = {
    "context-map": CONTEXTS,
    "request": REQUEST,
    "money": MONEY,
    "clip": CLIP,
    "live": LIVE,
    "machines": MACHINES,
}
