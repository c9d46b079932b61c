"""Games, challenges, and who may do what: pure values and rules, without I/O, a clock, Discord or SQL."""
