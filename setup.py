"""Builds the loops in C; without a compiler the install goes on and their twins in Python are used."""

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(f"nerproof.{name}", sources=[f"src/nerproof/{name}.c"], py_limited_api=True, optional=True)
        for name in ("_scan",)
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
