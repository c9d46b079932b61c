"""Boards as pictures and games as animated ones. Only picture, drawing and shapes load Pillow."""
