"""Every right that the product gives, against everything that revokes rights."""
