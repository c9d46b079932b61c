"""Logs, metrics, health, chores and clear exits, for operators."""
