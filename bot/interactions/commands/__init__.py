"""The slash commands: parse, call the registry, answer."""
