# Each target sets up what it needs: the virtual environment is made once, and again when requirements change.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SUITES ?= ../shared/suites/code-dev.json ../shared/suites/docs-dev.json
MIRROR ?= ../.mirror
STAMP := $(VENV)/.installed
export NO_MKDOCS_2_WARNING := 1
export DISABLE_MKDOCS_2_WARNING := true

.DEFAULT_GOAL := help
.PHONY: help site serve test fuzz lint format schemas bench bench-full bench-retrieval bench-search clean

help:  ## Say what there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

$(STAMP): pyproject.toml requirements/dev.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

site: $(STAMP)  ## Build this repository's documentation, with the plugin, strictly
	$(BIN)/mkdocs build --strict

serve: $(STAMP)  ## Preview the documentation while editing it
	$(BIN)/mkdocs serve

test: $(STAMP)  ## Run the tests
	$(BIN)/python -m pytest -n auto

fuzz: $(STAMP)  ## Try the regions on a million random documents (DOCUMENTS, SEED)
	$(BIN)/python -m tests.regions.fuzz $(or $(DOCUMENTS),1000000) $(or $(SEED),1)

lint: $(STAMP)  ## Check style, types and the rules of the house
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP)  ## Format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

schemas: $(STAMP)  ## Write the JSON Schemas of the artifacts from their types
	$(BIN)/python -m mkdocs_docbridge.schemas

bench: $(STAMP)  ## Measure on trees of 1,000 and 10,000 files (a few minutes; BENCH_DIR keeps the trees)
	$(BIN)/python -m bench run --files 1000 --files 10000 $(BENCH_OPTIONS)

bench-retrieval: $(STAMP)  ## Measure search on suites of real requests (SUITES, MIRROR: folder of owner+name/repo)
	$(BIN)/python -m bench retrieval $(SUITES) --mirror $(MIRROR) $(BENCH_OPTIONS)

bench-full: $(STAMP)  ## The same, and on 100,000 files
	$(BIN)/python -m bench run --files 1000 --files 10000 --files 100000 $(BENCH_OPTIONS)

bench-search: $(STAMP)  ## Measure search beside tantivy, bm25s and SQLite on the entries of trees of 1,000 and 10,000 files
	$(BIN)/python -m bench search --files 1000 --files 10000 $(BENCH_OPTIONS)

clean:  ## Remove what was made
	rm -rf $(VENV) site .docbridge .pytest_cache .mypy_cache .ruff_cache .hypothesis
