"""The domain of billing: plain values for offers, orders and payments."""
