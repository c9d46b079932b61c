"""What people and servers may choose, and what holds until they do."""
