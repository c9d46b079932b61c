"""The computer players, what is known of boards, and the worker processes that search for both."""
