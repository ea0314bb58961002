"""TVM's contributions, as far as they are here."""
