"""What the sides of the product promise each other, and the checks that they keep it."""
