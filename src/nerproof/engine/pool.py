"""Chunks on several processes: answers come in the order of the chunks, and only a few are on their way."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, TypeVar

from nerproof.engine.context import Context
from nerproof.engine.run import Inputs
from nerproof.measures.attributes import add

T = TypeVar("T")
_state: dict[str, Any] = {}


class Pool:
    """Maps chunks on ``jobs`` processes; forked ones share the indexes with this one."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def __call__(
        self, work: Callable[[Inputs, int, Context], T], inputs: Inputs, numbers: Sequence[int], context: Context
    ) -> Iterator[T]:
        method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
        given = (work, inputs, context if method == "fork" else context.for_workers())
        if method == "fork":
            _begin(*given)
        jobs = min(self.jobs, max(len(numbers), 1))
        begin, known = (None, ()) if method == "fork" else (_begin, given)
        how = multiprocessing.get_context(method)
        with ProcessPoolExecutor(jobs, how, initializer=begin, initargs=known) as workers:  # type: ignore[arg-type]
            yield from _in_order(workers, numbers, 2 * jobs)
        _state.clear()


def _in_order(workers: ProcessPoolExecutor, numbers: Sequence[int], ahead: int) -> Iterator[Any]:
    waiting: deque[Future[Any]] = deque()
    for number in numbers:
        waiting.append(workers.submit(_work, number))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _begin(work: Callable[..., Any], inputs: Inputs, context: Context) -> None:
    """What a process works with; attributes of the user's own are made known to it."""
    for item in context.attributes:
        add(item)
    _state.update(work=work, inputs=inputs, context=context)


def _work(number: int) -> Any:
    return _state["work"](_state["inputs"], number, _state["context"])
