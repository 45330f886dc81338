"""Packages are looked through for plug-ins only where one may have some."""

from __future__ import annotations

import pytest

from nerproof.base import plugins


@pytest.mark.parametrize(("text", "expected"), [("[nerproof.plugins]\na = b\n", True), ("[console_scripts]\n", False)])
def test_packages_that_may_have_plugins(tmp_path, text, expected):
    folder = tmp_path / "some-1.0.dist-info"
    folder.mkdir()
    (folder / "entry_points.txt").write_text(text)
    assert plugins._names_plugins(str(tmp_path)) is expected
