"""Pieces on one or several processes; answers come in the order of the pieces, and only a few are on their way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

T = TypeVar("T")
P = TypeVar("P")
C = TypeVar("C")
_state: dict[str, Any] = {}


def ordered(work: Callable[[P, C], T], pieces: Iterable[P], context: C, jobs: int) -> Iterator[T]:
    """``work(piece, context)`` for every piece."""
    if jobs <= 1:
        for piece in pieces:
            yield work(piece, context)
        return
    with pool(jobs, work, context) as workers:
        yield from _in_order(workers, pieces, 2 * jobs)


def pool(jobs: int, work: Callable[..., Any], context: Any) -> ProcessPoolExecutor:
    """Processes that know the context."""
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(jobs, mp_context=forking(), initializer=_begin, initargs=(work, context))


def forking() -> Any:
    """How processes begin: forked ones share the training index with this one; elsewhere it is sent to each of them."""
    import multiprocessing

    fork = "fork" in multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if fork else "spawn")


def _in_order(pool: ProcessPoolExecutor, pieces: Iterable[Any], ahead: int) -> Iterator[Any]:
    waiting: deque[Future[Any]] = deque()
    for piece in pieces:
        waiting.append(pool.submit(_work, piece))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _begin(work: Callable[..., Any], context: Any) -> None:
    _state.clear()
    _state.update(work=work, context=context)


def _work(piece: Any) -> Any:
    return _state["work"](piece, _state["context"])
