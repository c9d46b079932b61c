PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
READY := $(VENV)/.ready

.PHONY: run test check format audit bench screenshots lock clean

run: $(READY) ## Join Discord with DISCORD_TOKEN in .env; without, play on a local page
	$(BIN)/python -m bot

test: $(READY) ## Every test
	$(BIN)/python -m pytest

check: $(READY) ## Format, lint, types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/basedpyright

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

audit: $(READY) ## What requirements.lock names, against the published advisories; 3 where none can be read
	$(BIN)/python -m tests.audit

bench: $(READY) ## Ratios inside one run
	$(BIN)/python -m benchmarks.engine

screenshots: $(READY) ## The pictures of docs/, taken anew
	$(BIN)/python -m tests.e2e.screenshots

LOCK := $(BIN)/uv pip compile pyproject.toml --extra postgres --universal --generate-hashes --no-header --no-annotate \
	--python-version 3.11 --upgrade

lock: $(READY) ## Write both locks anew: names, versions, hashes, every platform; the image installs the second
	$(LOCK) --extra playground --group dev --output-file requirements.lock
	$(LOCK) --constraints requirements.lock --output-file requirements.runtime.lock

clean:
	rm -rf $(VENV) .hypothesis .ruff_cache

# The .venv is made anew whenever the lock changes, and counts as ready only when all of it is installed.
$(READY): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'ttt needs Python 3.11 or newer: make PYTHON=/path/to/python3.11' >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $(READY)
