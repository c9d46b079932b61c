"""The bot for benchmarks.load --profile: cProfile writes to the file named by PROFILE."""

import cProfile
import os
import runpy

if __name__ == "__main__":
    with cProfile.Profile() as profile:
        try:
            runpy.run_module("tests.e2e.processes.loopback_bot", run_name="__main__")
        except SystemExit:
            profile.dump_stats(os.environ["PROFILE"])
            raise
