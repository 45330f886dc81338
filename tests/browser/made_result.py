"""Made-up but self-consistent result files: every count in the rows can be recounted from the sentences."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

TYPES = ("PER", "LOC", "ORG", "MISC")
MENTION_SLICES = (
    "SEEN",
    "UNSEEN-TYPE",
    "UNSEEN-TOKENS",
    "UNSEEN-ANY",
    "TCM-ALL",
    "TCM-SEEN",
    "TCM-UNSEEN",
    "clean",
    "contaminated",
)
TOKEN_SLICES = ("unseen", "unseen-I", "unseen-O", "diff", "diff-I", "diff-O", "diff-E")
ATTRIBUTES = ("eLen", "sLen", "eDen", "oDen", "eFre", "tFre", "eCon", "tCon")
BUCKETS = ("XS", "S", "L", "XL")
WORDS = [
    "the",
    "minister",
    "of",
    "finance",
    "said",
    "on",
    "Monday",
    "that",
    "talks",
    "with",
    "would",
    "resume",
    "after",
    "a",
    "long",
    "pause",
    "in",
    "spring",
]
NAMES = [
    "Maria",
    "Schmidt",
    "Ankara",
    "Reuters",
    "Oslo",
    "United",
    "Bank",
    "Ljubljana",
    "Nokia",
    "Petra",
    "Novak",
    "Chelsea",
    "Lima",
    "Rhine",
]


def made_result(systems=("strong", "memory", "weak"), sentences=60, seed=0, types=TYPES, words=WORDS, names=NAMES):
    rng = random.Random(seed)
    slices = [*MENTION_SLICES, *TOKEN_SLICES, *[f"{a}:{b}" for a in ATTRIBUTES for b in BUCKETS]]
    items = [_sentence(rng, i, systems, types, words, names, slices) for i in range(sentences)]
    rows = [row for s in systems for row in _rows_of(s, items, slices, types)]
    rows += _data_rows(items, slices, systems) + _differences(systems, rows)
    return {
        "signature": {
            "nerproof": "0.1.0",
            "suites": ["standard", "tmr", "hardeval", "contamination", "interpreteval"],
            "gold": "gold.conll@1f9c0a77",
            "train": "train.conll@77ab12cd",
            "scheme": "IOB2",
            "repair": "begin",
            "resamples": 1000,
            "seed": 0,
            "unit": "sentence",
            "hardeval_compare": "io",
            "contamination_unit": "sentence",
        },
        "rows": rows,
        "notes": [
            "skipped rockner: needs an attacked corpus",
            "gold.conll: 1 label repaired by rule begin, first at line 118",
        ],
        "sentences": {"budget": 2000, "left_out": 0, "slices": slices, "items": items},
        "extras": {"confusion": {s: _confusion(s, items) for s in systems}, "statistics": _statistics(items)},
    }


def _sentence(rng, index, systems, types, words, names, slices):
    tokens, gold = [], []
    for _ in range(rng.randint(1, 4)):
        tokens += rng.choices(words, k=rng.randint(1, 6))
        length = rng.choice([1, 1, 1, 2, 3])
        gold.append([len(tokens), len(tokens) + length, rng.choice(types), _mention_slices(rng, slices)])
        tokens += rng.choices(names, k=length)
    tokens.append(".")
    pred = {s: _predictions(rng, tokens, gold, rank, len(systems), types, slices) for rank, s in enumerate(systems)}
    token_slices = {
        str(slices.index(name)): sorted(rng.sample(range(len(tokens)), k=rng.randint(0, 2))) for name in TOKEN_SLICES
    }
    errors = {s: sorted(rng.sample(range(len(tokens)), k=rng.randint(0, 2))) for s in systems}
    return {
        "id": index,
        "place": f"gold.conll:{index * 12 + 1}",
        "document": f"doc-{index // 10}",
        "tokens": tokens,
        "gold": gold,
        "pred": pred,
        "fate": {s: [_field(g, pred[s]) for g in gold] for s in systems},
        "token_slices": token_slices,
        "token_errors": errors,
    }


def _mention_slices(rng, slices):
    at = {name: i for i, name in enumerate(slices)}
    seen = rng.random() < 0.55
    names = ["SEEN", "contaminated"] if seen else [rng.choice(["UNSEEN-TYPE", "UNSEEN-TOKENS"]), "UNSEEN-ANY", "clean"]
    if rng.random() < 0.15:
        names += ["TCM-ALL", "TCM-UNSEEN" if "UNSEEN-TOKENS" in names else "TCM-SEEN"]
    names += [f"{a}:{rng.choice(BUCKETS)}" for a in ATTRIBUTES]
    return [at[n] for n in names]


def _predictions(rng, tokens, gold, rank, n, types, slices):
    """A later system is worse; the second forgets what it has not seen."""
    found = []
    clean = slices.index("clean")
    for start, end, kind, inside in gold:
        luck = rng.random()
        right = 0.9 - 0.5 * rank / max(n, 2) - (0.4 if rank % 2 and clean in inside else 0)
        if luck < right:
            found.append([start, end, kind, inside, 1, "correct"])
        elif luck < right + 0.05:
            wrong = rng.choice([t for t in types if t != kind] or [kind])
            found.append([start, end, wrong, inside, 0, "type"])
        elif luck < right + 0.1 and end < len(tokens) - 1:
            found.append([start, end + 1, kind, inside, 0, "boundary"])
    taken = {p for g in gold for p in range(g[0], g[1] + 1)}
    if rng.random() < 0.15 + 0.02 * rank and 0 not in taken:
        found.append([0, 1, rng.choice(types), _mention_slices(rng, slices), 0, "spurious"])
    return sorted(found, key=lambda p: p[:2])


def row(suite, system, slice_, label, metric, count, total, **more):
    value = count / total if total else None
    spread = None if value is None else 0.98 / (total + 4) ** 0.5
    return {
        "suite": suite,
        "system": system,
        "slice": slice_,
        "label": label,
        "metric": metric,
        "value": value,
        "count": count,
        "total": total,
        "low": None if value is None else max(0.0, value - spread),
        "high": None if value is None else min(1.0, value + spread),
    } | more


def _f1(count, total):
    return None if not total else count / total


def _rows_of(system, items, slices, types):
    out = []
    for label in ("ALL", *types):
        gold, pred, correct = _counts(system, items, None, label)
        out += _prf("standard", system, "ALL", label, gold, pred, correct)
        for name in MENTION_SLICES[:7]:
            g, _p, c = _counts(system, items, slices.index(name), label)
            out.append(row("tmr", system, name, label, "recall", c, g))
    out += _retention(system, items, slices)
    out += _contamination(system, items, slices)
    out += _hard(system, items, slices)
    for i, name in enumerate(slices):
        if ":" in name:
            g, p, c = _counts(system, items, i, "ALL")
            b = BUCKETS.index(name.split(":")[1])
            edges = {
                "lo": None if b == 0 else b * 0.25,
                "hi": None if b == 3 else (b + 1) * 0.25,
                "n_gold": g,
                "n_pred": p,
                "n_correct": c,
            }
            out += [r | edges for r in _prf("interpreteval", system, name, "ALL", g, p, c)]
    return out + _analyses(system, out)


def _retention(system, items, slices):
    """One stratum has all mentions: the recalls are the plain ones."""
    sides = {"recall_if_seen": "SEEN", "recall_if_new": "UNSEEN-ANY"}
    counts = {metric: _counts(system, items, slices.index(name), "ALL") for metric, name in sides.items()}
    out = [row("tmr", system, "ALL", "ALL", metric, c, g) for metric, (g, _, c) in counts.items()]
    seen, new = (r["value"] for r in out)
    kept = new / seen if seen else None
    more = {"n_seen": counts["recall_if_seen"][0], "n_unseen": counts["recall_if_new"][0]}
    span = {"low": max(0.0, kept - 0.1), "high": kept + 0.1} if kept is not None else {}
    total = sum(more.values())
    out.append(row("tmr", system, "ALL", "ALL", "retention", None, None) | {"value": kept} | span | more)
    none = {"low": None, "high": None}
    out.append(row("tmr", system, "ALL", "ALL", "retention_coverage", total, total) | none)
    gold, _, correct = _counts(system, items, None, "ALL")
    return [*out, row("tmr", system, "ALL", "ALL", "recall", correct, gold)]


def _prf(suite, system, slice_, label, gold, pred, correct):
    return [
        row(suite, system, slice_, label, "precision", correct, pred),
        row(suite, system, slice_, label, "recall", correct, gold),
        row(suite, system, slice_, label, "f1", 2 * correct, gold + pred),
    ]


def _counts(system, items, slice_, label):
    def inside(m):
        return (slice_ is None or slice_ in m[3]) and label in ("ALL", m[2])

    gold = sum(inside(m) for s in items for m in s["gold"])
    preds = [m for s in items for m in s["pred"][system] if inside(m)]
    return gold, len(preds), sum(m[4] for m in preds)


def _contamination(system, items, slices):
    gold, pred, correct = _counts(system, items, None, "ALL")
    g_clean, _, c_clean = _counts(system, items, slices.index("clean"), "ALL")
    p, r, f = correct / max(pred, 1), c_clean / max(g_clean, 1), 2 * correct / max(gold + pred, 1)
    clean = 2 * p * r / (p + r) if p + r else None
    base = row("contamination", system, "ALL", "ALL", "recall_clean", c_clean, g_clean)
    whole = base | {"slice": "ALL", "count": None, "total": None}
    delta = None if clean is None else f - clean
    return [
        base,
        whole | {"metric": "f1_clean", "value": clean, "low": max(0, (clean or 0) - 0.03), "high": (clean or 0) + 0.03},
        whole | {"metric": "delta_f1", "value": delta, "low": (delta or 0) - 0.02, "high": (delta or 0) + 0.02},
        row("contamination", system, "ALL", "ALL", "recall_contaminated", correct - c_clean, gold - g_clean),
    ]


def _hard(system, items, slices):
    out = []
    for name in ("ALL", *TOKEN_SLICES):
        inside = [
            set(range(len(s["tokens"]))) if name == "ALL" else set(s["token_slices"][str(slices.index(name))])
            for s in items
        ]
        wrong = sum(len(i & set(s["token_errors"][system])) for i, s in zip(inside, items, strict=True))
        out.append(row("hardeval", system, name, "ALL", "ter", wrong, sum(map(len, inside))))
    ter = {r["slice"]: r["value"] for r in out}
    if ter["unseen"] is not None and ter["diff"] is not None:
        score = (ter["unseen"] + ter["diff"]) / 2
        out.append(
            row("hardeval", system, "ALL", "ALL", "score", None, None)
            | {"value": score, "low": score - 0.02, "high": score + 0.02}
        )
    shares = {"unseen": 5, "diff": 3, "other": 12}
    return out + [
        row("hardeval", system, name, "ALL", "error_share", n, 20) | {"low": None, "high": None}
        for name, n in shares.items()
    ]


def _analyses(system, rows):
    out, by = [], defaultdict(list)
    for r in rows:
        if r["suite"] == "interpreteval" and r["metric"] == "f1" and r["value"] is not None:
            by[r["slice"].split(":")[0]].append(r["value"])
    for attribute, values in by.items():
        mean = sum(values) / len(values)
        sigma = (sum((v - mean) ** 2 for v in values) / len(values)) ** 0.5
        for metric, value in (("s_rho", values[-1] - values[0]), ("s_sigma", sigma)):
            out.append(
                row("interpreteval", system, attribute, "ALL", metric, None, None)
                | {"value": value, "low": None, "high": None}
            )
    return out


def _data_rows(items, slices, systems):
    mentions = [m for s in items for m in s["gold"]]
    held = Counter(i for m in mentions for i in m[3])
    rows = [
        row("tmr", "", name, "ALL", "share", held[slices.index(name)], len(mentions)) | {"low": None, "high": None}
        for name in MENTION_SLICES[:7]
    ]
    contaminated = held[slices.index("contaminated")]
    rates = (
        ("mention_rate", contaminated, len(mentions)),
        ("entity_rate", contaminated // 2, len(mentions) * 2 // 3),
        ("partial_rate", len(items) // 2, len(items)),
        ("full_rate", len(items) // 5, len(items)),
    )
    for way, size in (("test|train", 1), ("train|test", 3)):
        rows += [
            row("contamination", "", way, "ALL", metric, n, total * size) | {"low": None, "high": None}
            for metric, n, total in rates
        ]
    none = {"low": None, "high": None}
    rows += [row("interpreteval", "", a, "ALL", "rho", i + 2, 11) | none for i, a in enumerate(ATTRIBUTES)]
    rows += [row("interpreteval", "", a, "ALL", "zeta", 9 - i, 9) | none for i, a in enumerate(ATTRIBUTES)]
    p = [row("interpreteval", "", a, "ALL", "friedman_p", i, 40) | none for i, a in enumerate(ATTRIBUTES)]
    rows += [r | {"greyed": r["value"] >= 0.05} for r in p]
    return rows + [
        row("experiment", system, f"K={k}", "ALL", "f1", 70 + 3 * rank - k, 100)
        for rank, system in enumerate(systems[:3])
        for k in (1, 2, 3, 5)
    ]


def _differences(systems, rows):
    f1 = {
        r["system"]: r["value"]
        for r in rows
        if r["suite"] == "standard" and r["label"] == "ALL" and r["metric"] == "f1"
    }
    out = []
    for i, a in enumerate(systems):
        for b in systems[i + 1 :]:
            value = (f1[a] or 0) - (f1[b] or 0)
            p = 0.001 if abs(value) > 0.05 else 0.4
            out.append(
                row("standard", a, "ALL", "ALL", "difference:f1", None, None)
                | {
                    "value": value,
                    "low": value - 0.04,
                    "high": value + 0.04,
                    "other": b,
                    "p": p,
                    "p_adjusted": min(1.0, p * 3),
                }
            )
    return out


def _confusion(system, items):
    table = defaultdict(Counter)
    for s in items:
        preds = s["pred"][system]
        for gold in s["gold"]:
            table[gold[2]][_field(gold, preds)] += 1
        for p in preds:
            if not any(p[0] < g[1] and p[1] > g[0] for g in s["gold"]):
                table["spurious"][p[2]] += 1
    return {g: dict(sorted(row.items())) for g, row in sorted(table.items())}


def _field(gold, preds):
    same = [p for p in preds if p[:2] == gold[:2]]
    near = [p for p in preds if p[0] < gold[1] and p[1] > gold[0]]
    return same[0][2] if same else "boundary" if near else "missed"


def _statistics(items):
    mentions = [m for s in items for m in s["gold"]]
    return {
        "test": {
            "sentences": len(items),
            "tokens": sum(len(s["tokens"]) for s in items),
            "mentions": len(mentions),
            "types": dict(sorted(Counter(m[2] for m in mentions).items())),
        }
    }
