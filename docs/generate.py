"""Writes docs/methods/ from the registries: ``python docs/generate.py`` (``--check`` only compares).

One page per suite, attribute, metric, model and verb. What a registry cannot know (a suite's formulas, what it
cannot tell) is written by hand in docs/parts/. Examples are computed on a corpus of five sentences when a page is
made, so they cannot go stale unseen: tests/docs/test_methods.py compares the pages with what this program would write.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).parent
MADE = "<!-- made by docs/generate.py: do not edit; the hand-written parts are in docs/parts/ -->\n\n"


def pages() -> dict[str, str]:
    """Every generated page by its path below docs/methods/."""
    found = {
        **{f"suites/{name}.md": text for name, text in _suites()},
        **{f"attributes/{name}.md": text for name, text in _attributes()},
        **{f"metrics/{name}.md": text for name, text in _metrics()},
        **{f"models/{name}.md": text for name, text in _models()},
        **{f"verbs/{name}.md": text for name, text in _verbs()},
    }
    found["README.md"] = _index(found)
    return {path: MADE + re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n" for path, text in found.items()}


# --- what examples are computed on -----------------------------------------------------------------------------------


def tiny() -> dict[str, Any]:
    """Training and test sentences, a system's answer, and everything a function may ask for by name."""
    from nerproof.corpus import Corpus
    from nerproof.index.lexicon import Lexicon
    from nerproof.measures.pairing import Pair

    train = Corpus.from_sentences(
        [
            ["Karsk", "beat", "Velden", "."],
            ["Rain", "in", "Karsk", "."],
            ["Ada", "Falk", "left", "Velden", "for", "Karsk", "."],
        ],
        [[(0, 1, "ORG"), (2, 3, "ORG")], [(2, 3, "LOC")], [(0, 2, "PER"), (3, 4, "LOC"), (5, 6, "LOC")]],
    )
    words = [["Ada", "Falk", "saw", "Karsk", "."], ["Sundby", "beat", "Karsk", "."]]
    gold = Corpus.from_sentences(words, [[(0, 2, "PER"), (3, 4, "LOC")], [(0, 1, "ORG"), (2, 3, "ORG")]])
    pred = Corpus.from_sentences(words, [[(0, 2, "PER"), (3, 4, "LOC")], [(0, 1, "LOC"), (2, 3, "ORG")]])
    pair = Pair.of(gold, pred)
    given = {
        "pair": pair,
        "corpus": pair.gold,
        "gold": pair.gold,
        "lexicon": Lexicon(train),
        "index": Lexicon(pair.gold),
    }
    return {**given, "train": train, "dev": None, "switches": {}}


def _intro() -> str:
    given = tiny()
    rows = ["| part | sentence |", "|---|---|"]
    for part, corpus in (("train", given["train"]), ("test", given["gold"]), ("predicted", given["pair"].pred)):
        rows += [f"| {part} | {_marked(corpus, i)} |" for i in range(corpus.n_sentences)]
    return "\n".join(rows)


def _marked(corpus: Any, i: int) -> str:
    words = corpus.sentence(i)
    for start, end, type_ in list(corpus.mentions_by_sentence())[i]:
        words[start] = f"**{words[start]}"
        words[end - 1] = f"{words[end - 1]}**<sub>{type_}</sub>"
    return " ".join(words)


# --- one function per kind of page -----------------------------------------------------------------------------------


def _suites() -> Iterator[tuple[str, str]]:
    from nerproof.suites.recipe import SUITES

    for name, item in SUITES.items():
        part = DOCS / "parts" / "suites" / f"{name}.md"
        own = part.read_text("utf-8") if part.exists() else _rest(inspect.getmodule(item.cells))
        facts = [f"- needs: {_needs(item.cells)}", f"- compared by: {_headlines(item)}"]
        yield (
            name,
            f"# Suite `{name}`\n\n{_sentence(item.description)}\n\n"
            + "\n".join(facts)
            + f"\n\n{own}\n{_cited(item.citation)}",
        )


def _headlines(item: Any) -> str:
    return ", ".join(f"`{m}`" + ("" if s == "ALL" else f" on `{s}`") for s, _, m in item.headlines) or "–"


def _needs(function: Any) -> str:
    words = {
        "pair": "gold and predictions",
        "lexicon": "the training file (`--train`)",
        "dev": "the development file (`--dev`)",
    }
    required = [n for n, p in inspect.signature(function).parameters.items() if p.default is p.empty]
    return ", ".join(words[n] for n in required if n in words) or "see below"


def _attributes() -> Iterator[tuple[str, str]]:
    from nerproof.measures.attributes import ATTRIBUTES

    for name, item in ATTRIBUTES.items():
        facts = [f"- one value per {item.unit}; kind: {item.kind}", f"- needs: {_asks(item.compute)}"]
        if item.alias:
            facts.append(f"- the paper's symbol, used in results: `{item.alias}`")
        if item.categories:
            facts.append("- values: " + ", ".join(f"`{c}`" for c in item.categories))
        if item.kind == "number":
            facts.append(f"- buckets by the rule `{item.rule}`")
        body = [f"# Attribute `{name}`", _sentence(item.description), "\n".join(facts), _rest(item.compute)]
        yield name, "\n\n".join([*body, _example_column(item), _cited(item.citation)])


def _asks(function: Any) -> str:
    words = {"lexicon": "the training file", "index": "the gold file's own index", "corpus": "a corpus", "gold": "gold"}
    asked = [words[n] for n in inspect.signature(function).parameters if n in words]
    return ", ".join(asked) or "nothing but the corpus"


def _example_column(item: Any) -> str:
    from nerproof.base import inject as declare

    given = tiny()
    if declare.missing(item.compute, given):
        return ""
    values = declare.call(item.compute, given)
    return f"## Example\n\n{_intro()}\n\n" + _table(
        [item.unit, f"`{item.label}`"], zip(_units(item.unit, given["gold"]), _shown(item, values), strict=True)
    )


def _units(unit: str, gold: Any) -> list[str]:
    if unit == "token":
        return gold.tokens.strings()
    if unit == "sentence":
        return [" ".join(gold.sentence(i)) for i in range(gold.n_sentences)]
    return [f"{gold.surface(i)} ({gold.mention(i).type})" for i in range(len(gold.mentions))]


def _shown(item: Any, values: Any) -> list[str]:
    if item.kind == "flag":
        return ["yes" if v else "no" for v in values.tolist()]
    if item.kind == "category":
        names = item.categories or tiny()["gold"].types
        return [names[int(v)] for v in values.tolist()]
    return [f"{v:.3g}" for v in values.tolist()]


def _metrics() -> Iterator[tuple[str, str]]:
    from nerproof.measures.metrics import METRICS

    for name, item in METRICS.items():
        facts = [
            f"- counted per sentence: {', '.join(f'`{c}`' for c in item.columns)}",
            f"- unit: {item.unit}; range {item.range[0]:g} to {item.range[1]:g}; {'lower' if item.lower_is_better else 'higher'} is better",
        ]
        formula = [f"    {value} = {top} / {bottom}" for value, (top, bottom) in item.ratios.items()]
        body = [f"# Metric `{name}`", _sentence(item.description), "\n".join(facts), _rest(item.score)]
        if formula:
            body += ["## Formula", "\n".join(formula)]
        yield name, "\n\n".join([*body, _example_score(item), "Undefined (a denominator of 0) is `null`, never 0."])


def _example_score(item: Any) -> str:
    from nerproof.measures.attributes.contamination import contaminated
    from nerproof.measures.metrics import Slice

    given = tiny()
    pair, lexicon = given["pair"], given["lexicon"]
    seen = contaminated(pair.gold, lexicon)
    masks = {"seen": seen, "gold_clean": ~seen, "pred_unseen": ~contaminated(pair.pred, lexicon)}
    counts = item.counts(pair, Slice(masks=masks)).sum(axis=0)
    sums = dict(zip(item.columns, counts.astype(float), strict=True))
    rows = [(f"`{k}`", "–" if v != v else f"{float(v):.3f}") for k, v in item.score(sums).items()]
    counted = ", ".join(f"{c} {int(n)}" for c, n in zip(item.columns, counts, strict=True))
    return f"## Example\n\n{_intro()}\n\nCounts over both test sentences: {counted}.\n\n" + _table(["value", ""], rows)


def _models() -> Iterator[tuple[str, str]]:
    from nerproof.models import MODELS

    for name, cls in MODELS.items():
        module = inspect.getmodule(cls)
        first = (inspect.getdoc(module) or "").split("\n")[0]
        options = [f for f in dataclasses.fields(cls) if f.init]
        body = [
            f"# Model `{name}`",
            _sentence(first.partition(": ")[2] or first),
            inspect.getdoc(cls) or "",
            _rest(module),
        ]
        body += ["## Options", _option_table(cls, options) if options else "None."]
        extra = f" --option {options[0].name}={_default(options[0])}" if options else ""
        use = f"nerproof train {name} --train train.conll --dev dev.conll --out model{extra}\nnerproof predict model --input test.conll --out pred.conll"
        yield name, "\n\n".join([*body, "## Use", f"```text\n{use}\n```"])


def _option_table(cls: type, options: list[Any]) -> str:
    notes = _field_comments(cls)
    rows = [(f"`{o.name}`", str(o.type), f"`{_default(o)}`", notes.get(o.name, "")) for o in options]
    return _table(["option", "type", "default", "what it does"], rows)


def _default(option: Any) -> str:
    if option.default is not dataclasses.MISSING:
        return str(option.default)
    return "" if option.default_factory is dataclasses.MISSING else str(option.default_factory())


def _field_comments(cls: type) -> dict[str, str]:
    """The comment behind each field: where the code says what an option does."""
    found = {}
    for line in inspect.getsource(cls).splitlines():
        left, mark, comment = line.partition("  # ")
        if mark and ":" in left and not comment.startswith(("noqa", "type:")):
            found[left.strip().split(":")[0]] = comment.strip()
    return found


def _verbs() -> Iterator[tuple[str, str]]:
    import click

    from nerproof.cli import app

    context = click.Context(app, info_name="nerproof", **app.context_settings)
    for name in app.list_commands(context):
        command = app.get_command(context, name)
        if command is None:
            continue
        yield name, _verb(command, click.Context(command, info_name=name, parent=context))


def _verb(command: Any, context: Any) -> str:
    import click

    width, click.formatting.FORCED_WIDTH = click.formatting.FORCED_WIDTH, 96
    try:
        text = command.get_help(context)
        parts = [f"# `{context.command_path}`", f"```text\n{text}\n```"]
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                parts.append(f"## `{context.command_path} {name}`")
                inner_context = click.Context(inner, info_name=name, parent=context)
                parts.append(f"```text\n{inner.get_help(inner_context)}\n```")
    finally:
        click.formatting.FORCED_WIDTH = width
    return "\n\n".join(parts)


def _index(found: dict[str, str]) -> str:
    titles = {
        "suites": "Suites",
        "attributes": "Attributes",
        "metrics": "Metrics",
        "models": "Models",
        "verbs": "Commands",
    }
    lines = [
        "# Reference: suites, attributes, metrics, models, commands",
        "",
        "Generated from the code by `docs/generate.py`; hand-written parts are in `docs/parts/`.",
    ]
    lines += ["", *_others()]
    for folder, title in titles.items():
        lines += ["", f"## {title}", ""]
        for path, text in sorted(found.items()):
            if path.startswith(f"{folder}/"):
                lines.append(f"- [{Path(path).stem}]({path}): {_summary(text)}")
    return "\n".join(lines)


def _others() -> list[str]:
    """What has a page of its own elsewhere: one line each, from the registries."""
    from nerproof.cli.list_ import describe

    where = {
        "formats": "../formats.md",
        "splits": "../splits.md",
        "attacks": "../attacks.md",
        "augmentations": "../attacks.md",
        "gazetteers": "../gazetteers.md",
        "compats": "../compat.md",
    }
    lines = ["Other kinds have one page each:", "", "| kind | names |", "|---|---|"]
    for kind, page in where.items():
        names = ", ".join(f"`{name}`" for name, _ in describe(kind))
        lines.append(f"| [{kind}]({page}) | {names} |")
    return lines


def _summary(text: str) -> str:
    if text.startswith("# `nerproof"):
        words = " ".join(text.split("```text\n")[1].split("\n\n")[1].split())
        return words.partition(". ")[0].rstrip(".") + "."
    return text.split("\n\n")[1].replace("\n", " ")


# --- small pieces ----------------------------------------------------------------------------------------------------


def _cited(citation: str) -> str:
    if not citation:
        return ""
    known = tomllib.loads((DOCS / "parts" / "citations.toml").read_text("utf-8"))
    return f"## Citation\n\n{known[citation]['text'] if citation in known else citation}"


def _rest(thing: Any) -> str:
    """What a docstring says after its first line, without its doctests."""
    _, _, rest = (inspect.getdoc(thing) or "").partition("\n")
    return rest.split(">>>")[0].strip()


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".") if text else ""


def _table(header: list[str], rows: Any) -> str:
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join([*lines, *("| " + " | ".join(str(c).replace("|", "\\|") for c in row) + " |" for row in rows)])


def stale() -> list[str]:
    """Pages that are missing, differ from what would be written, or describe nothing any more."""
    wanted = pages()
    there = {str(p.relative_to(DOCS / "methods")): p.read_text("utf-8") for p in (DOCS / "methods").rglob("*.md")}
    return sorted({*(p for p, text in wanted.items() if there.get(p) != text), *(p for p in there if p not in wanted)})


def main() -> int:
    if "--check" in sys.argv:
        wrong = stale()
        print("\n".join(f"docs/methods/{p} is missing or stale: run python docs/generate.py" for p in wrong))
        return 1 if wrong else 0
    wanted = pages()
    for old in (DOCS / "methods").rglob("*.md"):
        if str(old.relative_to(DOCS / "methods")) not in wanted:
            old.unlink()
    for path, text in wanted.items():
        target = DOCS / "methods" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    print(f"{len(wanted)} pages in docs/methods")
    return 0


if __name__ == "__main__":
    sys.exit(main())
