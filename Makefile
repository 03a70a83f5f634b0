# The commands of the house. `make play` and `make test` work on a fresh machine with Python 3.11 or later.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ready := $(VENV)/.ready-to-work
SUDO := $(if $(filter 0,$(shell id -u)),,sudo )
PROCESSORS := $(shell getconf _NPROCESSORS_ONLN)
JOBS ?= $(shell expr $(PROCESSORS) + 1)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# $(call installed,FILE) installs into .venv the packages that FILE lists, each checked by its hash, and then this folder:
# with uv where it is there or came along, which takes a quarter of pip's time, or else with pip. Nothing is fetched to
# build with, since what builds comes first, from requirements-build.txt. $(call lacks,PROGRAMS,PACKAGES) is PACKAGES where
# none of PROGRAMS is found, and $(call system,PACKAGES) installs packages with the system's package manager.
steps = { $(1) --quiet --require-hashes --requirement requirements-build.txt \
	&& $(1) --quiet --require-hashes --no-build-isolation --requirement $(2) \
	&& $(1) --quiet --no-deps --no-build-isolation --editable .; }
with_uv = $(call steps,$(1) pip install --python $(BIN)/python,$(2))
installed = if command -v uv >/dev/null; then $(call with_uv,uv,$(1)); \
	elif ! $(call with_uv,$(BIN)/uv,$(1)) 2>/dev/null; then \
	$(BIN)/python -m ensurepip >/dev/null \
		|| { echo "Python's ensurepip module is missing (on Debian: package python3-venv)." >&2; exit 1; }; \
	$(call steps,$(BIN)/python -m pip install,$(1)); fi
lacks = $(if $(shell for program in $(1); do command -v $$program && break; done),,$(2))
apt = DEBIAN_FRONTEND=noninteractive $(SUDO)apt-get install -y -qq --no-install-recommends
system = command -v apt-get >/dev/null || { echo "Please install: $(1)" >&2; exit 1; }; \
	$(SUDO)apt-get update -qq && $(apt) $(1) >/dev/null

groups = test-server test-project test-web test-envelopes test-games test-engine test-cli

.PHONY: help play install compile lock test everything check format lint types page-lint page-types bundle wheel server-wheel style near $(groups) bench campaigns balance learn golden map \
	wire clean
.DEFAULT_GOAL := help

help: ## say what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-12s %s\n", $$1, $$2}'

# Rules and bots are compiled aside, last in line, and used from the next start.
play: $(VENV)/.ready-to-play ## install what is needed and serve the tables
	@nohup nice -n 19 $(MAKE) --no-print-directory compile >$(VENV)/compiled.log 2>&1 </dev/null &
	@$(BIN)/cashbox serve

install: $(ready) ## prepare the environment in .venv, with rules and bots compiled where there is a C compiler
	@$(MAKE) --no-print-directory compile

compile: $(VENV)/.ready-to-play ## compile rules and bots for this user, where there is a C compiler
	@$(BIN)/python -m cashbox.compiled

$(BIN)/python:
	@if command -v uv >/dev/null; then uv venv --quiet --python '>=3.11' $(VENV); else \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "cashbox needs Python 3.11 or later; name one with make PYTHON=..." >&2; exit 1; }; \
	$(PYTHON) -m venv --without-pip $(VENV) || { rm -rf $(VENV); exit 1; }; \
	sed -n '/^uv==/,/[^\\]$$/p' requirements-dev.txt | $(PYTHON) -m pip --python $(BIN)/python install --quiet \
		--only-binary uv --require-hashes --requirement /dev/stdin >/dev/null 2>&1 || true; \
	fi

$(VENV)/.ready-to-play: pyproject.toml requirements.txt requirements-build.txt | $(BIN)/python
	@$(call installed,requirements.txt)
	@touch $@

$(VENV)/.ready-to-work: pyproject.toml requirements-dev.txt requirements-build.txt | $(BIN)/python
	@$(call installed,requirements-dev.txt)
	@touch $@ $(VENV)/.ready-to-play

# With UPGRADE=--upgrade the newest versions that pyproject.toml allows, otherwise those that are pinned already.
pinned = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate $(UPGRADE)

lock: $(ready) ## pin what is installed, with hashes; UPGRADE=--upgrade takes the newest versions of Python packages
	@printf 'hatchling\neditables\nmypy\nsetuptools\n' | $(pinned) - --output-file requirements-build.txt
	@$(pinned) pyproject.toml --extra server --constraint requirements-build.txt --output-file requirements.txt
	@echo uv | $(pinned) requirements-build.txt requirements.txt pyproject.toml - --all-extras --output-file requirements-dev.txt
	@printf 'jax\noptax\n' | $(pinned) - --constraint requirements-dev.txt --output-file examples/learn/requirements.txt
	@for folder in . bench/boardgame tools/map; do \
		rm -rf .node/lock && mkdir -p .node/lock && cp $$folder/package*.json .node/lock && ( cd .node/lock && \
		$(npm_install) --package-lock-only --omit-lockfile-registry-resolved >/dev/null && node -e $(without_funding) ) && \
		cp .node/lock/package-lock.json $$folder || exit 1; done

without_funding = 'const fs = require("fs"), name = "package-lock.json", lock = JSON.parse(fs.readFileSync(name)); \
	for (const one of Object.values(lock.packages)) delete one.funding; \
	fs.writeFileSync(name, JSON.stringify(lock, null, 2) + "\n");'

# What make test needs from the system comes in one call, and npm with it where it is missing. Debian's PostgreSQL makes and
# starts a cluster when it is installed, unless it is told not to: the tests start their own. Chromium without a window
# takes a quarter less; where there is no such package, the whole browser does.
npm = $(call lacks,npm,nodejs npm)
postgres = $(wildcard $(shell pg_config --bindir 2>/dev/null)/initdb /usr/lib/postgresql/*/bin/initdb)
browser = $(call lacks,chromium chromium-browser google-chrome google-chrome-stable,chromium)
clusters = /etc/postgresql-common/createcluster.d
needs = $(strip $(npm) $(browser) $(if $(postgres),,postgresql))

$(VENV)/.system: | $(BIN)/python
	@$(if $(postgres),,$(SUDO)mkdir -p $(clusters) \
		&& echo 'create_main_cluster = false' | $(SUDO)tee $(clusters)/cashbox.conf >/dev/null)
	@$(if $(needs),$(call system,$(needs)))
	@$(if $(browser),$(apt) chromium-headless-shell >/dev/null 2>&1 || true)
	@test ! -e $(clusters)/cashbox.conf || $(SUDO)rm $(clusters)/cashbox.conf
	@touch $@

# Both proxies start when they are installed, unless policy-rc.d says no.
proxies = $(strip $(call lacks,nginx,nginx-light) $(call lacks,caddy,caddy) $(call lacks,openssl,openssl))
policy = /usr/sbin/policy-rc.d

$(VENV)/.proxies: $(VENV)/.system
	@$(if $(proxies),test -e $(policy) || printf '#!/bin/sh\nexit 101 # cashbox tests\n' | $(SUDO)install -m 755 /dev/stdin $(policy))
	@$(if $(proxies),$(call system,$(proxies)))
	@! grep -qs '# cashbox tests' $(policy) || $(SUDO)rm $(policy)
	@touch $@

$(VENV)/.firefox: $(VENV)/.system
	@$(if $(call lacks,firefox-esr firefox,firefox),$(call system,firefox-esr))
	@touch $@

# $(call modules,FOLDER,FROM) installs in FOLDER what the package-lock.json in FROM lists, each checked by its hash.
npm_install = npm install --no-audit --no-fund --ignore-scripts --loglevel=error
modules = mkdir -p $(1) && cp $(2)/package.json $(2)/package-lock.json $(1) && cd $(1) && $(npm_install)

.node/.ready: package.json package-lock.json $(if $(npm),$(VENV)/.system)
	@$(call modules,.node,.)
	@ln -sfn .node/node_modules node_modules
	@touch $@

.node/peer/.ready: bench/boardgame/package.json bench/boardgame/package-lock.json $(if $(npm),$(VENV)/.system)
	@$(call modules,.node/peer,bench/boardgame)
	@touch $@

# $(call part,COMMAND) is the recipe of a part of `make check`. The output of a part that fails beside others is kept in the
# folder $(failures), so that $(call parts,PARTS) can print it after all other output.
failures = $(if $(TOGETHER),$(VENV)/failed)
part = $(if $(failures),( $(1) ) >$(failures)/$@ 2>&1 || exit 1; cat $(failures)/$@; rm $(failures)/$@,$(1))
parts = rm -rf $(VENV)/failed && mkdir $(VENV)/failed && $(beside) TOGETHER=yes $(1) || { cd $(VENV)/failed; \
	for part in $$(ls); do printf '\n%s:\n' $$part; cat $$part; done; printf '\nFailed: %s\n' "$$(echo $$(ls))"; exit 1; }

lint: $(ready)
	@$(call part,$(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet .)

types: $(ready)
	@$(call part,$(BIN)/mypy)

# What is JavaScript and our own: vendored modules end in .mjs, and the types beside them are made.
page = '{src,examples,tools}/**/*.js' '*.js' 'src/**/types.d.ts'
prettier = node node_modules/prettier/bin/prettier.cjs --cache --cache-location .node/.prettier --log-level warn
eslint = node node_modules/eslint/bin/eslint.js --cache --cache-location .node/.eslint

page-lint: .node/.ready
	@$(call part,$(prettier) --check $(page) && $(eslint))

page-types: .node/.ready
	@$(call part,node node_modules/typescript/bin/tsc --project tsconfig.json)

bundle: .node/.ready ## pack the pages for slow lines; a server uses that as long as no module is changed
	@node tools/page/bundle.js

wheel: $(ready) ## build the small wheel for every machine, in dist
	@$(BIN)/python -m hatchling build --target wheel --directory dist

server-wheel: $(ready) bundle ## build a server's wheel for machines like this one, with packed pages and compiled, in dist
	@HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(BIN)/python -m hatchling build --target wheel --directory dist

format: install .node/.ready ## lay out all code anew, and mend what the linters can mend
	@$(BIN)/ruff check --quiet --fix . || true
	@$(BIN)/ruff format --quiet .
	@$(eslint) --fix || true
	@$(prettier) --write $(page)

# CASHBOX_TESTS says which tests run (tests/tiers.py). Tests run in groups, as many at a time as there are processors. Quick
# tests cost less than handing them out to other processes does, so only servers and browsers, which wait now and then,
# have several processes in a group; each gets one test after another, the long ones first.
tests = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q -p no:cacheprovider
spread = $(if $(filter test,$(CASHBOX_TESTS)),-n $(JOBS) --dist load --maxschedchunk 1)
beside = $(MAKE) --no-print-directory --keep-going --output-sync=target --jobs $(PROCESSORS)
folders = $(patsubst tests/%,%,$(patsubst %/,%,$(dir $(wildcard tests/*/test_*.py))))
others = $(sort $(filter-out bots cli engine lab server web,$(folders)))

test-server: $(ready)
	@$(call part,$(tests) $(spread) tests/server)

test-web: $(ready)
	@$(call part,$(tests) $(spread) tests/web)

test-envelopes: $(ready)
	@$(call part,$(tests) tests/games/envelopes)

test-games: $(ready)
	@$(call part,$(tests) tests/games/cash tests/games/consultants)

test-engine: $(ready)
	@$(call part,$(tests) tests/engine tests/bots tests/lab)

test-cli: $(ready)
	@$(call part,$(tests) tests/cli $(addprefix tests/,$(others)))

test-project: $(ready)
	@$(call part,$(tests) $(wildcard tests/test_*.py))

check: $(ready) .node/.ready ## style, types and quick tests, in a minute: after each edit
	@export CASHBOX_TESTS=check; $(call parts,style $(groups))

near: $(ready) ## run the tests that a change since the last commit can affect
	@$(BIN)/python -m tests.near

test: ## all rules and contracts, one journey per feature, in eight minutes: before a pull request
	@$(beside) $(ready) $(VENV)/.system .node/.ready
	@$(MAKE) --no-print-directory bundle
	@export CASHBOX_TESTS=test; $(call parts,style $(groups))

style: lint page-lint page-types types

# Each part that passes is noted, and a second run goes on with what is left; what failed beside others and passes alone
# is reported, and fails, too.
everything: $(ready) $(VENV)/.proxies $(VENV)/.firefox .node/.ready bundle ## all tests with all cases, on both databases: before a release
	@$(call parts,style)
	@$(BIN)/python -m tests.everything

bench: install bundle $(VENV)/.system .node/peer/.ready ## measure speed, side by side with peers and against a loaded server
	@CASHBOX_COMPILED=off $(BIN)/python bench/versus_catanatron.py
	@$(BIN)/python bench/versus_catanatron.py
	@$(BIN)/python -m bench.rl
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

campaigns: $(ready) ## kill, starve, cut, pester and soak a server for hours, and write what came of it into docs/notes/campaigns.md
	@for campaign in 'kills 300' 'full 100' 'cut 100' 'processes 100' 'database 100' 'restarts 20' 'hostile 1000000' 'notices 50' 'soak 45' 'agreement 1000' 'many 1000000' 'samples 100'; do \
		$(BIN)/python bench/campaign.py $$campaign || exit 1; done
	@$(BIN)/python bench/campaign.py report

balance: install ## measure how balanced the games are and write docs/notes/balance*.md; takes hours, goes on where it stopped
	@$(BIN)/cashbox balance envelopes --report docs/notes/balance.md
	@$(BIN)/cashbox balance cash --report docs/notes/balance-cash.md
	@$(BIN)/cashbox balance consultants --report docs/notes/balance-consultants.md

learn: install ## train a small network for 20 minutes of processor time, with JAX (examples/learn)
	@$(call installed,examples/learn/requirements.txt)
	@$(BIN)/python -m examples.learn.train

golden: $(ready) ## write the golden playthroughs anew; review the difference
	@CASHBOX_GOLDEN=write $(BIN)/python -m pytest -q tests -k golden

map: $(ready) .node/.ready ## draw the board of Envelopes of Cash anew from the census outlines
	@$(call modules,.node/atlas,tools/map)
	@$(BIN)/python tools/map/build.py

wire: $(ready) ## write the page's types and names anew from what the server and the games send
	@$(BIN)/python tools/wire_types.py

clean: ## remove environments and caches
	rm -rf $(VENV) .node node_modules src/cashbox/web/bundle .mypy_cache .ruff_cache .pytest_cache .hypothesis
