"""What a split may be asked for beside few seen mentions, and which methods take it."""

from __future__ import annotations

from nerproof.base.errors import UsageError

MINIMISE = ("mentions", "samples", "both")
HARDER = ("unseen", "ambiguous")


def check_harder(kind: str | None, method: str) -> None:
    if kind is None:
        return
    if kind not in HARDER:
        raise UsageError(f"no kind of hard test set named {kind!r}. Known: {', '.join(HARDER)}.")
    if method not in ("balanced", "free"):
        raise UsageError(f"--harder goes with --method balanced or free, not with {method}.")


def check_compat(method: str, *, compat: bool, seed: int) -> None:
    if compat and method != "contamination-level":
        raise UsageError(f"--compat goes with --method contamination-level, not with {method}.")
    if compat and seed:
        raise UsageError("--compat draws with the authors' seeds 0, 1, 2 …; leave --seed out.")
