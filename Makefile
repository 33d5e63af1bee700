# Two commands do everything, installs included:
#   make app    opens the dashboard on the sample corpus (make app CORPUS=DIR on your own)
#   make test   runs all checks and tests
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORPUS ?=
PORT ?= 8501

.PHONY: app test lint types bench clean

app: $(VENV)/.runtime
ifeq ($(CORPUS),)
	$(BIN)/simdoc demo --port $(PORT) $(APP_FLAGS)
else
	$(BIN)/simdoc app --corpus "$(CORPUS)" --port $(PORT) $(APP_FLAGS)
endif

test: $(VENV)/.dev chromium lint types
	$(BIN)/python -m pytest -n 2 --dist worksteal

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

# The environment is made anew only when pyproject.toml changes.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "simdoc needs Python 3.11 or newer; set PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { rm -rf $(VENV); \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -q && apt-get install -y -q python3-venv && $(PYTHON) -m venv $(VENV); \
	  else echo "python3-venv is missing: as root, apt-get install python3-venv"; exit 1; fi; }

$(VENV)/.runtime: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.runtime

# Debian's browser, for the tests that drive the dashboard as a person would.
.PHONY: chromium
chromium:
	@command -v chromium >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -q && apt-get install -y -q --no-install-recommends chromium; \
	  else echo "the browser tests need chromium: as root, apt-get install chromium"; exit 1; fi; }

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
