"""What operators need: logs, metrics, health, chores, clear exits."""
