# Two commands do everything: make demo, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps

.PHONY: setup demo quick coverage test bench lint fuzz differential docs clean

demo: $(STAMPS)/demo
	$(BIN)/nerproof demo --out nerproof-demo

setup: $(STAMPS)/setup

test: setup lint
	$(BIN)/python -m pytest -q -p no:cacheprovider -n 2 --dist loadfile --no-loadscope-reorder --durations=15

# What a developer runs all the time: no trainings of large models, no browser, no pages, no Spark.
quick: $(STAMPS)/setup
	$(BIN)/python -m pytest -q -p no:cacheprovider -n 2 -m 'not slow' src tests/contract tests/unit tests/cli tests/test_architecture.py

# The quick tests again, counting lines and branches; fails below the floor in pyproject.toml.
coverage: $(STAMPS)/setup
	$(BIN)/python -m pytest -q -p no:cacheprovider -n 2 -m 'not slow' --cov=nerproof --cov-report=term:skip-covered src tests/contract tests/unit tests/cli

lint: $(STAMPS)/setup
	$(BIN)/ruff check src tests bench reproduce docs
	$(BIN)/ruff format --check src tests bench reproduce docs
	$(BIN)/mypy

# Random files for the C scanner, under the address and undefined-behaviour sanitizers.
fuzz: $(STAMPS)/setup
	PYTHON=$(BIN)/python sh tests/fuzz-scan.sh

# 300 random nasty corpora of each kind: the same bytes from memory, --stream, -j 2, -j 4, Parquet and Spark.
differential: $(STAMPS)/setup
	NERPROOF_ENGINES=full $(BIN)/python -m pytest -q -n 2 tests/property/test_engines_agree.py

bench: $(STAMPS)/setup
	$(BIN)/python -m bench.run

# The documentation site, in site/: strict, with links checked, searchable offline.
docs: $(STAMPS)/setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo site/index.html

clean:
	rm -rf $(VENV) build dist *.egg-info src/*.egg-info nerproof-demo site

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip setuptools wheel
	mkdir -p $(STAMPS)

# What the demo needs: a small install, no torch.
$(STAMPS)/demo: pyproject.toml setup.py $(wildcard src/nerproof/*.c) | $(BIN)/python
	mkdir -p $(STAMPS)
	$(BIN)/python -m pip install --quiet -e '.[demo]'
	touch $@

# Everything: all extras at the versions of requirements/, the peers that tests compare with, a browser.
$(STAMPS)/setup: pyproject.toml setup.py $(wildcard src/nerproof/*.c) $(wildcard requirements/*.txt) | $(BIN)/python
	mkdir -p $(STAMPS)
	$(BIN)/python -m pip install --quiet -r requirements/torch.txt
	$(BIN)/python -m pip install --quiet -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet -r requirements/heavy.txt
	$(BIN)/python -m pip install --quiet -r requirements/docs.txt
	$(BIN)/python -m pip install --quiet -r requirements/integrations.txt
	$(BIN)/python -m pip install --quiet --no-deps -e .
	sh tests/browser/install.sh
	sh tests/install-java.sh
	touch $@
