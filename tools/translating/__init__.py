"""Collects the sentences to translate and maintains their catalogs: python -m tools.translating."""
