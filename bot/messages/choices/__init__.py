"""What people and servers choose, in words."""
