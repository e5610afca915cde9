"""Work that can be ended from outside when it has used too much of the processor."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


class OutOfTime(BaseException):
    """The work used more than its time and was ended."""


@dataclass(slots=True)
class Interruptible(Generic[T]):
    """Pure work, run in a thread of somebody else's: raises `OutOfTime` there when it is interrupted.

    Python looks for interruptions between its own instructions, so one long call into C ends first. Work is
    interrupted once only: a second time could hit the thread when it is at something else.
    """

    work: Callable[[], T]
    changing: threading.Lock = field(default_factory=threading.Lock)
    thread: int | None = None  # while it runs
    clock: int = 0
    began: float = 0.0
    interrupted: bool = False

    def __call__(self) -> T:
        """Do the work."""
        try:
            self._enter()
            return self.work()
        finally:
            self._leave()

    def interrupt_after(self, seconds: float) -> None:
        """Interrupt the work if it has had so much of the processor; how long it waited for it does not count."""
        with self.changing:
            if self.thread is None or self.interrupted:
                return
            if time.clock_gettime(self.clock) - self.began > seconds:
                self.interrupted = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread), ctypes.py_object(OutOfTime))

    def _enter(self) -> None:
        with self.changing:
            self.thread = threading.get_ident()
            self.clock = time.pthread_getcpuclockid(self.thread)
            self.began = time.clock_gettime(self.clock)

    def _leave(self) -> None:
        with self.changing:
            self.thread = None
        for _ in range(2):  # an interruption that came with the last breath arrives here, not in the thread's next work
            pass
