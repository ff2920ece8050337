"""The few answers that span contexts, made from facades alone, and the channel packs."""
