"""A module that some tutorials import, but none of their cells uses."""
