"""What is drawn: one `Drawing` a file of docs/concepts."""

from __future__ import annotations

from contracts.diagrams.svg import Arrow, Box, Diagram, Frame

LAYERS = (
    ("entrypoints", "composes, starts", "plain"),
    ("demo", "two channels, drawn games", "plain"),
    ("front", "answers that span contexts", "plain"),
    ("analytics", "what happened, and reports", "ours"),
    ("clips", "moments viewers cut", "ours"),
    ("engagement", "what viewers follow and say", "ours"),
    ("catalog", "what there is to watch", "ours"),
    ("billing", "what is sold, who holds it", "ours"),
    ("channel", "who the site is", "ours"),
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
        Box(column, row, title, line, kind)
        for (title, line, kind), (column, row) in zip(LAYERS, CONTEXT_POSITIONS, strict=True)
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
    "A request goes through the server, remembered answers, the guard, the view, the use case and a "
    "repository to the database; what it announces leaves through the outbox after the commit.",
    (
        Box(0, 0, "Browser", "api key, language", "outside"),
        Box(1, 0, "granian", "two processes, threads", "plain"),
        Box(2, 0, "Kept answers", "the same bytes again", "plain"),
        Box(2, 1, "Flask", "request id, headers, log", "plain"),
        Box(1, 1, "Guard", "who asks, which channel"),
        Box(0, 1, "View", "reads words, writes words"),
        Box(0, 2, "Use case", "one call, plain result"),
        Box(1, 2, "Ports", "in the context’s words"),
        Box(2, 2, "Repositories", "SQL; gateways to others"),
        Box(2, 3, "Database", "one transaction", "store"),
        Box(1, 3, "Outbox", "events, in the same commit", "store"),
        Box(0, 3, "Worker", "subscribers, jobs", "plain"),
    ),
    (
        Arrow("Browser", "granian"),
        Arrow("granian", "Kept answers"),
        Arrow("Kept answers", "Flask", "not known yet"),
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
    "The card goes from the page to the payment provider; the server places an order, charges by its name "
    "outside of a transaction, and settles by looking what the provider says now.",
    (
        Box(0, 0, "Page", "what, for whom, how", "outside"),
        Box(2, 0, "Payment provider", "Stripe, or its stand-in", "outside"),
        Box(0, 1, "Order", "created; holds its place"),
        Box(1, 1, "Charge", "named after the order"),
        Box(2, 1, "Notice", "webhook, read again daily"),
        Box(1, 2, "Settling", "look: how does it stand now?"),
        Box(0, 3, "Entitlement", "read from the orders"),
        Box(1, 3, "Ledger", "a line for each movement", "store"),
        Box(2, 3, "OrderPaid", "receipt, letters", "plain"),
    ),
    (
        Arrow("Page", "Payment provider", "the card’s number, and nothing else of it"),
        Arrow("Page", "Order", "POST stripe/buy"),
        Arrow("Order", "Charge", "after\ncommit"),
        Arrow("Charge", "Payment provider", "once a name"),
        Arrow("Payment provider", "Notice", "something happened", is_asynchronous=True),
        Arrow("Notice", "Settling", "look at this order", is_asynchronous=True),
        Arrow("Charge", "Settling"),
        Arrow("Settling", "Ledger"),
        Arrow("Settling", "Entitlement", "paid"),
        Arrow("Settling", "OrderPaid", "announced"),
    ),
)

CLIP = Diagram(
    "A clip is saved as links to segments and a playlist, plays at once, and its file is cut behind it by a "
    "job.",
    (
        Box(0, 0, "Viewer", "in, out, name, tags", "outside"),
        Box(1, 0, "POST clip", "may they, is it there?"),
        Box(2, 0, "Clip", "a row, and its link", "store"),
        Box(1, 1, "Playlist", "links to whole segments"),
        Box(0, 1, "Plays at once", "signed, from frame to frame", "plain"),
        Box(2, 1, "Job in queue clips", "one lease a clip"),
        Box(2, 2, "Cut", "edges coded, middle copied"),
        Box(1, 2, "Storage", "clip.mp4, its picture", "store"),
        Box(0, 2, "Shared, downloaded", "card in messages, MP4", "plain"),
    ),
    (
        Arrow("Viewer", "POST clip", "save"),
        Arrow("POST clip", "Clip"),
        Arrow("POST clip", "Playlist", "no byte is copied"),
        Arrow("Playlist", "Plays at once"),
        Arrow("Clip", "Job in queue clips", "after the commit", is_asynchronous=True),
        Arrow("Job in queue clips", "Cut"),
        Arrow("Cut", "Storage"),
        Arrow("Storage", "Shared, downloaded"),
    ),
)

LIVE = Diagram(
    "An encoder publishes by RTMP; ingest writes segments and playlists into the storage; delivery "
    "hands them to viewers; the end makes the recording.",
    (
        Box(0, 0, "Encoder", "OBS, by its stream key", "outside"),
        Box(1, 0, "Receiver", "ffmpeg, or nginx with RTMP"),
        Box(2, 0, "touchline ingest", "a lease an open stream"),
        Box(2, 1, "Storage", "segments, then playlists", "store"),
        Box(1, 1, "Delivery", "checks the token in the path"),
        Box(0, 1, "Viewers", "rewind to the first minute", "outside"),
        Box(2, 2, "Recording", "a job, no other upload"),
        Box(1, 2, "EventWentLive", "announced once a game"),
        Box(0, 2, "Letters and pushes", "to whoever asked", "plain"),
    ),
    (
        Arrow("Encoder", "Receiver", "RTMP"),
        Arrow("Receiver", "touchline ingest", "takes"),
        Arrow("touchline ingest", "Storage", "every two seconds"),
        Arrow("Storage", "Delivery"),
        Arrow("Delivery", "Viewers", "HLS"),
        Arrow("Storage", "Recording", "the end", is_asynchronous=True),
        Arrow("Storage", "EventWentLive", "the first picture", is_asynchronous=True),
        Arrow("EventWentLive", "Letters and pushes"),
    ),
)

MACHINES = Diagram(
    "One machine: touchline run starts web, worker and ingest beside SQLite, Valkey and a folder. Many: "
    "nginx before apps, workers and ingest on any machine, with PostgreSQL, Redis and an object store.",
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
    (Frame("one machine", (0, 1), (0, 3)), Frame("where one is not enough", (2.3, 3.3), (0, 3))),
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
