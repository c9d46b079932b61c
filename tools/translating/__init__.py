"""Collects what there is to translate, and makes catalogues of it: python -m tools.translating."""
