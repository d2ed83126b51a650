# Two commands are enough: `make run` and `make test`. Both need Rust through rustup (rust-toolchain.toml names the
# version, which rustup then installs by itself) and a C compiler to link with.

CARGO ?= cargo
CONFIG ?= config/catchmate.toml
DATA ?= data

.DEFAULT_GOAL := help
.PHONY: help build run test fmt clean need-cargo

help:
	@echo 'make run     build the server and start it (CONFIG=$(CONFIG) DATA=$(DATA))'
	@echo 'make test    check the format and the lints, and run every test'
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

fmt: need-cargo
	$(CARGO) fmt --all

clean: need-cargo
	$(CARGO) clean

need-cargo:
	@command -v $(CARGO) >/dev/null || { echo 'Rust is missing: install it from https://rustup.rs' >&2; exit 1; }
	@command -v cc >/dev/null || { echo 'A C compiler is missing: apt-get install build-essential' >&2; exit 1; }
