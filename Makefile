PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready
CATALOGUES := bot/messages/locale/.compiled
WORKERS ?= $(if $(ARGS),2,4) # the whole waits a lot; in a part each worker costs more than it gives
ARGS ?=

.PHONY: run quick test check format translations audit bench screenshots lock clean

run: $(PLAYABLE) $(CATALOGUES) ## Join Discord with DISCORD_TOKEN in .env; without, play on a local page
	$(BIN)/python -m bot

# Whoever forbids bytecode would have the tests compile all of it anew, at each of a hundred starts of the bot.
test: $(READY) ## Every test, or a part: make test ARGS="-k undo"
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal $(ARGS)

quick: $(READY) ## What starts no process and no browser: for while one works
	$(MAKE) test ARGS='-m "not process" $(ARGS)'

check: $(READY) ## Format, lint, types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/basedpyright

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

translations: $(READY) ## Collect the sentences, bring the catalogues up to date, compile and check them
	$(BIN)/python -m tools.translating

audit: $(READY) ## What requirements.lock names, against the published advisories; 3 where none can be read
	$(BIN)/python -m tools.audit

bench: $(READY) ## Ratios inside one run
	$(BIN)/python -m benchmarks.engine

screenshots: $(READY) ## The pictures of docs/, taken anew
	$(BIN)/python -m tools.screenshots

LOCK := $(BIN)/uv pip compile pyproject.toml --extra postgres --universal --generate-hashes --no-header --no-annotate \
	--python-version 3.11 --upgrade

lock: $(READY) ## Write the locks anew, for every platform: of all, of `make run`, of the image
	$(LOCK) --extra playground --group dev --output-file requirements.lock
	$(LOCK) --constraints requirements.lock --extra playground --output-file requirements.playground.lock
	$(LOCK) --constraints requirements.lock --output-file requirements.runtime.lock

clean:
	rm -rf $(VENV) .hypothesis .ruff_cache $(CATALOGUES) bot/messages/locale/*/LC_MESSAGES/*.mo

# Each lock is installed as it is, nothing more. uv does in two seconds what pip does in twenty; pip brings uv, of the
# version and with the hashes of requirements.lock, and installs the rest where uv can't reach the package index.
INSTALL = $(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes $(1) || \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(1)

$(PLAYABLE): requirements.playground.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'ttt needs Python 3.11 or newer: make PYTHON=/path/to/python3.11' >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock >$(VENV)/uv.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(VENV)/uv.lock
	$(call INSTALL,requirements.playground.lock)
	@touch $(PLAYABLE)

$(READY): requirements.lock $(PLAYABLE) | $(CATALOGUES)
	$(call INSTALL,requirements.lock)
	@touch $(READY)

$(CATALOGUES): $(wildcard bot/messages/locale/*/LC_MESSAGES/ttt.po) tools/translating/compiler.py | $(PLAYABLE)
	$(BIN)/python -m tools.translating.compiler
	@touch $(CATALOGUES)
