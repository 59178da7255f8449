# Only make and Python 3.11 or newer are assumed; everything else goes into .venv.

SHELL := /bin/sh
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check
# More words for the command: make play ARGS="play huupp", make pytest ARGS="-k boop"
ARGS ?=
# Parallel test processes
JOBS ?= 2
# How often `make soak` kills the server, on each database
KILLS ?= 1000

# On CI one run tells all that is wrong.
KEEP_GOING := $(if $(CI),--keep-going)

# Another Python: make PYTHON=/path/to/python3
PYTHON ?=

# What the page is made from. A newer file here means: install again, which builds the page.
PAGE := src/cattery/server/page/index.html
PAGE_SOURCES := $(shell find web \( -name node_modules -o -name generated -o -name test-results \) \
	-prune -o -type f -print 2>/dev/null) \
	$(shell find src/cattery -name 'words.*.toml' -o -name seats.toml -o -name art.svg -o -name 'rules.*.md')
SOURCES := pyproject.toml hatch_build.py $(PAGE_SOURCES)
ifneq ($(wildcard web/package.json),)
ifeq ($(wildcard $(PAGE)),)
SOURCES += no-page-yet
endif
endif

.PHONY: play test lint types web warm pytest bench bench-server bench-page soak shots play-all format clean help no-page-yet
.NOTPARALLEL:
.DEFAULT_GOAL := help

play: $(VENV)/installed ## start Cattery (ARGS="…" for another command)
	@$(VENV)/bin/cattery $(ARGS)

test: $(VENV)/installed-test ## everything that must hold: ruff, mypy, the page's checks, pytest
	@scripts/prepare
	@$(MAKE) --no-print-directory $(KEEP_GOING) lint types web warm pytest

lint: $(VENV)/installed-test ## ruff: check and format
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: $(VENV)/installed-test ## mypy, strict on src
	$(PY) -m mypy

web: $(VENV)/installed-test ## the page: types and unit tests
	scripts/check-web

warm: $(VENV)/installed-test ## compile every game once, so that parallel tests find them in the cache
	CATTERY_GAMES=$(CURDIR)/tests/games $(PY) -m cattery.warm --envs --jobs $(JOBS)

pytest: $(VENV)/installed-test ## the tests alone (ARGS="-k word" for some of them)
	$(PY) -m pytest -n $(JOBS) --dist loadgroup $(ARGS)

bench: $(VENV)/installed-bench ## speed, next to a peer measured in the same run
	$(PY) -m benchmarks.engine $(ARGS)
	$(PY) -m benchmarks.search
	$(PY) -m benchmarks.envs $(ARGS)
	$(PY) -m benchmarks.compile

bench-server: $(VENV)/installed-bench ## what the server can carry over real sockets, and the time of a start
	$(PY) benchmarks/server_figures.py $(ARGS)
	$(PY) benchmarks/server_start.py

bench-page: $(VENV)/installed-test ## milliseconds until the page's boards answer a tap
	@scripts/prepare
	$(PY) -m benchmarks.page $(ARGS)

soak: $(VENV)/installed-soak ## millions of random games; servers attacked and killed in mid-game, Ray nodes too (KILLS=50)
	$(PY) scripts/soak.py $(ARGS)
	$(PY) -m pytest -q -s -o python_files='soak_*.py' tests/soak
	$(PY) scripts/kill_server.py --kills $(KILLS)
	$(PY) scripts/kill_server.py --kills $(KILLS) --workers 2
	$(PY) scripts/attack_server.py --seconds 5

shots: $(VENV)/installed-test ## screenshots of every screen
	@scripts/prepare
	$(PY) scripts/shots.py $(ARGS)

play-all: $(VENV)/installed-test ## every table in every look, played to the end by taps (ARGS="--game csacska")
	@scripts/prepare
	$(PY) scripts/play_all.py $(ARGS)

format: $(VENV)/installed-test ## put the code into shape
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

clean: ## remove everything that make has made
	rm -rf $(VENV) src/cattery/server/page web/node_modules web/src/generated dist build
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis test-results

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1|/p' $(firstword $(MAKEFILE_LIST)) | \
		while IFS='|' read -r name words; do printf '%-19s %s\n' "$$name" "$$words"; done

$(PY):
	@python=$$(scripts/find-python $(PYTHON)) && \
		echo "Setting up .venv with $$python (this happens once)" && \
		"$$python" -m venv $(VENV)

$(VENV)/installed: $(SOURCES) | $(PY)
	@echo "Installing Cattery into .venv"
	@$(PIP) install -q -e .
	@touch $@

$(VENV)/installed-test: $(SOURCES) | $(PY)
	@echo "Installing Cattery and its test tools into .venv"
	@$(PIP) install -q -e '.[test]'
	@touch $@ $(VENV)/installed

$(VENV)/installed-soak: $(SOURCES) | $(PY)
	@echo "Installing Cattery, its test tools and Ray into .venv"
	@$(PIP) install -q -e '.[test,ray]'
	@touch $@ $(VENV)/installed $(VENV)/installed-test

$(VENV)/installed-bench: $(SOURCES) | $(PY)
	@echo "Installing Cattery and the benchmarks' peers into .venv"
	@$(PIP) install -q -e '.[bench]'
	@touch $@ $(VENV)/installed

no-page-yet:
