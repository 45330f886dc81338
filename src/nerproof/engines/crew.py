"""Several processes, this one among them, that take tasks from one list until none is left."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from nerproof.base.errors import UsageError
from nerproof.engines.processes import forking
from nerproof.engines.watching import Watch

P = TypeVar("P")
T = TypeVar("T")
C = TypeVar("C")


class Turns(Generic[P]):
    """The tasks that fall to one process, with their numbers."""

    def __init__(self, tasks: Sequence[P], tickets: Any, watch: Watch | None = None) -> None:
        self.tasks, self.tickets, self.watch = tasks, tickets, watch

    def saw(self, n: int) -> None:
        """So many sentences more are done."""
        if self.watch is not None:
            self.watch.saw(n)

    def __iter__(self) -> Iterator[tuple[int, P]]:
        while (number := self.tickets.get()) is not None:
            yield number, self.tasks[number]


Work = Callable[[Turns[P], C], T]


class Crew(Generic[P, C, T]):
    """Processes that began at once; ``work`` takes its turns and gives one answer for all of them.

    Each process keeps what it built up from task to task, and what it found crosses over to this one only once. This
    process may do something else first: the others begin without it.
    """

    def __init__(self, others: int, work: Work[P, C, T], tasks: Sequence[P], context: C) -> None:
        own = forking()
        self.work, self.tasks, self.context = work, tasks, context
        self.tickets = own.SimpleQueue()
        for ticket in (*range(len(tasks)), *[None] * (others + 1)):
            self.tickets.put(ticket)
        self.others: list[tuple[Any, Any]] = []
        for _ in range(others):
            ours, theirs = own.Pipe(duplex=False)
            given = (work, Turns(tasks, self.tickets), context, theirs)
            process = own.Process(target=_take_part, args=given, daemon=True)
            process.start()
            theirs.close()  # so that the end of the process is the end of the pipe
            self.others.append((process, ours))

    def answers(self, doing: str) -> list[T]:
        """This process takes its turns, too; its answer is the first."""
        try:
            with Watch(doing, times=len(self.others) + 1) as watch:
                mine = self.work(Turns(self.tasks, self.tickets, watch), self.context)
            return [mine, *self._received()]
        finally:
            self.stop()

    def awaited(self) -> list[T]:
        """The answers of the others; this process does not take part."""
        try:
            return self._received()
        finally:
            self.stop()

    def stop(self) -> None:
        for process, pipe in self.others:
            process.terminate()  # and waits for nothing: what has answered is ending anyway
            pipe.close()
        self.others = []

    def _received(self) -> list[T]:
        return [_received(pipe) for _, pipe in self.others]


def _received(pipe: Any) -> Any:
    try:
        answer, error = pipe.recv()
    except EOFError:
        why = "one of the processes was killed, maybe for want of memory"
        raise UsageError(f"{why}. Try it with fewer: -j 1") from None
    if error is not None:
        raise error
    return answer


def _take_part(work: Work[P, C, T], turns: Turns[P], context: C, pipe: Any) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # nothing is to be tidied up here
    try:
        answer, error = work(turns, context), None
    except Exception as raised:  # raised again by the first process
        answer, error = None, raised
    pipe.send((answer, error))
