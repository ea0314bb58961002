"""What some tutorials import and none of their cells uses."""
