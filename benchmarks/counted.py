"""The bot for benchmarks.opcodes: runs the module named by MODULE and counts its opcodes by function.

SIGUSR1 starts counting, SIGUSR2 writes the counts to the file named by OPCODES.
"""

import json
import os
import runpy
import signal
import sys
import threading
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any


class Counting:
    """Counts the opcodes of all threads."""

    def __init__(self) -> None:
        self._is_on = False
        self._opcodes: Counter[CodeType] = Counter()

    def trace(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        """Trace a call, as sys.settrace requires."""
        if not self._is_on:
            return None
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        return self._count

    def _count(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "opcode":
            self._opcodes[frame.f_code] += 1
        return self._count

    def start(self, *_: object) -> None:
        """Start counting."""
        self._is_on = True

    def write(self, *_: object) -> None:
        """Stop counting, and write the number of opcodes of each function."""
        self._is_on = False
        counted = [(code.co_filename, code.co_qualname, number) for code, number in self._opcodes.items()]
        Path(os.environ["OPCODES"]).write_text(json.dumps(counted), encoding="utf-8")


if __name__ == "__main__":
    counting = Counting()
    signal.signal(signal.SIGUSR1, counting.start)
    signal.signal(signal.SIGUSR2, counting.write)
    threading.settrace(counting.trace)
    sys.settrace(counting.trace)
    runpy.run_module(os.environ["MODULE"], run_name="__main__", alter_sys=True)
