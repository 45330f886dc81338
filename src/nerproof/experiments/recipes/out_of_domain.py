"""out-of-domain: leave one dataset out and train on the others, compared with in-domain training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from nerproof.base.errors import UsageError
from nerproof.base.results import Row
from nerproof.corpus import Corpus, join
from nerproof.corpus.typefilter import TypeFilter
from nerproof.experiments.recipe import RECIPES, Data, Factors, Recipe, Sample, Summary, Test
from nerproof.experiments.tables import Runs, mean_row

IN, OUT = "in-domain", "out-of-domain"


@RECIPES.register("out-of-domain")
@dataclass(frozen=True)
class OutOfDomain(Recipe):
    """Each dataset of the file is a domain. ``shared_types``: only entity types that all domains have."""

    shared_types: bool = False
    in_domain: bool = True
    axes: ClassVar[tuple[str, ...]] = ("in_domain",)
    suites: ClassVar[tuple[str, ...]] = ("standard", "hardeval", "contamination")
    citation: ClassVar[str] = "Bernier-Colborne and Langlais, LREC 2020, table 11"

    def grid(self, datasets: Sequence[str]) -> list[Factors]:
        if len(datasets) < 2:
            raise UsageError("out-of-domain needs at least two datasets, one per domain. Add [data.…] tables.")
        settings = [IN, OUT] if self.in_domain else [OUT]
        return [{"dataset": name, "setting": setting} for setting in settings for name in datasets]

    def reads(self, factors: Factors, datasets: Sequence[str]) -> Sequence[str]:
        alone = factors["setting"] == IN and not self.shared_types
        return [factors["dataset"]] if alone else datasets

    def system(self, factors: Factors, model: str, *, several: bool) -> str:  # noqa: ARG002
        return model

    def step(self, factors: Factors, test: str) -> str:  # noqa: ARG002
        return f"{factors['setting']}: {factors['dataset']}"

    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:  # noqa: ARG002
        own = data[factors["dataset"]]
        inside = factors["setting"] == IN
        others = [d for d in data.values() if d.name != own.name]
        sources = [own] if inside else others
        keep = self._filter(list(data.values())) if self.shared_types else TypeFilter()
        train = keep.apply(join([d.train for d in sources]))
        dev = [d.dev for d in sources if d.dev is not None]
        held_out = keep.apply(join(dev)) if dev else None
        return Sample(train, held_out, {"": Test(keep.apply(own.test_set()))})

    def _filter(self, domains: Sequence[Data]) -> TypeFilter:
        shared = set.intersection(*(_types(d) for d in domains))
        if not shared:
            raise UsageError("the domains share no entity type. Set shared_types = false.")
        return TypeFilter(only=tuple(sorted(shared)))

    def summary(self, runs: Runs) -> Summary:
        """Mean over domains, and how much is lost outside."""
        rows: list[Row] = []
        table: list[dict[str, Any]] = []
        for system in runs.systems:
            for metric in ("f1", "f1_clean", "score"):
                found = [n for n in runs.where(metric=metric) if n.system == system]
                values = {s: [n.row.value for n in found if n.factors["setting"] == s] for s in (IN, OUT)}
                means = {s: mean_row((system, s, "ALL", metric), v) for s, v in values.items() if v}
                rows += means.values()
                table.append({"system": system, "score": metric, **{s: r.value for s, r in means.items()}})
        return Summary(rows, {"domains": table})


def _types(data: Data) -> set[str]:
    parts: list[Corpus] = [data.train, data.test_set()]
    return set.intersection(*(set(p.types) for p in parts))
