"""Work on several processes: answers come in the order of the items, and only a few are on their way."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain
from typing import Any, TypeVar

from nerproof.engine.context import Context
from nerproof.engine.run import ChunkWork, Inputs, Work

T = TypeVar("T")
METHOD = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
_function: list[Callable[[Any], Any]] = []  # in a worker: what it applies


class Pool:
    """Maps chunks on ``jobs`` processes; forked ones share the indexes with this one."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def __call__(self, work: Work, inputs: Inputs, numbers: Sequence[int], context: Context) -> Iterator[Any]:
        """The first chunk is worked on here: the tables that are made for it are there in all forked processes."""
        one = ChunkWork(work, inputs, context.for_workers())
        first = [one(number) for number in numbers[:1]]
        return chain(first, self.map(one, numbers[1:]))

    def map(self, function: Callable[[Any], T], items: Sequence[Any]) -> Iterator[T]:
        """The answers; the processes begin at once, so that this one can do something else before it asks."""
        jobs = max(1, min(self.jobs, len(items)))
        workers = ProcessPoolExecutor(jobs, multiprocessing.get_context(METHOD), _begin, (function,))
        begun = deque(workers.submit(_work, item) for item in items[: 2 * jobs])
        return _in_order(workers, begun, items[2 * jobs :])


def _in_order(workers: ProcessPoolExecutor, waiting: deque[Future[T]], items: Sequence[Any]) -> Iterator[T]:
    with workers:
        for item in items:
            yield waiting.popleft().result()
            waiting.append(workers.submit(_work, item))
        while waiting:
            yield waiting.popleft().result()


def _begin(function: Callable[[Any], Any]) -> None:
    _function[:] = [function]


def _work(item: Any) -> Any:
    return _function[0](item)
