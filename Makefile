# Two commands matter: `make run` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(PYTHON) src/touchline/entrypoints/install.py
NODE := $(VENV)/node
export PATH := $(CURDIR)/$(BIN):$(CURDIR)/$(NODE)/bin:$(PATH)
export PACT_DO_NOT_TRACK := true
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD := 1
# Some machines set this for their containers. Each process would then compile all modules again, which takes 2.5 s.
export PYTHONDONTWRITEBYTECODE :=
NPM := node $(NODE)/lib/node_modules/npm/bin/npm-cli.js
.DEFAULT_GOAL := help

.PHONY: help setup web run run-fleet dev test nightly static checks lint format types mypy tsc laws unit pytest contracts pacts e2e e2e-fleet fuzz audit openapi reference coverage bench faults rolling throughput delay failover live-matrix live-load screenshots docs clean

help: ## list the commands
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## (.*)/  \1\t\2/' | expand -t 16

setup: ## install everything from the lock files and build the web app (other commands do this first)
	@$(INSTALL) --web $(SETUP_FOR)

web: setup ## rebuild the web app
	@$(NPM) run --silent build

run: export SETUP_FOR := --run
run: setup ## start the product with the two demo channels; Ctrl-C stops it
	@$(BIN)/touchline run

run-fleet: setup ## run a deployment for several machines on this one: PostgreSQL, Redis, nginx, two web servers …
	@$(BIN)/touchline run --fleet

dev: setup ## start the product, and reload the server and the page when a file is saved
	@$(BIN)/touchline run --dev

# The demo videos of the journeys are rendered at low priority during the checks. If that fails, they are rendered
# again before the journeys, which shows the error.
RENDER := TERM=dumb TOUCHLINE_VAR=var/e2e TOUCHLINE_MAX_DEMO_VIDEO_SECONDS=24 nice -n 19 touchline demos draw-footage --json >/dev/null
test: export TOUCHLINE_TEST_QUICK := 1
test: setup ## run all checks and tests, without the long ones of nightly
	@python -m touchline.entrypoints.browser_check 2>/dev/null && { $(RENDER) 2>&1 & render=$$!; }; \
	trap 'kill $$render 2>/dev/null' EXIT INT TERM; \
	$(MAKE) --no-print-directory checks && { wait $$render || $(RENDER); } && $(MAKE) --no-print-directory e2e
	@if python -m touchline.entrypoints.browser_check 2>/dev/null; then echo "All checks and tests passed."; \
	else echo "All checks and tests passed. The browser tests were skipped, because no Chromium was found."; fi

nightly: setup ## run all tests, also the long ones, and play every kind of file and stream in Chromium
	@uv venv -q --allow-existing $(VENV)/players
	@uv pip sync -q --python $(VENV)/players --require-hashes contracts/nightly/media/players.lock
	@python -m contracts.nightly.media --players; failed=$$?; \
	$(PYTEST) adapters src contracts || failed=1; \
	python -m pytest $(TIMED) || failed=1; \
	python -m contracts.nightly.failover || failed=1; \
	python -m contracts.nightly.live_matrix || failed=1; \
	python -m touchline.entrypoints.browser_check; found=$$?; \
	if [ $$found = 0 ]; then $(NPM) run --silent nightly || failed=1; \
		$(NPM) run --silent e2e -- --grep @nightly || failed=1; elif [ $$found = 1 ]; then failed=1; fi; exit $$failed

# Keep the output of each target together, if this version of make can.
TWO_AT_A_TIME := --no-print-directory --jobs 2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
STATIC := mypy tsc lint laws docs
checks: setup ## run everything but the browser tests
	@$(MAKE) $(TWO_AT_A_TIME) $(STATIC) unit pacts
	@$(PYTEST) adapters src contracts

static: setup ## check formatting, lint, types, import rules and the docs
	@$(MAKE) $(TWO_AT_A_TIME) $(STATIC)

lint: setup ## check formatting, lint and prose, and change nothing
	@ruff format --check -q . && ruff check -q .
	@$(NPM) run --silent lint
	@$(NPM) run --silent prose

format: setup ## format all files
	@ruff format -q . && ruff check -q --fix .
	@$(NPM) run --silent format

types: mypy tsc ## check the types of Python and TypeScript

mypy: setup
	@mypy

tsc: setup
	@$(NPM) run --silent typecheck

laws: setup ## check import rules, unused code and unused packages
	@lint-imports --config pyproject.toml
	@deptry src adapters
	@$(NPM) run --silent laws

# A test that measures time runs alone.
TIMED := contracts/tests/test_laws.py::test_domain_and_use_case_tests_are_fast
# One process more than there are cores, because tests also wait for servers, workers and videos.
PYTEST := python -m pytest -n $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --maxprocesses 4 --dist loadfile --no-loadscope-reorder --deselect $(TIMED)
pytest: setup ## run the Python tests on SQLite and PostgreSQL
	@$(PYTEST) adapters src

unit: setup ## run the web tests: stores, clients, components
	@$(NPM) run --silent test

contracts: pacts ## verify the pacts on both sides, and run the other tests of contracts/
	@$(PYTEST) contracts

pacts: setup
	@$(NPM) run --silent pact

e2e: setup ## run the browser tests in Chromium
	@python -m touchline.entrypoints.browser_check; found=$$?; \
	if [ $$found = 0 ]; then $(NPM) run --silent e2e; elif [ $$found = 1 ]; then exit 1; fi

e2e-fleet: setup ## run the browser tests on a fleet
	@python -m touchline.entrypoints.browser_check && TOUCHLINE_TEST_E2E_FLEET=1 $(NPM) run --silent e2e

fuzz: setup ## send 10,000 generated requests as every kind of caller, and check each response
	@python -m contracts.nightly.fuzz

audit: setup ## search for known vulnerabilities of packages, and for secrets in the repository
	@python -m contracts.nightly.audit

openapi: setup ## generate contracts/openapi.json
	@python -m touchline.entrypoints.docs.openapi

reference: setup ## generate the pages of docs/reference
	@python -m touchline.entrypoints.docs.reference

coverage: setup ## list the tests of each row of the specification
	@python -m contracts.coverage

bench: setup ## measure the performance budgets (PARTS="requests sizes" for some of them)
	@python -m contracts.nightly.budgets $(PARTS)

faults: setup ## inject faults under load and check the responses (NAME=… for one fault; half an hour)
	@python -m contracts.nightly.faults $(NAME)

rolling: setup ## update two app processes under load (OLD=… checkout of the release before; POSTGRES=1)
	@python -m contracts.nightly.rolling_update $(if $(OLD),--old $(OLD)) $(if $(POSTGRES),--postgres)

throughput: setup ## measure how many clips per minute 1, 2 and 4 workers cut
	@python -m contracts.nightly.budgets.cutting

delay: setup ## measure the delay of a live stream (URL=… of a running site; TOUCHLINE_VAR=… of its folder)
	@$(if $(URL),TOUCHLINE_TEST_E2E_URL=$(URL)) python -m contracts.nightly.budgets delay

failover: setup ## let the primary encoder fail 20 times, and measure what viewers miss (COUNT=…)
	@python -m contracts.nightly.failover $(if $(COUNT),--count $(COUNT))

live-matrix: setup ## measure each way in with each fault of a live stream (WORDS=… selects cases)
	@python -m contracts.nightly.live_matrix $(WORDS)

live-load: setup ## measure the CPU of four live streams with restreams and captions (STREAMS=… SECONDS=…)
	@python -m contracts.nightly.live_load $(if $(STREAMS),--streams $(STREAMS)) $(if $(SECONDS),--seconds $(SECONDS))

screenshots: setup ## take screenshots of every screen: three sizes, two languages, both channels (URL=…)
	@$(if $(URL),TOUCHLINE_TEST_E2E_URL=$(URL)) $(NPM) run --silent screenshots

docs: setup ## build the documentation into site/
	@NO_MKDOCS_2_WARNING=1 mkdocs build --strict --quiet -f .config/mkdocs.yml

clean: ## remove everything that was built, but not your data in var/
	@rm -rf $(VENV) node_modules web/dist site web/test-results web/playwright-report \
		.mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .benchmarks
