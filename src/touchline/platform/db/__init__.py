"""The database: engine, transactions, channel filter, locks and outbox."""
