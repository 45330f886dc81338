"""Hostile input for every format: ``python tests/fuzz/fuzz_formats.py --inputs 200000`` (about ten minutes).

Files of every format are broken in many ways and read. Each must be read or refused with one line: no traceback, no
input that takes more than 20 seconds, no more than 1 GB of memory. A broken file that fails is kept in --keep.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "reallife"))

from files import FILES
from shapes import SHAPES

from nerproof.base.errors import NerproofError
from nerproof.corpus import Corpus
from nerproof.formats import FORMATS, read, write

SLOW = 20  # seconds
MEMORY = 1 << 20  # kilobytes
MAX_BYTES = 10 << 20
PIECES = [
    b"\0", b"\xff", b"\xef\xbb\xbf", b"\r", b"\t", b"\n\n", b'"', b"{", b"[", b"]", b"}", b"\\ud800", b"\\u0000", b"NaN", b"Infinity",
    b"-1", b"1e999", b"99999999999999999999", b"null", b"true", b"-DOCSTART-", b"#begin document (x); part 000", b"# newdoc", b"(PER*",
    b"*)", b"<a>", b"</a>", b"[x](y)", b"&#1114112;", b"B-", b"-B", b"\xf0\x9f\x98\x80", b"\xe2\x80\xae", b"\x1b[2J", b"T1\tX 0 1;2 3\tx",
    b"PAR1", b"ARROW1", b"\x78\x9c", b"\x1f\x8b", b"," * 50, b" " * 200, b"[" * 2000,
]  # fmt: skip


class TooSlow(Exception):
    """The reader did not come back in time."""


def corpora() -> list[Corpus]:
    words = [["EU", "rejects", "German", "call", "."], ["Peter", "O'Neill", "said", "\U0001f600", "ß"]]
    flat = Corpus.from_sentences(words, [[(0, 1, "ORG"), (2, 3, "MISC")], [(0, 2, "PER")]])
    nested = Corpus.from_sentences(
        words, [[(0, 3, "ORG"), (2, 3, "MISC")], []], document_starts=[0, 1], document_ids=("a", "b/c")
    )
    return [flat, nested]


def seeds(folder: Path) -> dict[str, list[dict[str, bytes]]]:
    """By format: files by their names in a folder; a format that is one file has one, named "file" and a suffix."""
    found: dict[str, list[dict[str, bytes]]] = {}
    for name, known in FORMATS.items():
        if known.written_as:
            continue  # the real-life files have some
        for i, corpus in enumerate(corpora()):
            place = folder / f"{name}{i}{known.suffix}"
            write(corpus, place, format=name)
            found.setdefault(name, []).append(_contents(place, known.suffix))
    for case in (*FILES.values(), *SHAPES.values()):
        if not case.folder:
            raw = case.content if isinstance(case.content, bytes) else case.content.encode()
            name = f"file{Path(case.name.partition('#')[0]).suffix}"
            found.setdefault("any", []).append({name: raw[:20_000]})
    return found


def _contents(place: Path, suffix: str) -> dict[str, bytes]:
    if not place.is_dir():
        return {f"file{suffix}": place.read_bytes()}
    return {p.relative_to(place).as_posix(): p.read_bytes() for p in place.rglob("*") if p.is_file()}


def broken(data: bytes, others: list[bytes], rng: random.Random) -> bytes:
    """The data with one to four things done to it."""
    for _ in range(rng.randint(1, 4)):
        at, to = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        how = rng.randrange(8)
        if how == 0:
            data = data[:at]
        elif how == 1:
            data = data[:at] + data[to:]
        elif how == 2:
            data = data[:at] + rng.choice(PIECES) + data[at:]
        elif how == 3 and data:
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        elif how == 4:
            data = data[:to] + data[at:to] * rng.randint(1, 3) + data[to:]
        elif how == 5:
            other = rng.choice(others)
            data = data[:at] + other[rng.randrange(len(other) + 1) :][:500] + data[at:]
        elif how == 6:
            lines = data.split(b"\n")
            rng.shuffle(lines)
            data = b"\n".join(lines)
        else:
            data = data[:at] + rng.choice(PIECES) + data[to:]
    return data[:MAX_BYTES]


def inputs(n: int, seed: int, folder: Path) -> Iterator[tuple[str, dict[str, bytes]]]:
    """Format and broken files, again and again."""
    known = seeds(folder)
    others = [data for files in known.values() for one in files for data in one.values()]
    names = sorted(known)
    rng = random.Random(seed)
    for i in range(n):
        name = names[i % len(names)]
        files = dict(rng.choice(known[name]))
        chosen = rng.choice(sorted(files))
        files[chosen] = broken(files[chosen], others, rng)
        yield name, files


def put(files: dict[str, bytes], place: Path, *, folder: bool) -> Path:
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for name, data in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(data)
    return place if folder else place / next(iter(files))


def attempt(path: Path, name: str | None, beside: Corpus | None = None) -> str:
    """What became of a file, read alone or as a prediction beside gold: read, refused, or what went wrong."""
    started = time.monotonic()
    signal.alarm(SLOW)
    try:
        hold_together(read(path, format=name, text=beside))
    except NerproofError as error:
        return "refused" if "\n" not in str(error) else f"more than one line: {error}"
    except TooSlow:
        return "too slow"
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return "".join(traceback.format_exception(error)[-4:])
    finally:
        signal.alarm(0)
    return "read" if time.monotonic() - started < SLOW else "too slow"


def hold_together(corpus: Corpus) -> None:
    """Fails for a corpus that was read and cannot be."""
    m = corpus.mentions
    assert corpus.n_tokens > 0
    assert (m.start >= 0).all() and (m.start <= m.end).all() and (m.end <= corpus.n_tokens).all()
    assert (m.type < len(corpus.types)).all()
    assert int(corpus.sentences[-1]) == corpus.n_tokens and int(corpus.documents[-1]) == corpus.n_sentences


def fuzz(n: int, seed: int = 0, *, keep: Path | None = None, progress: bool = False) -> tuple[Counter[str], list[str]]:
    """Reads ``n`` broken inputs, by their format and by sniffing in turn, a third beside gold; what failed."""
    signal.signal(signal.SIGALRM, _too_slow)
    counts: Counter[str] = Counter()
    failures: list[str] = []
    gold = corpora()[0]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for i, (name, files) in enumerate(inputs(n, seed, folder)):
            known = FORMATS[name] if name != "any" else None
            path = put(files, folder / "case", folder=known is not None and not known.suffix)
            fate = attempt(path, None if known is None or i % 2 else name, beside=gold if i % 3 == 0 else None)
            counts[fate if fate in {"read", "refused"} else "failed"] += 1
            if fate not in {"read", "refused"}:
                failures.append(f"input {i} of {name}: {fate}")
                if keep is not None:
                    shutil.copytree(folder / "case", keep / f"{seed}-{i}", dirs_exist_ok=True)
            if progress and i % 5000 == 4999:
                print(f"{i + 1} inputs, {dict(counts)}, {_megabytes()} MB at most", flush=True)
    return counts, failures


def _too_slow(*_: object) -> None:
    raise TooSlow


def _megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--inputs", type=int, default=200_000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--keep", type=Path, default=None)
    given = options.parse_args()
    warnings.simplefilter("ignore")
    counts, failures = fuzz(given.inputs, given.seed, keep=given.keep, progress=True)
    for failure in failures[:50]:
        print(failure)
    fates = f"{counts['read']} read, {counts['refused']} refused, {len(failures)} failed"
    print(f"{given.inputs} inputs: {fates}; {_megabytes()} MB at most")
    return 1 if failures or _megabytes() > MEMORY >> 10 else 0


if __name__ == "__main__":
    sys.exit(main())
