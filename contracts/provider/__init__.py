"""The provider side of the contracts: the web's pacts against the real app on a real database."""
