"""Rights that the product gives, and what revokes them."""
