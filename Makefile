# Two commands are enough: `make run` and `make test`. Both need Rust through rustup (rust-toolchain.toml names the
# version, which rustup then installs by itself) and a C compiler to link with.

CARGO ?= cargo
CONFIG ?= config/catchmate.toml
DATA ?= data
KILLS ?= 1000
SEED ?= 1

.DEFAULT_GOAL := help
.PHONY: help build run test crash bench-journal fmt clean need-cargo

help:
	@echo 'make run     build the server and start it (CONFIG=$(CONFIG) DATA=$(DATA))'
	@echo 'make test    check the format and the lints, and run every test'
	@echo 'make crash   kill the server that often while matches are played (KILLS=$(KILLS) SEED=$(SEED))'
	@echo 'make bench-journal   measure what the journal costs'
	@echo 'make build   build the server, target/release/catchmate'
	@echo 'make fmt     format the code'
	@echo 'make clean   remove what was built'

build: need-cargo
	$(CARGO) build --release --locked

run: need-cargo
	$(CARGO) run --release --locked -- serve --config $(CONFIG) --data $(DATA)

test: need-cargo
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --all-targets -- -D warnings
	$(CARGO) test --locked

# Twenty minutes for a thousand kills.
crash: need-cargo
	CATCHMATE_KILLS=$(KILLS) CATCHMATE_SEED=$(SEED) $(CARGO) test --locked --test crash -- --nocapture

bench-journal: need-cargo
	$(CARGO) bench --locked --bench journal

fmt: need-cargo
	$(CARGO) fmt --all

clean: need-cargo
	$(CARGO) clean

need-cargo:
	@command -v $(CARGO) >/dev/null || { echo 'Rust is missing: install it from https://rustup.rs' >&2; exit 1; }
	@command -v cc >/dev/null || { echo 'A C compiler is missing: apt-get install build-essential' >&2; exit 1; }
