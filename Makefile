# Two commands matter: `make run` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(PYTHON) src/touchline/entrypoints/install.py
NODE := $(VENV)/node
export PATH := $(CURDIR)/$(BIN):$(CURDIR)/$(NODE)/bin:$(PATH)
export PACT_DO_NOT_TRACK := true
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD := 1
# What a machine sets for its containers would have each of our many processes compile everything anew: 2.5 s each.
export PYTHONDONTWRITEBYTECODE :=
NPM := node $(NODE)/lib/node_modules/npm/bin/npm-cli.js
.DEFAULT_GOAL := help

.PHONY: help setup web run run-fleet dev test nightly static checks lint format types mypy tsc laws unit pytest contracts pacts e2e e2e-fleet fuzz audit openapi reference coverage bench faults rolling throughput delay screenshots docs clean

help: ## this list
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## (.*)/  \1\t\2/' | expand -t 16

setup: ## install everything from the lock files, build the web app (run and test do it by themselves)
	@$(INSTALL) --web $(SETUP_FOR)

web: setup ## build the web app again
	@$(NPM) run --silent build

run: export SETUP_FOR := --run
run: setup ## start the whole product with the two demo channels; Ctrl-C stops it
	@$(BIN)/touchline run

run-fleet: setup ## the deployment of many machines on this one, from Debian's packages: PostgreSQL, Redis, nginx, two web servers …
	@$(BIN)/touchline run --fleet

dev: setup ## like run, but the server and the page reload when a file is saved
	@$(BIN)/touchline run --dev

# The films of the journeys are drawn meanwhile, by whatever the checks leave of the machine. What was not drawn
# so is drawn before the journeys, and what is in its way is the last thing that is said.
DRAW := TERM=dumb TOUCHLINE_VAR=var/e2e TOUCHLINE_MAX_DEMO_VIDEO_SECONDS=20 nice -n 19 touchline demos draw-footage --json >/dev/null
test: export TOUCHLINE_TEST_QUICK := 1
test: setup ## every check and every test
	@python -m touchline.entrypoints.browser_check 2>/dev/null && { $(DRAW) 2>&1 & films=$$!; }; \
	trap 'kill $$films 2>/dev/null' EXIT INT TERM; \
	$(MAKE) --no-print-directory checks && { wait $$films || $(DRAW); } && $(MAKE) --no-print-directory e2e
	@if python -m touchline.entrypoints.browser_check 2>/dev/null; then echo "All of it passed."; \
	else echo "All that was run passed. The journeys in the browser were left out."; fi

nightly: setup ## what takes too long for `make test`: all tests, and every kind of file and encoder, measured and watched in a Chromium
	@uv venv -q --allow-existing $(VENV)/players
	@uv pip sync -q --python $(VENV)/players --require-hashes contracts/nightly/media/players.lock
	@python -m contracts.nightly.media --players; failed=$$?; \
	$(PYTEST) adapters src contracts || failed=1; \
	python -m pytest $(TIMED) || failed=1; \
	python -m touchline.entrypoints.browser_check; found=$$?; \
	if [ $$found = 0 ]; then $(NPM) run --silent nightly || failed=1; \
		$(NPM) run --silent e2e -- --grep @nightly || failed=1; elif [ $$found = 1 ]; then failed=1; fi; exit $$failed

# What each of them says stays together, where this make can do that.
TWO_AT_A_TIME := --no-print-directory --jobs 2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
STATIC := mypy tsc lint laws docs
checks: setup ## all but the journeys
	@$(MAKE) $(TWO_AT_A_TIME) $(STATIC) unit pacts
	@$(PYTEST) adapters src contracts

static: setup ## formatters, linters, types, laws and the links of the docs, two at a time
	@$(MAKE) $(TWO_AT_A_TIME) $(STATIC)

lint: setup ## formatters and linters of both languages and of English prose, nothing changed
	@ruff format --check -q . && ruff check -q .
	@$(NPM) run --silent lint
	@$(NPM) run --silent prose

format: setup ## write every file the way the formatters want it
	@ruff format -q . && ruff check -q --fix .
	@$(NPM) run --silent format

types: mypy tsc ## mypy strict, TypeScript strict

mypy: setup
	@mypy

tsc: setup
	@$(NPM) run --silent typecheck

laws: setup ## who may import whom, what nothing uses
	@lint-imports --config pyproject.toml
	@deptry src adapters
	@$(NPM) run --silent laws

# A test that measures seconds runs by itself.
TIMED := contracts/tests/test_laws.py::test_domain_and_use_case_tests_are_fast
# One more than there are cores: a test that waits for a server, a worker or a film leaves its core to another.
PYTEST := python -m pytest -n $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --maxprocesses 4 --dist loadfile --no-loadscope-reorder --deselect $(TIMED)
pytest: setup ## Python tests: unit, adapters, whole app, on SQLite and PostgreSQL
	@$(PYTEST) adapters src

unit: setup ## web tests: stores, clients, components
	@$(NPM) run --silent test

contracts: pacts ## Pact both ways, and the laws that no linter knows
	@$(PYTEST) contracts

pacts: setup
	@$(NPM) run --silent pact

e2e: setup ## the journeys in a real Chromium
	@python -m touchline.entrypoints.browser_check; found=$$?; \
	if [ $$found = 0 ]; then $(NPM) run --silent e2e; elif [ $$found = 1 ]; then exit 1; fi

e2e-fleet: setup ## the same journeys over the fleet
	@python -m touchline.entrypoints.browser_check && TOUCHLINE_TEST_E2E_FLEET=1 $(NPM) run --silent e2e

fuzz: setup ## 10,000 cases of the whole interface, as everybody: no failure of ours, no answer that is not declared
	@python -m contracts.nightly.fuzz

audit: setup ## known weaknesses of the locked packages; keys in the tree and its history
	@python -m contracts.nightly.audit

openapi: setup ## write contracts/openapi.json from the code
	@python -m touchline.entrypoints.docs.openapi

reference: setup ## write the generated pages of docs/reference from the code
	@python -m touchline.entrypoints.docs.reference

coverage: setup ## which row of the specification is proven by which test
	@python -m contracts.coverage

bench: setup ## what we promise to be fast, measured (PARTS="requests sizes" for some of it)
	@python -m contracts.nightly.budgets $(PARTS)

faults: setup ## what breaks on purpose and what visitors then see (NAME=… for one of them; half an hour)
	@python -m contracts.nightly.faults $(NAME)

rolling: setup ## two app processes replaced under load, every answer counted (OLD=… of a checkout: the release before; POSTGRES=1)
	@python -m contracts.nightly.rolling_update $(if $(OLD),--old $(OLD)) $(if $(POSTGRES),--postgres)

throughput: setup ## how many clips a minute 1, 2 and 4 workers cut on this machine
	@python -m contracts.nightly.budgets.cutting

delay: setup ## how old a live picture is when a viewer sees it (URL=… of a running one; TOUCHLINE_VAR=… if its folder is not var)
	@$(if $(URL),TOUCHLINE_TEST_E2E_URL=$(URL)) $(NPM) run --silent delay

screenshots: setup ## every screen at three sizes, in two languages, on both channels (URL=… of a running one)
	@$(if $(URL),TOUCHLINE_TEST_E2E_URL=$(URL)) $(NPM) run --silent screenshots

docs: setup ## the documentation site, into site/
	@NO_MKDOCS_2_WARNING=1 mkdocs build --strict --quiet -f .config/mkdocs.yml

clean: ## remove everything that a build or a run made; var/ (your data) stays
	@rm -rf $(VENV) node_modules web/dist site web/test-results web/playwright-report \
		.mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .benchmarks
