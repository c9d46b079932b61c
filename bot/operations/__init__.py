"""Logs, metrics, health, systemd and exit codes, for operators."""
