# make run: set up what is missing, then open the window. Everything else: make help.
# All logic is in packaging/bootstrap.py, which Windows and macOS call the same way.

PYTHON ?= $(firstword $(foreach name,python3 python3.13 python3.12 python3.11 python,$(shell command -v $(name) 2>/dev/null)))
BOOTSTRAP = $(or $(PYTHON),$(error Python 3.11 or newer is needed and none was found on the PATH)) packaging/bootstrap.py
TEMPORARY = build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks

.DEFAULT_GOAL := help
.PHONY: help setup run test programs nightly audit faults site lint format types translations screenshots bench gpu pin clean

help:         ## show this list
	@sed -n 's/^\([a-z]*\): *## /  make \1\t/p' Makefile | expand -t 22

setup:        ## create or update the environment in .venv, no more
	@$(BOOTSTRAP) setup

run:          ## open the window on the bundled example (without a display: train it in the terminal)
	@$(BOOTSTRAP) run

test:         ## run all tests in parallel, offscreen; options: make test ARGS="-k schedule -x"
	@$(BOOTSTRAP) test $(ARGS)

programs:     ## install what further tests start (Slurm, an SSH server, a screen), where apt can; they skip without
	@$(BOOTSTRAP) programs

nightly:      ## run the long tests: every recipe's sample, every strategy whole; then look for known vulnerabilities
	@$(BOOTSTRAP) test -m nightly $(ARGS)
	@$(BOOTSTRAP) audit

audit:        ## ask which vulnerabilities of the pinned packages are known (needs a network)
	@$(BOOTSTRAP) audit

faults:       ## kill and damage runs at every file operation, and resume them: half an hour
	@$(BOOTSTRAP) python -m tests.engine.crash_points $(ARGS)

lint:         ## check style and imports
	@$(BOOTSTRAP) python -m ruff check .
	@$(BOOTSTRAP) python -m ruff format --check .
	@$(BOOTSTRAP) python -c "from importlinter.cli import lint_imports_command as lint; lint()"

format:       ## put style and imports right
	@$(BOOTSTRAP) python -m ruff check --fix .
	@$(BOOTSTRAP) python -m ruff format .

types:        ## check types
	@$(BOOTSTRAP) python -m mypy engine palimpsest workbench

site:         ## build the documents as a site, in build/site
	@$(BOOTSTRAP) python -m sphinx -q -W --keep-going -n -b html docs build/site

translations: ## bring the catalogues of the window up to date and compile them; what is new is listed
	@$(BOOTSTRAP) python packaging/translations.py

screenshots:  ## take the pictures in docs/ anew
	@$(BOOTSTRAP) python docs/make_screenshots.py

bench:        ## measure speed and responsiveness
	@$(BOOTSTRAP) python -m benchmarks $(ARGS)

gpu:          ## run what needs an NVIDIA GPU: its tests, then speed beside transformers; at most 8 minutes
	@$(BOOTSTRAP) python benchmarks/gpu.py $(ARGS)

pin:          ## write the versions now installed to constraints.txt
	@$(BOOTSTRAP) pin

clean:        ## remove what tools left behind; the environment stays
	@rm -rf $(TEMPORARY)
	@find . -name .venv -prune -o -name __pycache__ -type d -print | xargs rm -rf
