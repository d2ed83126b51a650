# Two commands are enough: `make run` and `make test`. Both need Rust through rustup (rust-toolchain.toml names the
# version, which rustup then installs by itself), a C compiler to link with, and for the web client Node 20 or newer;
# `make test` also Chromium.

CARGO ?= cargo
CONFIG ?= config/catchmate.toml
DATA ?= data
KILLS ?= 1000
SEED ?= 1
TARGET_DIR = $(or $(CARGO_TARGET_DIR),target)
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
# Where it is built, for another machine: make dist HOST=x86_64-pc-windows-gnu
EXE = $(if $(findstring windows,$(HOST)),.exe)
VERSION = $(shell sed -n '/^version/{s/.*"\(.*\)"/\1/p;q}' Cargo.toml)
DIST = catchmate-$(VERSION)-$(HOST)

.DEFAULT_GOAL := help
.PHONY: help build run client schema test test-client dist test-dist screenshots crash bench-journal fmt clean need-cargo client-if-npm

help:
	@echo 'make run     build the server and start it (CONFIG=$(CONFIG) DATA=$(DATA))'
	@echo 'make client  build the web client, which the binary then carries; needs Node 20 or newer'
	@echo 'make schema  bring the client up to the protocol, where that has changed'
	@echo 'make test    check the format and the lints, and run every test'
	@echo 'make test-client  test the web client, also in a real browser against the real server'
	@echo 'make dist    pack the program, its configuration and a guide for a club without Rust or Node'
	@echo 'make screenshots   take pictures of the main views, docs/screenshots (THEME=dark, LOCALE=de)'
	@echo 'make crash   kill the server that often while matches are played (KILLS=$(KILLS) SEED=$(SEED))'
	@echo 'make bench-journal   measure what the journal costs'
	@echo 'make build   build the server, target/release/catchmate'
	@echo 'make fmt     format the code'
	@echo 'make clean   remove what was built'

build: need-cargo
	$(CARGO) build --release --locked

run: need-cargo client-if-npm
	$(CARGO) run --release --locked -- serve --config $(CONFIG) --data $(DATA)

client:
	cd client && npm ci --no-audit --no-fund && npm run build

# Without Node the server shows its status page, which says how to get the client.
client-if-npm:
	@if command -v npm >/dev/null; then $(MAKE) client; else echo 'npm is missing: without Node 20 there is no web client' >&2; fi

# The client's types are made from this copy, without Rust; a test keeps it up to date.
schema: need-cargo
	$(CARGO) run --quiet --locked -- schema > client/src/wire/schema.json.new
	mv client/src/wire/schema.json.new client/src/wire/schema.json

# The browser is Debian's Chromium; CHROMIUM names another one.
test-client: need-cargo client
	@test -n "$(CHROMIUM)" || command -v chromium >/dev/null || { echo 'Chromium is missing: apt-get install chromium' >&2; exit 1; }
	cd client && npm test
	$(CARGO) build --locked
	cd client && CATCHMATE=$(abspath $(TARGET_DIR))/debug/catchmate npm run test:browser

# Without libraries of the system it runs wherever the processor is the same.
dist: need-cargo client
	RUSTFLAGS='-C target-feature=+crt-static' $(CARGO) build --release --locked --target $(HOST)
	rm -rf dist/$(DIST)
	mkdir -p dist/$(DIST)
	cp $(TARGET_DIR)/$(HOST)/release/catchmate$(EXE) config/catchmate.toml docs/guide.md LICENSE \
		config/dist/start.$(if $(EXE),bat,sh) dist/$(DIST)
	tar -C dist -czf dist/$(DIST).tar.gz $(DIST)
	@echo packed in dist/$(DIST).tar.gz

test-dist: dist
	bash tests/dist.sh dist/$(DIST).tar.gz

# Pictures of the main views, of the real server in a real browser, to be looked at.
screenshots: need-cargo client
	$(CARGO) build --locked
	cd client && CATCHMATE=$(abspath $(TARGET_DIR))/debug/catchmate npm run screenshots

# CLIENT_TESTS=no leaves out those of the client, for a machine without Node and Chromium.
test: need-cargo $(if $(filter no,$(CLIENT_TESTS)),,test-client test-dist)
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
	rm -rf dist

need-cargo:
	@command -v $(CARGO) >/dev/null || { echo 'Rust is missing: install it from https://rustup.rs' >&2; exit 1; }
	@command -v cc >/dev/null || { echo 'A C compiler is missing: apt-get install build-essential' >&2; exit 1; }
