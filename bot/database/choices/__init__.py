"""What people and servers have chosen, in SQL."""
