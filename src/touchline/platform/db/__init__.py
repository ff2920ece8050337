"""The database: one engine, one transaction per request or job, one channel filter, one outbox."""
