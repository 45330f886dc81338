"""Experiments: a TOML file -> a grid of runs, each kept by the digest of all that went into it -> one Result.

Start reading at ``recipes/``: one file per study of the papers.
"""

from __future__ import annotations

from nerproof.experiments.recipe import RECIPES, Sample, Test
from nerproof.experiments.running import Outcome, report, run, status
from nerproof.experiments.spec import Spec, read_spec

__all__ = ["RECIPES", "Outcome", "Sample", "Spec", "Test", "read_spec", "report", "run", "status"]
