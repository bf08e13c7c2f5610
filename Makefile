# `make run` plays, `make test` and `make test-all` prove. All set up all they need on a machine with Python 3.11+.
.POSIX:
.DEFAULT_GOAL := help
PORT ?= 8000
HOST ?= 127.0.0.1
PY = .venv/bin/python
MANAGE = $(PY) manage.py

help: ## what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' Makefile

run: ## set up and serve the site on http://127.0.0.1:8000 (PORT= changes it)
	@echo "1 of 3: Python packages"
	@.ci/venv requirements.txt
	@echo "2 of 3: database and pages"
	@$(MANAGE) prepare
	@echo "3 of 3: the server (Ctrl-C ends it)"
	@exec $(MANAGE) serve --host $(HOST) --port $(PORT)

setup-dev:
	@.ci/venv requirements.txt requirements-dev.txt

test: setup-dev ## run the tests, but those of whole systems: ten minutes on two cores
	@.ci/test --without-systems

test-all: setup-dev ## run every test; what needs Chromium, PostgreSQL, Redis or Node runs where found
	@.ci/test

test-short: setup-dev ## run every test but those with the mark `long`
	@.ci/test --without-long

lint: setup-dev ## ruff, mypy, import contracts, templates, JavaScript
	@.ci/lint

fix: setup-dev ## put code into shape
	@.venv/bin/ruff check --fix . && .venv/bin/ruff format .
	@.venv/bin/djlint templates --reformat --quiet || true
	@if [ -x node_modules/.bin/eslint ]; then node_modules/.bin/eslint --fix static/js tests/js; fi

bench: setup-dev ## measure, each figure as a ratio in one run; results in tools/bench/results
	@$(PY) -m tools.bench

soak: setup-dev ## long campaigns: random play, kill and restart, hostile frames, shuffles
	@$(MANAGE) random_play --deals 200000
	@$(MANAGE) check_secrecy --pairs 50000
	@$(MANAGE) check_shuffle
	@$(PY) -m tools.soak
	@$(PY) -m tools.soak.api_fuzz

cluster: setup-dev ## lose a part of three machines at a time under play; root, Linux (CLUSTER="--only primary")
	@$(PY) -m tools.cluster $(CLUSTER)

messages: setup-dev ## collect the texts to translate
	@$(PY) -m babel.messages.frontend --version >/dev/null
	@$(PY) .ci/messages.py

COMPILE = .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --custom-compile-command "make lock"
lock: setup-dev ## make the lock files again
	@$(COMPILE) .ci/requirements.in -o requirements.txt
	@$(COMPILE) .ci/requirements-dev.in -c requirements.txt -o requirements-dev.txt
	@echo 'numba>=0.63,<1' | $(COMPILE) - -c requirements.txt -o requirements-fast.txt
	@echo 'uv>=0.13' | $(COMPILE) - -o .ci/requirements-uv.txt
	@$(COMPILE) docs/examples/requirements.in -c requirements.txt -c requirements-dev.txt -o docs/examples/requirements.txt

vendor: ## copy the page's libraries out of node_modules into static/vendor
	@npm ci --silent && node .ci/vendor.mjs

screenshots: setup-dev ## make pictures of tables and pages, into var/screenshots and docs/images
	@$(PY) -m tests.browser.screenshots

gallery: setup-dev ## check how every page and every state of the table looks; pictures in var/gallery
	@$(PY) -m tests.browser.gallery

clean: ## remove what can be made again, the database not
	@rm -rf .venv node_modules var/static .mypy_cache .ruff_cache .pytest_cache

.PHONY: help run setup-dev test test-all test-short lint fix bench soak cluster messages lock vendor screenshots gallery clean
