"""What people and servers have chosen, remembered for a while."""
