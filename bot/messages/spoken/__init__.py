"""A game in words: alternative texts of pictures, and what is read out."""
