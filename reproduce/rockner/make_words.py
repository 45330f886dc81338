"""Makes src/nerproof/attacks/data/english.tsv.gz: words that the context attack may put in, and what it must know of them.

Needs, for this once: Debian's wordnet-base (/usr/share/wordnet) and the packages lemminflect, wordfreq, HanTa, pocketsphinx.
A line is a form (f, tag, word, lemma, 1 if it may be put in) or a lemma (l, part of speech, lemma, field, verb frames, the
numbers of its first sense and of the senses above it, how much commoner its plural is).
"""

from __future__ import annotations

import gzip
import math
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

try:
    import lemminflect
    import pocketsphinx
    import wordfreq
    from HanTa import HanoverTagger
except ModuleNotFoundError as error:
    raise SystemExit(f"make_words needs {error.name}: pip install lemminflect wordfreq HanTa pocketsphinx") from None

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDNET = Path("/usr/share/wordnet")
OUT = Path(__file__).resolve().parents[2] / "src/nerproof/attacks/data/english.tsv.gz"
FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
TAGS = {"n": ("NN", "NNS"), "v": ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ"), "a": ("JJ", "JJR", "JJS"), "r": ("RB",)}
BASE = {"NN", "VB", "VBP", "JJ", "RB"}
PENN = {
    "NN1": "NN", "NN0": "NN", "NN2": "NNS", "VVD": "VBD", "VVN": "VBN", "VVG": "VBG", "VVZ": "VBZ", "VVB": "VBP",
    "VVI": "VB", "AJ0": "JJ", "AJC": "JJR", "AJS": "JJS", "AV0": "RB", "NP0": "NNP",
}  # fmt: skip
SAME = {"VBD": {"VBD", "VBN"}, "VBN": {"VBD", "VBN"}, "VB": {"VB", "VBP"}, "VBP": {"VB", "VBP"}}
WORDS = 45_000
DEPTH = 4
RUDE = re.compile(
    r"^(fuck|shit|rape|rapist|nigg|slut|porn|sex|penis|vagin|bitch|whore|nude|nazi|negro|cunt|dick|tit|anal|incest)"
)


def wordnet() -> tuple[dict, dict, Counter]:
    """Senses by number, the first sense of each lemma, and how often a lemma was tagged as what."""
    senses, first, counts = {}, {}, Counter()
    for pos, name in FILES.items():
        for line in lines(f"data.{name}"):
            f = line.split("|")[0].split()
            k = 4 + 2 * int(f[3], 16)
            pointers = f[k + 1 : k + 1 + 4 * int(f[k])]
            rest = f[k + 1 + 4 * int(f[k]) :]
            above = [pointers[i + 1] for i in range(0, len(pointers), 4) if pointers[i] in {"@", "@i"}]
            instance = "@i" in pointers[::4]
            frames = (
                {int(rest[i + 1]) for i in range(1, len(rest), 3) if rest[i] == "+"} if pos == "v" and rest else set()
            )
            senses[pos, f[0]] = (int(f[1]), above, frames, instance)
        for line in lines(f"index.{name}"):
            f = line.split()
            first[pos, f[0]] = f[-int(f[2])]
    for line in lines("cntlist.rev"):
        key, _, n = line.split()
        word, _, kind = key.partition("%")
        counts[{"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}[kind[0]], word] += int(n)
    return senses, first, counts


def lines(name: str) -> list[str]:
    text = (WORDNET / name).read_text("utf-8", errors="replace")
    return [line for line in text.splitlines() if not line.startswith("  ")]


def path(senses: dict, pos: str, number: str) -> list[str]:
    found, level = [number], [number]
    for _ in range(DEPTH):
        level = [h for n in level for h in senses[pos, n][1]]
        found += [h for h in level if h not in found]
    return found


class Judge:
    """Which forms are known to the trigram model and frequent, and mostly of their tag."""

    def __init__(self) -> None:
        self.tagger = HanoverTagger.HanoverTagger("morphmodel_en.pgz")
        folder = Path(pocketsphinx.__file__).parent
        self.model = pocketsphinx.NGramModel.readfile(str(folder / "model/en-us/en-us.lm.bin"))

    def known(self, word: str) -> bool:
        return self.model.prob([word]) * math.log(1.0001) > -25 and wordfreq.zipf_frequency(word, "en") >= 2.4

    def pure(self, word: str, tag: str) -> bool:
        by_tag: dict[str, float] = defaultdict(lambda: -99.0)
        for t, score in self.tagger.tag_word(word, cutoff=30):
            by_tag[PENN.get(t, t)] = max(by_tag[PENN.get(t, t)], score)
        same = SAME.get(tag, {tag})
        own = max(by_tag[t] for t in same)
        return own > -40 and own >= max((v for t, v in by_tag.items() if t not in same), default=-99.0)


def forms(word: str, tag: str) -> list[str]:
    if tag in {"JJR", "JJS"} and len(word) > 6:
        return []
    found = (word,) if tag in BASE else lemminflect.getInflection(word, tag)[:1]
    return [f for f in found if f.isalpha() and f.isascii()]


def rows(senses: dict, first: dict, counts: Counter, judge: Judge) -> Iterator[str]:
    short: dict[str, int] = {}  # numbers of senses, shorter ones
    words = [w for w in wordfreq.top_n_list("en", WORDS) if re.fullmatch(r"[a-z]{3,}", w)]
    for word, pos in ((w, p) for w in words for p in TAGS if (p, w) in first):
        field, _, frames, instance = senses[pos, first[pos, word]]
        above = path(senses, pos, first[pos, word]) if pos in "nv" else [first[pos, word]]
        chain = ",".join(str(short.setdefault(pos + n, len(short))) for n in above)
        plural = (lemminflect.getInflection(word, "NNS") or (word + "s",))[0] if pos == "n" else ""
        count = wordfreq.zipf_frequency(plural, "en") - wordfreq.zipf_frequency(word, "en") if plural else 0.0
        yield f"l\t{pos}\t{word}\t{field}\t{','.join(map(str, sorted(frames)))}\t{chain}\t{count:.1f}"
        usual = all(counts[pos, word] >= 2 * counts[q, word] for q in FILES if q != pos) and counts[pos, word] >= 1
        # Senses of names, of tops, of quantities and of relational adjectives are never put in.
        fit = usual and not instance and field not in {1, 3, 23} and len(word) > 3 and not RUDE.match(word)
        for tag in TAGS[pos]:
            for form in forms(word, tag):
                yield f"f\t{tag}\t{form}\t{word}\t{int(fit and judge.known(form) and judge.pure(form, tag))}"


def main() -> None:
    found = list(dict.fromkeys(rows(*wordnet(), Judge())))
    with gzip.GzipFile(OUT, "wb", compresslevel=9, mtime=0) as stream:
        stream.write(("\n".join(found) + "\n").encode())
    print(OUT, len(found), "lines", OUT.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
