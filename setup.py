"""Builds the scanner of column files; without a compiler the install goes on and the Python one is used."""

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "nerproof._scan",
            sources=["src/nerproof/_scan.c"],
            py_limited_api=True,
            optional=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
