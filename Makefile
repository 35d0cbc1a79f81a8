# Each target first brings .venv up to date. ARGS is passed to the command that the target runs.
GAME ?= royal-turf
BIN := .venv/bin
# Where `make play` keeps its tables, beside the games played in the terminal.
DATA := $(or $(XDG_DATA_HOME),$(HOME)/.local/share)/paddock
COMPILE := $(BIN)/uv pip compile --quiet --system-certs --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command 'make lock' $(ARGS)
# Tests start many processes: keep bytecode, so that each does not compile it again.
unexport PYTHONDONTWRITEBYTECODE
# Checks run in parallel; the output of each stays together if this make can do that.
BESIDE := --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: help play terminal test test-quick test-long check style types imports client collect web wheel dev bench bench-server format words protocol screens lock mutants clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

play: ## play in the browser (LAN=1: other devices on your network can join; ARGS=options of `paddock serve`)
	@sh tools/setup play
	@$(BIN)/python -m tools.web build
	@mkdir -p "$(DATA)"
	@$(BIN)/paddock serve --open --database "sqlite:///$(DATA)/tables.db" $(if $(LAN),--host 0.0.0.0) $(ARGS)

terminal: ## play in the terminal (GAME=rennfieber for the other game; ARGS=options of `paddock play`)
	@sh tools/setup play
	@$(BIN)/paddock play $(GAME) $(ARGS)

test: check ## run the checks, then all tests
	@sh tools/servers
	$(BIN)/pytest -n auto --dist loadgroup $(ARGS)

test-quick: ## run the tests that need no browser, server or compiler
	@sh tools/setup dev
	$(BIN)/pytest -n auto --quick $(ARGS)

test-long: check ## like test, with many more examples and games
	@sh tools/servers
	$(BIN)/pytest -n auto --dist loadgroup --long --timeout 3600 $(ARGS)

check: ## check format, lint, types, imports and the browser client
	@sh tools/setup dev
	@$(MAKE) $(BESIDE) style types imports client collect

style: ## check only format and lint
	$(BIN)/ruff format --check
	$(BIN)/ruff check

types: ## check only the types of the Python sources
	$(BIN)/mypy

imports: ## check only which modules import which
	$(BIN)/lint-imports --no-logo

client: ## check only the browser client: types, tests, build
	$(BIN)/python -m tools.web check
	$(BIN)/python -m tools.web build

collect: ## check only that all tests can be loaded
	@found=$$($(BIN)/pytest --collect-only -qq 2>&1) || { echo "$$found"; exit 1; }

web: ## build the browser client if anything in it has changed
	@sh tools/setup play
	@$(BIN)/python -m tools.web build

wheel: ## build a wheel in dist/, to install Paddock elsewhere
	@sh tools/setup play
	$(BIN)/python -m hatchling build -t wheel

dev: ## serve the browser client with live reload, in front of a running `paddock serve`
	@sh tools/setup dev
	@$(BIN)/python -m tools.web dev

bench: ## measure speed
	@sh tools/setup dev
	$(BIN)/uv pip install --quiet --system-certs --python $(BIN)/python --require-hashes -r locks/bench.txt
	$(BIN)/python -m tools.bench $(ARGS)
	$(BIN)/python -m tools.bench_adapters
	$(BIN)/python -m tools.bench_openspiel

bench-server: ## measure the server under load (ARGS=--memory, --tables N)
	@sh tools/setup dev
	@sh tools/servers
	$(BIN)/python -m tools.bench_server $(ARGS)

format: ## format the code and fix what the linter can
	@sh tools/setup dev
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

words: ## update the translation catalogues from the code
	@sh tools/setup dev
	$(BIN)/python -m tools.words

protocol: ## generate the protocol's schemas and the client's types from the server's types
	@sh tools/setup dev
	$(BIN)/python -m tools.protocol
	$(BIN)/python -m tools.webtypes

screens: ## photograph every screen of the browser client into build/screens (ARGS=--docs: those in docs/screens)
	@sh tools/setup dev
	@sh tools/servers
	@$(BIN)/python -m tools.screens $(ARGS)

lock: ## update locks/ from pyproject.toml (ARGS=--upgrade for newer versions)
	@sh tools/setup dev
	$(COMPILE) pyproject.toml --extra dev --group build --output-file locks/dev.txt
	$(COMPILE) pyproject.toml --extra lab --group build --constraints locks/dev.txt --output-file locks/play.txt
	$(COMPILE) --group mutants --constraints locks/dev.txt --output-file locks/mutants.txt
	$(COMPILE) --group bench --constraints locks/dev.txt --output-file locks/bench.txt
	$(COMPILE) --group installer --output-file locks/uv.txt

mutants: ## change the rules slightly, many times, to see whether the tests notice (slow)
	@sh tools/setup dev
	$(BIN)/uv pip install --quiet --system-certs --python $(BIN)/python --require-hashes -r locks/mutants.txt
	$(BIN)/mutmut run $(ARGS)

clean: ## remove everything that the other targets made
	rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist mutants
	rm -rf src/paddock/server/client web/node_modules web/src/words/*.json
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
