# The two commands of the README are `make run` and `make test`; the others are for every day.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
RUN := PYTHONPATH=src $(BIN)/python -m
# two processes, each file in one of them; tests/conftest.py says which come first
PYTEST := $(BIN)/python -m pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder
export DVC_NO_ANALYTICS := 1

.PHONY: run test test-slow test-long unit check params results ui bench naturalness release docs lock clean
.DEFAULT_GOAL := run

run: $(VENV)/.installed params  ## the whole pipeline, and its results
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/dvc repro
	@$(RUN) microworlds.cli results

test: $(VENV)/.installed  ## whatever a change could break, and one small run of the pipeline
	$(PYTEST) -m "not slow"

test-slow: $(VENV)/.installed  ## the rest: variants of the pipeline, long faults, kills, browsers
	$(PYTEST) -m "slow and not long"

test-long: $(VENV)/.installed  ## what takes longer than CI has time for: whole runs with paid models, a private seed, a sweep
	$(PYTEST) -m long

unit: $(VENV)/.installed  ## the tests that take seconds
	$(PYTEST) -m "not slow and not pipeline"

check: $(VENV)/.installed  ## style, types, who may import whom, and that dvc.lock is current
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(RUN) microworlds.config.lock

params: $(VENV)/.installed  ## params.yaml from conf/
	@$(RUN) microworlds.config.compose

results: $(VENV)/.installed  ## the results tables of the last run
	@$(RUN) microworlds.cli results

ui: $(VENV)/.installed  ## the MLflow page of all runs
	@$(RUN) microworlds.cli ui

bench: $(VENV)/.installed  ## how fast it is, as Markdown; PART=embedding, latency, nearest, reporting or scaling for one
	@$(RUN) benchmarks.speed $(PART)

naturalness: $(VENV)/.installed  ## a blinded sheet of texts to be rated, or its scores: DO="score ..." (docs/quality.md)
	@$(RUN) benchmarks.naturalness $(or $(DO),sheet)

release: $(VENV)/.installed  ## publish the data as VERSION=1.0.0 (docs/releases.md)
	@PATH="$(abspath $(BIN)):$$PATH" $(RUN) microworlds.cli release $(if $(VERSION),$(VERSION),$(error give a version: make release VERSION=1.0.0))

$(VENV)/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(0 if v == (3, 11) else f"microworlds needs Python 3.11, and {sys.executable} is {v[0]}.{v[1]}: run make PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

docs:  ## docs/data-model.md from the records
	@$(RUN) microworlds.publishing.data_model

lock:  ## requirements.lock from this environment; run `make check test` before
	@{ head -n 1 requirements.lock; $(BIN)/python -m pip freeze --all --exclude-editable | grep -v '^pip==' | sed 's/+cpu$$//'; } > requirements.lock.new
	@mv requirements.lock.new requirements.lock

clean:  ## what can be made again; caches outside the tree stay
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
