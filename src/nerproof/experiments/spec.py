"""The TOML file of an experiment: read, checked key by key, digested."""

from __future__ import annotations

import hashlib
import json
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from nerproof.base.atomic import note_input
from nerproof.base.errors import InputError, NerproofError
from nerproof.experiments.recipe import RECIPES, Recipe
from nerproof.models import create
from nerproof.models.extras import check_installed
from nerproof.models.options import build, nearest
from nerproof.models.store import digests

TOP = ("name", "recipe", "out", "seeds", "suites", "resamples", "data", "models", "settings")
PARTS = ("train", "dev", "test")
MAX_PATH = 4096
READING = ("format", "scheme", "repair", "encoding", "token_column", "tag_column", "delimiter")


@dataclass(frozen=True)
class Dataset:
    """Files by part, and how they are read."""

    name: str
    files: Mapping[str, tuple[Path, ...]]
    reading: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def digest(self) -> dict[str, Any]:
        """What identifies the dataset: the bytes of its files and how they are read, not where they are."""
        files = {part: [_file_digest(p) for p in paths] for part, paths in self.files.items()}
        return {"files": files, "reading": dict(self.reading)}


@dataclass(frozen=True)
class ModelSpec:
    """A system of the study: a model with its options under a name of its own."""

    name: str
    model: str
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Spec:
    """A checked experiment."""

    path: Path
    name: str
    recipe_name: str
    recipe: Recipe
    data: Mapping[str, Dataset]
    models: tuple[ModelSpec, ...]
    seeds: tuple[int, ...]
    suites: tuple[str, ...]
    resamples: int
    out: Path


def study(path: str | Path, out: str | Path | None = None) -> Spec:
    """The experiment of a file, with its runs in another folder where one is named."""
    spec = read_spec(path)
    return spec if out is None else replace(spec, out=Path(out))


def read_spec(path: str | Path) -> Spec:
    """Reads and checks an experiment; every mistake is named with its file and line."""
    path = Path(path)
    text = _text(path)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError.at(path, None, f"is not TOML ({error})") from None
    reader = _Reader(path, text)
    reader.known(raw, TOP, "the experiment")
    recipe_name = reader.typed(raw, "recipe", str, "seeds")
    settings = reader.resolved(reader.table(raw, "settings"))
    recipe = reader.guarded(lambda: build(RECIPES[recipe_name], recipe_name, settings, kind="recipe"))
    return Spec(
        path=path,
        name=reader.typed(raw, "name", str, path.stem),
        recipe_name=recipe_name,
        recipe=recipe,
        data={name: reader.dataset(name, raw["data"][name]) for name in reader.table(raw, "data", needed=True)},
        models=tuple(reader.model(name, o) for name, o in reader.table(raw, "models", needed=True).items()),
        seeds=tuple(reader.numbers(raw, "seeds", recipe.seeds)),
        suites=tuple(reader.typed(raw, "suites", list, list(recipe.suites))),
        resamples=reader.typed(raw, "resamples", int, 0),
        out=path.parent / reader.typed(raw, "out", str, f"{path.stem}.runs"),
    )


def _text(path: Path) -> str:
    note_input(path)
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError.at(path, None, f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError.at(path, None, "is not UTF-8 text") from None


class _Reader:
    """Values of the parsed file, each checked; errors know the line of the key."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.lines = path, text.split("\n")

    def error(self, key: str, what: str, fix: str = "") -> InputError:
        return InputError.at(self.path, self.line(key), what, fix=fix)

    def line(self, key: str) -> int | None:
        for number, line in enumerate(self.lines, 1):
            head = line.partition("=")[0].strip().strip("[]").strip()
            if key and head.split(".")[-1].strip().strip("\"'") == key:
                return number
        return None

    def known(self, table: Mapping[str, Any], allowed: Sequence[str], what: str) -> None:
        for key in table:
            if key not in allowed:
                raise self.error(key, f"{what} has no key {key!r}", nearest(key, allowed))

    def typed(self, table: Mapping[str, Any], key: str, kind: type, default: Any) -> Any:
        value = table.get(key, default)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.error(key, f"{key} is {value!r}, but must be of type {kind.__name__}")
        return value

    def numbers(self, table: Mapping[str, Any], key: str, default: Sequence[int]) -> list[int]:
        found = table.get(key, list(default))
        if not isinstance(found, list) or not all(isinstance(x, int) and x >= 0 for x in found) or not found:
            raise self.error(key, f"{key} must be a list of whole numbers, such as [0, 1, 2]")
        return found

    def table(self, raw: Mapping[str, Any], key: str, *, needed: bool = False) -> dict[str, Any]:
        found: dict[str, Any] = self.typed(raw, key, dict, {})
        if needed and not found:
            example = "[data.mine]" if key == "data" else "[models.crf]"
            raise InputError.at(self.path, None, f"has no [{key}.…]", fix=f"Add a table {example}.")
        return found

    def dataset(self, name: str, raw: Any) -> Dataset:
        if not isinstance(raw, dict):
            raise self.error(name, f"data.{name} must be a table with train and test")
        self.known(raw, (*PARTS, *READING), f"data.{name}")
        if "train" not in raw:
            raise self.error(name, f"data.{name} has no train file")
        files = {part: tuple(self.files(name, part, raw[part])) for part in PARTS if part in raw}
        reading = {key: raw[key] for key in READING if key in raw}
        return Dataset(name, files, reading)

    def files(self, name: str, part: str, value: Any) -> list[Path]:
        several = value if isinstance(value, list) else [value]
        found = [self.path.parent / str(v) for v in several]
        for path in found:
            if not path.exists():
                fix = f"Paths are relative to {self.path.parent.resolve()}."
                raise self.error(part, f"data.{name}.{part}: {path} does not exist", fix)
        return found

    def model(self, name: str, raw: Any) -> ModelSpec:
        if not isinstance(raw, dict):
            raise self.error(name, f"models.{name} must be a table (it may be empty)")
        options = self.resolved({k: v for k, v in raw.items() if k != "model"})
        kind = str(raw.get("model", name))
        self.guarded(lambda: create(kind, options))
        self.guarded(lambda: check_installed(kind))
        return ModelSpec(name, kind, options)

    def resolved(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Texts that name a file beside the TOML file become its path."""
        return {key: self.resolve(value) for key, value in values.items()}

    def resolve(self, value: Any) -> Any:
        if not isinstance(value, str) or not value or len(value) > MAX_PATH or "\0" in value:
            return value
        beside = self.path.parent / value
        return str(beside.resolve()) if beside.exists() else value

    def guarded(self, make: Any) -> Any:
        """Errors about names and options get the file in front."""
        try:
            return make()
        except NerproofError as error:
            raise InputError(f"{self.path}: {error}") from None


def identify(value: Any) -> Any:
    """A value for a run's key: texts that name files are replaced by the digests of their contents."""
    if isinstance(value, Mapping):
        return {str(k): identify(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [identify(v) for v in value]
    if isinstance(value, str):
        return [_word_digest(word) for word in _words(value)]
    return value


def key_of(parts: Mapping[str, Any]) -> str:
    text = json.dumps(identify(parts), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text) or [text]
    except ValueError:
        return [text]


def _word_digest(word: str) -> str:
    if not 0 < len(word) < MAX_PATH or "/" not in word or "\0" in word:
        return word
    path = Path(word)
    saved_model = any((path / name).is_file() for name in ("config.json", "model.json", "meta.json"))
    return f"{path.name}@{_file_digest(path)}" if path.is_file() or saved_model else word


def _file_digest(path: Path) -> str:
    return digests(path.parent, [path.name])[path.name][:20]
