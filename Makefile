PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready
CATALOGS := bot/messages/locale/.compiled
# A full run waits a lot, so it has more workers than cores. A worker takes 2 s to start, longer than most test files take.
WORKERS ?= $(if $(ARGS),$(if $(filter tests/game %.py,$(ARGS)),0,2),4)
ARGS ?=

# The translations are compiled while packages are installed.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += --jobs=2
endif

.PHONY: run quick test check format translations audit bench screenshots lock clean

run: $(PLAYABLE) $(CATALOGS) ## Run the bot: on Discord with DISCORD_TOKEN in .env, else on a local page
	$(BIN)/python -m bot

# Without bytecode files, each of the hundred bots that the tests start would compile everything again.
test: $(READY) ## Run all tests, or some: make test ARGS="-k undo"
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal $(ARGS)

quick: $(READY) ## Run the tests that start no process, database server or browser
	$(MAKE) test ARGS='-m "not process" $(ARGS)'

check: $(READY) ## Check format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/mdformat --check *.md docs
	$(BIN)/ruff check .
	$(BIN)/basedpyright

format: $(READY) ## Format, and fix lint where ruff can
	$(BIN)/ruff format .
	$(BIN)/mdformat *.md docs
	$(BIN)/ruff check --fix .

translations: $(READY) ## Collect the sentences; update, compile and check the catalogs, or see ARGS=--help
	$(BIN)/python -m tools.translating $(ARGS)

audit: $(READY) ## Check requirements.lock against published advisories
	$(BIN)/pip-audit --strict --require-hashes --disable-pip -r requirements.lock

bench: $(READY) ## Compare the engine with the published versions
	$(BIN)/python -m benchmarks.engine

screenshots: $(READY) ## Retake the pictures in docs/
	$(BIN)/python -m tools.screenshots

LOCK := $(BIN)/uv pip compile pyproject.toml --extra postgres --universal --generate-hashes --no-header --no-annotate \
	--python-version 3.11 --upgrade

# The playground shows no videos, so it needs no av, the largest package by far.
lock: $(READY) ## Update the three lock files, for every platform: development, `make run`, the image
	$(LOCK) --extra playground --group dev --output-file requirements.lock
	$(LOCK) --constraints requirements.lock --extra playground --no-emit-package av --output-file requirements.playground.lock
	$(LOCK) --constraints requirements.lock --output-file requirements.runtime.lock

clean:
	rm -rf $(VENV) .hypothesis .ruff_cache $(CATALOGS) bot/messages/locale/*/LC_MESSAGES/*.mo

# Install exactly what a lock file lists. uv takes two seconds, pip twenty. pip installs uv, with the version and hashes of
# requirements.lock, and everything else if uv can't reach the package index. An environment with a pip of its own takes as
# long as all the rest, so it gets one only if the pip of $(PYTHON) is missing or older than 22.3.
PIP = install --quiet --disable-pip-version-check --require-hashes -r $(1)
OWN_PIP = { $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip $(PIP); }
UV = $(PYTHON) -m pip --python $(VENV) $(PIP) 2>/dev/null || $(OWN_PIP)
INSTALL = $(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes $(1) || $(OWN_PIP)

IS_NEW = $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))'

$(PLAYABLE): requirements.playground.lock
	@$(IS_NEW) || { echo 'ttt needs Python 3.11 or newer: make PYTHON=/path/to/python3.11' >&2; exit 1; }
	$(PYTHON) -m venv --clear --without-pip $(VENV)
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock >$(VENV)/uv.lock
	$(call UV,$(VENV)/uv.lock)
	$(call INSTALL,requirements.playground.lock)
	@touch $(PLAYABLE)

$(READY): requirements.lock $(PLAYABLE) | $(CATALOGS)
	$(call INSTALL,requirements.lock)
	@touch $(READY)

$(CATALOGS): $(wildcard bot/messages/locale/*/LC_MESSAGES/ttt.po) tools/translating/compiler.py
	@$(IS_NEW)
	$(PYTHON) -m tools.translating.compiler
	@touch $(CATALOGS)
