"""The database: one engine, one transaction a request or job, one door for the channel's scope, one
outbox."""
