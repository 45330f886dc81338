"""Hooks of the documentation site: pages that live outside docs/, and the folders whose pages need no list."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
SHIM = "https://unpkg.com/iframe-worker/shim"
OUTSIDE = ("reproduce", "bench")
LINK = re.compile(r"\]\((?:\.\./)+((?:reproduce|bench)/[^)]*|docs/[^)]*)\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """A navigation entry that ends in / stands for all pages of the folder."""
    config.nav = [_filled(item) for item in config.nav or []]
    return config


def _filled(item: object) -> object:
    if not isinstance(item, dict):
        return item
    (title, value), *_ = item.items()
    if isinstance(value, str) and value.endswith("/"):
        return {title: _pages(value.rstrip("/"))}
    return item


def _pages(folder: str) -> list[object]:
    home = ROOT if folder in OUTSIDE else ROOT / "docs"
    top = home / folder
    pages: list[object] = [str(p.relative_to(home)) for p in sorted(top.glob("*.md"))]
    folders = sorted(p for p in top.iterdir() if p.is_dir() and any(p.glob("*.md")))
    return pages + [{own.name: [str(p.relative_to(home)) for p in sorted(own.glob("*.md"))]} for own in folders]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages of reproduce/ and bench/."""
    for folder in OUTSIDE:
        for path in sorted((ROOT / folder).rglob("*.md")):
            files.append(File.generated(config, str(path.relative_to(ROOT)), abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: object, **_: object) -> str:
    """Links between docs/ and the folders beside it, as they are on the site, where docs/ is the root."""
    up = "../" * page.file.src_uri.count("/")  # type: ignore[attr-defined]
    return LINK.sub(lambda m: f"]({up}{m[1].removeprefix('docs/')})", markdown)


def on_post_build(config: MkDocsConfig) -> None:
    """The search of pages opened as files needs a script: it comes from tests/browser/install.sh, not from a server."""
    site = Path(config.site_dir)
    source = ROOT / "tests/browser/node_modules/iframe-worker/shim/index.js"
    if source.exists():
        shutil.copy(source, site / "assets/iframe-worker.js")
    for page in site.rglob("*.html"):
        up = "../" * (len(page.relative_to(site).parts) - 1)
        page.write_text(page.read_text("utf-8").replace(SHIM, f"{up}assets/iframe-worker.js"), "utf-8")
