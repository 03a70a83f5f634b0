# The commands of the house. `make play` and `make test` work on a fresh machine with Python 3.11 or later.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ready := $(VENV)/.ready-to-work
SUDO := $(if $(filter 0,$(shell id -u)),,sudo )
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export UV_BUILD_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# $(call installed,ARGUMENTS) installs packages into .venv: with uv where it is there or came along, which takes a quarter of
# pip's time, or else with pip. $(call system,PROGRAMS,PACKAGES,BEFORE) installs PACKAGES with the system's package manager
# where none of PROGRAMS is found, after the command BEFORE if there is one.
uv = pip install --quiet --python $(BIN)/python --constraint constraints.txt $(1)
installed = if command -v uv >/dev/null; then uv $(uv); \
	elif ! $(BIN)/uv $(uv) 2>/dev/null; then \
	$(BIN)/python -m ensurepip >/dev/null \
		|| { echo "Python's ensurepip module is missing (on Debian: package python3-venv)." >&2; exit 1; }; \
	$(BIN)/python -m pip install --quiet --constraint constraints.txt $(1); fi
system = for program in $(1); do command -v "$$program" >/dev/null && exit 0; done; \
	command -v apt-get >/dev/null || { echo "None of these is installed: $(1). Please install one." >&2; exit 1; }; \
	$(if $(3),$(3) && )$(SUDO)apt-get update -qq && DEBIAN_FRONTEND=noninteractive $(SUDO)apt-get install -y -qq $(2)

.PHONY: help play install compile compiled-for-tests test everything check format lint types page-lint page-types bundle wheel unit bytecode bench campaigns balance golden map \
	wire clean
.DEFAULT_GOAL := help

help: ## say what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-11s %s\n", $$1, $$2}'

# Rules and bots are compiled aside, last in line, and used from the next start.
play: $(VENV)/.ready-to-play ## install what is needed and serve the tables
	@nohup nice -n 19 $(MAKE) --no-print-directory compile >$(VENV)/compiled.log 2>&1 </dev/null &
	@$(BIN)/cashbox serve

install: $(ready) ## prepare the environment in .venv, with rules and bots compiled where there is a C compiler
	@$(MAKE) --no-print-directory compile

# Tests have a folder of their own, and leave alone what a developer plays with.
compiled-for-tests: $(ready)
	@CASHBOX_COMPILED=$(CURDIR)/$(VENV)/compiled $(BIN)/python -m cashbox.compiled

compile: $(VENV)/.ready-to-play ## compile rules and bots for this user, where there is a C compiler
	@! command -v $${CC:-cc} >/dev/null || $(BIN)/python -c 'import mypyc.build, setuptools' 2>/dev/null || { $(call installed,mypy setuptools); }
	@$(BIN)/python -m cashbox.compiled

$(BIN)/python:
	@if command -v uv >/dev/null; then uv venv --quiet --python '>=3.11' $(VENV); else \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "cashbox needs Python 3.11 or later; name one with make PYTHON=..." >&2; exit 1; }; \
	$(PYTHON) -m venv --without-pip $(VENV) || { rm -rf $(VENV); exit 1; }; \
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --only-binary uv uv >/dev/null 2>&1 || true; \
	fi

$(VENV)/.ready-to-play: pyproject.toml constraints.txt | $(BIN)/python
	@$(call installed,--editable .)
	@touch $@

$(VENV)/.ready-to-work: pyproject.toml constraints.txt | $(BIN)/python
	@$(call installed,--editable '.[cluster$(comma)dev$(comma)map$(comma)plots]')
	@touch $@ $(VENV)/.ready-to-play

comma := ,

.node/.ready: package.json
	@$(call system,npm,nodejs npm)
	@mkdir -p .node && cp package.json .node/
	@cd .node && npm install --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel=error
	@ln -sfn .node/node_modules node_modules
	@touch $@

.node/peer/.ready: bench/boardgame/package.json
	@$(call system,npm,nodejs npm)
	@mkdir -p .node/peer && cp $< .node/peer/
	@cd .node/peer && npm install --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel=error
	@touch $@

# Without a window of its own it takes a quarter less; where there is no such package, the whole browser does.
$(VENV)/.chromium: | $(BIN)/python
	@$(call system,chromium chromium-browser google-chrome google-chrome-stable,chromium)
	@($(call system,chromium-headless-shell,chromium-headless-shell)) >/dev/null 2>&1 || true
	@touch $@

# Debian's package makes and starts a cluster when it is installed, unless it is told not to: the tests start their own.
postgres = $(wildcard $(shell pg_config --bindir 2>/dev/null)/initdb /usr/lib/postgresql/*/bin/initdb)
clusters = /etc/postgresql-common/createcluster.d

$(VENV)/.postgres: | $(BIN)/python
	@$(call system,$(or $(postgres),initdb),postgresql,$(SUDO)mkdir -p $(clusters) \
		&& echo 'create_main_cluster = false' | $(SUDO)tee $(clusters)/cashbox.conf >/dev/null)
	@test ! -e $(clusters)/cashbox.conf || $(SUDO)rm $(clusters)/cashbox.conf
	@touch $@

lint: $(ready)
	@$(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet .

types: $(ready)
	@$(BIN)/mypy

# What is JavaScript and our own: vendored modules end in .mjs, and the types beside them are made.
page = '{src,examples,tools}/**/*.js' '*.js' 'src/**/types.d.ts'
prettier = node node_modules/prettier/bin/prettier.cjs --cache --cache-location .node/.prettier --log-level warn
eslint = node node_modules/eslint/bin/eslint.js --cache --cache-location .node/.eslint

page-lint: .node/.ready
	@$(prettier) --check $(page)
	@$(eslint)

page-types: .node/.ready
	@node node_modules/typescript/bin/tsc --project tsconfig.json

bundle: .node/.ready ## pack the pages for slow lines; a server uses that as long as no module is changed
	@node tools/page/bundle.js

wheel: $(ready) bundle ## build the wheel, with the packed pages and compiled where it can be, in dist
	@HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(BIN)/python -m hatchling build --target wheel --directory dist

format: install .node/.ready ## lay out all code anew, and mend what the linters can mend
	@$(BIN)/ruff check --quiet --fix . || true
	@$(BIN)/ruff format --quiet .
	@$(eslint) --fix || true
	@$(prettier) --write $(page)

# Tests wait now and then, so there is one process more than processors (with two more, tests with a browser took a
# sixth longer); each gets one test after another, the long ones first. What is compiled once is not compiled again in
# every process and every server of a test. How much `make test` leaves to `make everything` stands in tests/extent.py.
tests = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q
spread = -n $(JOBS) --dist load --maxschedchunk 1

# What failed beside others, on processors that all were busy, is tried once more with the machine to itself. The first
# run has said what failed and how; only what fails in both breaks the build.
once_more = echo 'Once more, alone, what failed beside others:' && $(tests) -rap --last-failed --last-failed-no-failures none tests

# The quick tests do not wait, and what starts a process costs more than it plays: one for each processor.
unit: $(ready)
	@$(tests) -n logical --dist worksteal --durations 5 --durations-min 1 -m 'not slow and not alone' tests

bytecode: $(ready)
	@$(tests) --collect-only tests >/dev/null || true

check: lint types page-lint page-types unit ## the fast checks: style, types, tests that take no time

test: $(ready) $(VENV)/.chromium $(VENV)/.postgres .node/.ready ## install what is needed and run all checks, and the tests with most of their cases
	@$(MAKE) --no-print-directory --jobs 2 lint types page-lint page-types bundle bytecode compiled-for-tests
	@$(tests) --cache-clear $(spread) -m 'not alone' tests || { test $$? -eq 1 && $(once_more); }
	@$(tests) -m alone tests

everything: ## make test with all cases of all tests, on both databases; takes an hour
	@CASHBOX_TESTS=all $(MAKE) --no-print-directory test

bench: install bundle $(VENV)/.chromium .node/peer/.ready ## measure speed, side by side with peers and against a loaded server
	@CASHBOX_COMPILED=off $(BIN)/python bench/versus_catanatron.py
	@$(BIN)/python bench/versus_catanatron.py
	@$(BIN)/python -m bench.steady_games
	@$(BIN)/python -m bench.versus_boardgame
	@$(BIN)/python -m bench.server_load
	@$(BIN)/python -m bench.crowd
	@$(BIN)/python -m bench.thinking
	@$(BIN)/python -m bench.lobby
	@$(BIN)/python -m bench.replay
	@$(BIN)/python -m bench.feel
	@$(BIN)/python -m bench.million
	@$(BIN)/python -m bench.first_board

campaigns: $(ready) ## kill, starve, cut, pester and soak a server for hours, and write what came of it into docs/trust.md
	@for campaign in 'kills 300' 'full 100' 'cut 100' 'processes 100' 'database 100' 'restarts 20' 'hostile 1000000' 'notices 50' 'soak 45' 'agreement 1000' 'many 1000000' 'samples 100'; do \
		$(BIN)/python bench/campaign.py $$campaign || exit 1; done
	@$(BIN)/python bench/campaign.py report

balance: install ## measure how balanced the games are and write docs/balance*.md; takes hours, goes on where it stopped
	@$(BIN)/cashbox balance envelopes --report docs/balance.md
	@$(BIN)/cashbox balance cash --report docs/balance-cash.md
	@$(BIN)/cashbox balance consultants --report docs/balance-consultants.md

golden: $(ready) ## write the golden playthroughs anew; review the difference
	@CASHBOX_GOLDEN=write $(BIN)/python -m pytest -q tests -k golden

map: $(ready) ## draw the board of Envelopes of Cash anew from the census outlines
	@$(call system,npm,nodejs npm)
	@npm install --prefix .node/atlas --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel=error \
		us-atlas@3.0.1 world-atlas@2.0.2
	@$(BIN)/python tools/map/build.py

wire: $(ready) ## write the page's types and names anew from what the server and the games send
	@$(BIN)/python tools/wire_types.py

clean: ## remove environments and caches
	rm -rf $(VENV) .node node_modules src/cashbox/web/bundle .mypy_cache .ruff_cache .pytest_cache .hypothesis
