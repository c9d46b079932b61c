"""What is known of a board before anybody searches: its value, and the pairings that hold a draw."""
