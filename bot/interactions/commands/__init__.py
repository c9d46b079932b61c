"""The slash commands: parse, call the registry, answer; and the tree that Discord knows them by."""
