"""Games in threads of their own."""
