"""A small dataset on disk and experiments over it."""

import textwrap

import numpy as np

STEMS = ["Al", "Bor", "Cas", "Dun", "Eld", "Fal", "Gor", "Hal"]


def write_towns(path, n, seed):
    """People and towns; names repeat, so that some are seen and some are not."""
    rng = np.random.default_rng(seed)
    lines = []
    for _ in range(n):
        town = rng.choice(STEMS) + rng.choice(STEMS).lower() + "ville"
        person = rng.choice(STEMS) + rng.choice(STEMS).lower() + "son"
        lines += [f"{person}\tB-PER", "lives\tO", "in\tO", f"{town}\tB-LOC", ".\tO", ""]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def study(folder, text, *, name="study", sizes=(60, 20, 30)):
    """Writes data and the TOML file; returns the file's path."""
    for part, n, seed in zip(("train", "dev", "test"), sizes, (1, 2, 3), strict=True):
        write_towns(folder / f"{part}.conll", n, seed)
    path = folder / f"{name}.toml"
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return path


DATA = """
[data.towns]
train = "train.conll"
dev = "dev.conll"
test = "test.conll"
"""
