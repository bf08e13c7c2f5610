# `make run` plays, `make test` proves. Both set up all they need on a machine with Python 3.11+.
.POSIX:
.DEFAULT_GOAL := help
PORT ?= 8000
HOST ?= 127.0.0.1
PY = .venv/bin/python
MANAGE = $(PY) manage.py

help: ## what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' Makefile

run: ## set up and serve the site on http://127.0.0.1:8000 (PORT= changes it)
	@.ci/venv requirements.txt
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) rebuild_stats --if-needed
	@$(MANAGE) collectstatic --noinput --verbosity 0
	@$(MANAGE) house_bots
	@exec $(MANAGE) serve --host $(HOST) --port $(PORT)

setup-dev:
	@.ci/venv requirements.txt requirements-dev.txt

test: setup-dev ## run every test; what needs Chromium, PostgreSQL, Redis or Node runs where found
	@.ci/test

lint: setup-dev ## ruff, mypy, import contracts, templates, JavaScript
	@.ci/lint

fix: setup-dev ## put code into shape
	@.venv/bin/ruff check --fix . && .venv/bin/ruff format .
	@.venv/bin/djlint templates --reformat --quiet || true
	@if [ -x node_modules/.bin/eslint ]; then node_modules/.bin/eslint --fix static/js tests/js; fi

bench: setup-dev ## measure, each figure as a ratio in one run; results in bench/results
	@$(PY) -m bench

soak: setup-dev ## long campaigns: random play, kill and restart, hostile frames, shuffles
	@$(MANAGE) random_play --deals 200000
	@$(MANAGE) check_secrecy --pairs 50000
	@$(MANAGE) check_shuffle
	@$(PY) -m bench.soak
	@$(PY) -m bench.api_fuzz

messages: setup-dev ## collect and compile translations
	@$(PY) -m babel.messages.frontend --version >/dev/null
	@$(PY) .ci/messages.py

lock: setup-dev ## make the lock files again from .ci/requirements*.in
	@.venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	  --no-annotate --no-emit-index-url --custom-compile-command "make lock" \
	  .ci/requirements.in -o requirements.txt
	@.venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	  --no-annotate --no-emit-index-url --custom-compile-command "make lock" \
	  .ci/requirements-uvicorn.in -c requirements.txt -o requirements-uvicorn.txt
	@.venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	  --no-annotate --no-emit-index-url --custom-compile-command "make lock" \
	  .ci/requirements-fast.in -c requirements.txt -o requirements-fast.txt
	@.venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	  --no-annotate --no-emit-index-url --custom-compile-command "make lock" \
	  .ci/requirements-dev.in -c requirements.txt -o requirements-dev.txt

vendor: ## copy the page's libraries out of node_modules into static/vendor
	@npm ci --silent && node .ci/vendor.mjs

screenshots: setup-dev ## make the pictures of docs/images
	@$(PY) -m tests.browser.screenshots

gallery: setup-dev ## check how every page and every state of the table looks; pictures in docs/images/gallery
	@$(PY) -m tests.browser.gallery

clean: ## remove what can be made again, the database not
	@rm -rf .venv node_modules var/static .mypy_cache .ruff_cache .pytest_cache

.PHONY: help run setup-dev test lint fix bench soak messages lock vendor screenshots gallery clean
