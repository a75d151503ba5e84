# gpsbridge: all tasks of this project, for people and for CI.
# Longer recipes are scripts: Scripts builds, installs and packages; Tests/Scripts checks.

PREFIX  ?= /usr/local
DESTDIR ?=
SYSTEM  ?=
AUTOSTART ?=
SECONDS ?= 60
ROUNDS  ?= 1000
CYCLES  ?= 1
CLIENTS ?= 20
SANITIZER ?= thread
KIND    ?= optimized
PARTS   ?=
BASE    ?=
ONLY    ?=
PICTURES ?=
BUILT   ?=
MINUTES ?= 30
SEED    ?=
ROWS    ?=
KILLS   ?=
DEVICES ?=
EACH    ?=
RUNS    ?= 10
TIMES   ?= 1
MEGABYTES ?=
FAMILIES ?= ublox,pl2303,cp210x,ftdi
SOURCE  ?= sim:coldstart
TAG     ?=
ALL     ?=
LOAD    ?=
COST    ?=
export TEST_SEED := $(or $(SEED),$(TEST_SEED))

# Debian packages that a build needs in addition to the Swift toolchain.
PACKAGES := libudev-dev libmicrohttpd-dev zlib1g-dev libsqlite3-dev libpq-dev
# Programs that tests compare us with, or simulate devices with. A test reports if it is skipped without one.
TEST_PACKAGES := udev umockdev socat geographiclib-tools gpsd gpsd-clients gpsbabel libxml2-utils strace zsh fish libcurl4 openssl postgresql python3
# Clients of gpsd, with which our server is tested, and the programs that observe them.
CLIENT_PACKAGES := python3 python3-venv python3-gps gcc libc6-dev libgps-dev geoclue-2.0 geoclue-2-demo dbus-daemon \
  collectd-core tmux
# Other programs that use pseudo-terminals and ports while the tests run.
BESIDE_PACKAGES := gpsd tmux
# Browsers for the tests of the page, and programs that read its files and figures.
PAGE_PACKAGES := python3 python3-venv chromium firefox-esr webkit2gtk-driver xvfb fonts-dejavu-core prometheus gpsbabel zbar-tools
# A compiler for the library that cuts the power.
STORE_PACKAGES := python3 gcc libc6-dev libsqlite3-dev sqlite3
# The database of a fleet, its proxies, and certificates.
FLEET_PACKAGES := python3 postgresql nginx-light haproxy openssl
# A compiler and an instruction decoder for `make cost`.
COST_PACKAGES := python3 gcc libc6-dev binutils libcapstone-dev

# Scripts that build, install or set up something are in Scripts.
CHECKS := Tests/Scripts
# The programs that checks run are those of the tests' build: more names and a parenthesis follow.
PROGRAM = program=$$($(CHECKS)/test.sh --program gpsbridge
NIGHTLY = $(if $(ALL),--nightly)
# The first program of a newcomer, with no more than it needs to run.
MONITOR_BUILD = swift build --product gpsbridge --scratch-path .build/monitor --disable-index-store \
  -Xswiftc -gline-tables-only -Xswiftc -use-ld=lld

.DEFAULT_GOAL := help
.PHONY: help setup packages ready check test clients beside page configure-runs conditions kml-schema sanitize monitor lint format docs api bench accuracy figures house stress soak faults fuzz fuzz-replay embedded outside \
        conformance store-check fleet fleet-check usb-test release order cost install uninstall install-check deb deb-check newcomer install-rules \
        uninstall-rules install-units uninstall-units install-geoclue uninstall-geoclue install-avahi uninstall-avahi shake nightly clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install missing Debian packages; prints nothing if none is missing
	@needs=$$(Scripts/toolchain-needs.sh) && Scripts/setup.sh $$needs $(PACKAGES)

packages: setup ## Install all packages of Debian and PyPI that some check needs
	@Scripts/setup.sh $(sort $(TEST_PACKAGES) $(CLIENT_PACKAGES) $(PAGE_PACKAGES) $(STORE_PACKAGES) $(FLEET_PACKAGES)) || echo 'Checks that need them are skipped.'
	@PYTHONPATH=$(CHECKS) python3 -c 'import checking; checking.python_with_packages()' || echo 'Checks that need packages of PyPI are skipped.'

ready: ## Check what most often fails in .ci/run, before a change is handed over: style, the rules of the tree
	@$(CHECKS)/steps.sh ready

check: setup ## Lint and test your changes, and compile what depends on them: make check BASE=main
	@Scripts/setup.sh python3
	@$(CHECKS)/check.sh $(BASE)

test: setup ## Build and run all tests, or some: make test KIND=address PARTS='pure tool'
	@Scripts/setup.sh $(TEST_PACKAGES) || echo 'Tests that need them are skipped.'
	@$(CHECKS)/kml-schema.sh || echo 'Tests that need it are skipped.'
	@$(CHECKS)/test.sh $(KIND) $(PARTS)

clients: setup ## Test our server with gpsd's clients, with ALL=yes also simulated receivers with gpsd and u-blox tools
	@Scripts/setup.sh $(TEST_PACKAGES) || echo 'Tests that need them are skipped.'
	@Scripts/setup.sh $(CLIENT_PACKAGES) || echo 'Clients that need them are skipped.'
	@$(if $(ALL),TEST_JOBS=1 $(CHECKS)/test.sh $(KIND) clients)
	@$(PROGRAM)) && python3 $(CHECKS)/serve-clients.py "$$program" $(NIGHTLY)

# Status 77: it can't run here, and has printed the reason.
beside: setup ## Run the tests while gpsd, tmux and other gpsbridge processes run: make beside TIMES=3 PARTS='library tool'
	@Scripts/setup.sh $(BESIDE_PACKAGES) || echo 'It needs them.'
	@$(PROGRAM)) && KIND=$(KIND) $(CHECKS)/beside.sh "$$program" $(TIMES) $(PARTS) || [ $$? -eq 77 ]

# Status 77: it can't run here, and has printed the reason.
page: setup ## Test the page in Chromium, and its server with untrusted requests: make page ALL=yes, ONLY=scenes, PICTURES=docs/screens
	@Scripts/setup.sh $(PAGE_PACKAGES) || echo 'Checks that need them are skipped.'
	@$(PROGRAM)) && python3 $(CHECKS)/page.py "$$program" $(NIGHTLY) \
	  $(if $(PICTURES),--pictures $(PICTURES)) $(if $(ONLY),--only '$(ONLY)') || [ $$? -eq 77 ]

configure-runs: setup ## Configure a third-party simulated u-blox at random, and check its settings: make configure-runs ALL=yes
	@Scripts/setup.sh python3
	@$(PROGRAM)) && python3 $(CHECKS)/configure-runs.py "$$program" $(NIGHTLY)

conditions: setup ## Test damaged lines, odd files and clock changes: make conditions ALL=yes ROWS=lines
	@Scripts/setup.sh python3 gcc libc6-dev
	@$(PROGRAM)) && python3 $(CHECKS)/conditions.py "$$program" $(NIGHTLY) \
	  $(foreach row,$(ROWS),--only $(row))

kml-schema: ## Fetch the official KML schemas, against which a test validates exports
	@$(CHECKS)/kml-schema.sh

sanitize: ## Run all tests under a sanitizer: make sanitize SANITIZER=address
	@$(MAKE) --no-print-directory test KIND=$(SANITIZER)

monitor: setup ## Monitor a receiver, by default a simulated one: make monitor SOURCE=auto
	@$(MONITOR_BUILD)
	@"$$($(MONITOR_BUILD) --show-bin-path)/gpsbridge" monitor $(SOURCE)

lint: ## Check the sources against .swift-format, and the English of their comments and texts
	@$(CHECKS)/swift-files.sh lint --strict
	@Scripts/setup.sh python3 && $(CHECKS)/english.py

format: ## Format the sources
	@$(CHECKS)/swift-files.sh --in-place

# Status 77: it can't run here, and has printed the reason.
docs: setup ## Build the documentation, without warnings; run the commands that pages show, and follow the tutorial
	@Scripts/setup.sh python3 gcc libc6-dev curl
	@Scripts/docs.sh $(BUILT)
	@$(PROGRAM) fleet-probe) && $(CHECKS)/page-blocks.py --tutorial --plant 10 "$$program" || [ $$? -eq 77 ]

api: setup ## Compare the public API with the last release: make api TAG=1.0.0
	@$(CHECKS)/api.sh $(TAG)

bench: setup ## Benchmark against other programs: parser, delivery, cable, the whole path, the tool
	@$(CHECKS)/bench.sh

accuracy: setup ## Compare stated accuracies with true errors: make accuracy
	@$(CHECKS)/accuracy.sh

figures: ## Print the figures that pages quote, and check the pages against them
	@$(CHECKS)/figures.py && $(CHECKS)/figures.py --check

house: ## Count the lines, targets, words and cycles of the tree, and lower what budget.txt allows
	@Scripts/setup.sh python3
	@$(CHECKS)/house.py

stress: setup ## Run the race tests of delivery, ports and receivers many times: make stress ROUNDS=1000
	@export TEST_FILES="$$(grep -rlE 'DELIVERY_ROUNDS|rounds|Race|Time that is moved' Tests --include='*.swift' | paste -sd ' ')" DELIVERY_ROUNDS=$(ROUNDS); \
	  $(CHECKS)/test.sh optimized library truth && $(CHECKS)/test.sh thread threads

soak: setup ## Run a day of simulated time, then half an hour on pseudo-terminals: make soak MINUTES=120 SEED=7
	@TEST_FILES="$$(ls Tests/Core/SimulatedGPSTests/Truth/DayTests.swift Tests/Core/SimulatedGPSTests/Truth/TruthTests.swift | paste -sd ' ')" \
	  SOAK_HOURS=24 TRUTH_ROUNDS=200 $(CHECKS)/test.sh optimized truth
	@$(PROGRAM)) && python3 $(CHECKS)/soak.py "$$program" $(MINUTES)

faults: setup ## Plant faults and expect tests to fail: make faults NAMES=waiter
	@Tests/Apparatus/Faults/run.sh $(NAMES)

fuzz: setup ## Look for inputs that break the parsers: make fuzz SECONDS=600
	@$(CHECKS)/fuzz.sh run $(SECONDS)

fuzz-replay: setup ## Read the stored fuzz inputs again
	@$(CHECKS)/fuzz.sh replay

outside: setup ## Build and run separate packages that depend on this one: make outside NAMES=reactive
	@$(CHECKS)/outside.sh $(NAMES)
	@$(CHECKS)/outside-names.sh

embedded: ## Build the pure modules as Embedded Swift
	@$(CHECKS)/embedded.sh

conformance: setup ## Compare our fixes with recordings of many receivers, if present, and our statistics with the truth
	@$(PROGRAM)) && $(CHECKS)/conformance.sh "$$program" && python3 $(CHECKS)/survey.py "$$program" $(NIGHTLY)

# Status 77: it can't run here, and has printed the reason.
store-check: setup ## Cut the power while a track is stored, kill recorders: make store-check ONLY='power kill' CUTS=100 KILLS=20, ALL=yes
	@Scripts/setup.sh $(STORE_PACKAGES) || echo 'It needs them.'
	@$(PROGRAM) store-probe) && python3 $(CHECKS)/store.py $(NIGHTLY) $(if $(ONLY),--only '$(ONLY)') $(if $(CUTS),--cuts $(CUTS)) \
	  $(if $(KILLS),--kills $(KILLS)) "$$program" || [ $$? -eq 77 ]

# Status 77: it can't run here, and has printed the reason. Signals go to the script, which ends all of it.
fleet: setup ## Try a fleet: a database, two collectors, a proxy with TLS, a page and devices, until Ctrl-C: make fleet DEVICES=20
	@Scripts/setup.sh $(FLEET_PACKAGES) || echo 'It needs them.'
	@$(PROGRAM) gpsbridge-collect fleet-probe) && exec python3 $(CHECKS)/fleet_try.py $(if $(DEVICES),--devices $(DEVICES)) "$$program"

# Status 77: it can't run here, and has printed the reason.
fleet-check: setup ## Kill collectors, a proxy and a database under a fleet: make fleet-check ONLY='whole named' DEVICES=200 EACH=500, ALL=yes
	@Scripts/setup.sh $(FLEET_PACKAGES) || echo 'It needs them.'
	@$(PROGRAM) gpsbridge-collect fleet-probe) && python3 $(CHECKS)/fleet.py $(NIGHTLY) $(if $(ONLY),--only '$(ONLY)') \
	  $(if $(DEVICES),--devices $(DEVICES)) $(if $(EACH),--each $(EACH)) "$$program" || [ $$? -eq 77 ]

# Status 77: it can't run here, and has printed the reason.
usb-test: setup ## Plug emulated receivers into a virtual machine: make usb-test CYCLES=20 FAMILIES=ublox
	@program=$$(Scripts/release.sh) && Tests/Apparatus/USBTests/run.sh "$$program" --cycles $(CYCLES) --families $(FAMILIES) --clients $(CLIENTS) || [ $$? -eq 77 ]

release: ## Build the tool as it is installed; the last line printed is its path
	@Scripts/release.sh

# Status 77: it can't run here, and has printed the reason.
order: setup ## Check that the linker has placed the functions of an epoch next to each other
	@Scripts/setup.sh python3
	@program=$$(Scripts/release.sh) && Scripts/function-order.py --check "$$program" || [ $$? -eq 77 ]

# Status 77: it can't run here, and has printed the reason.
cost: setup ## Count what an epoch costs, by file, and compare or store it: make cost COST=--check
	@Scripts/setup.sh $(COST_PACKAGES) || echo 'It needs them.'
	@program=$$(Scripts/release.sh) && Tests/Apparatus/Cost/cost.py "$$program" $(COST) || [ $$? -eq 77 ]

install: ## Install the tool, manual pages, completions, rules and units: make install PREFIX=/usr/local DESTDIR= COLLECTOR=yes
	@program=$$(Scripts/release.sh) && collector= && \
	  { [ "$(COLLECTOR)" != yes ] || collector=$$(Scripts/release.sh --collector); } && \
	  DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" SYSTEM="$(SYSTEM)" Scripts/install.sh install "$$program" $$collector

uninstall: ## Remove what make install installed, with the same PREFIX and DESTDIR
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" SYSTEM="$(SYSTEM)" Scripts/install.sh uninstall

install-check: ## Install into a folder, compare with the expected files, uninstall, check that nothing is left
	@$(PROGRAM)) && $(CHECKS)/install-check.sh "$$program"

deb: ## Build the Debian packages of the tool and of the collector in .build/deb
	@program=$$(Scripts/release.sh) && collector=$$(Scripts/release.sh --collector) && Scripts/deb.sh "$$program" "$$collector"

deb-check: deb ## Install the packages in a bare Debian 12, test it, remove it, check that nothing is left
	@$(CHECKS)/deb-check.sh || [ $$? -eq 77 ]

newcomer: ## Go from a bare Debian 12 to the monitor and passing tests, as a new contributor would
	@$(CHECKS)/newcomer.sh || [ $$? -eq 77 ]

install-rules: ## Install the udev rules for receivers: sudo make install-rules AUTOSTART=
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" AUTOSTART="$(AUTOSTART)" udev-rules/install.sh install rules

uninstall-rules: ## Remove the udev rules
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" udev-rules/install.sh uninstall rules

install-units: ## Install the systemd units that record or serve a receiver: sudo make install-units
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" udev-rules/install.sh install units

uninstall-units: ## Stop and remove the systemd units; their recordings stay
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" udev-rules/install.sh uninstall units

install-geoclue: ## Connect geoclue to the receiver that gpsbridge serves: sudo make install-geoclue
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" udev-rules/install.sh install geoclue

uninstall-geoclue: ## Remove the file that install-geoclue installed
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" udev-rules/install.sh uninstall geoclue

install-avahi: ## Announce the sentences at port 10110 on the network: sudo make install-avahi OPEN=
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" OPEN="$(OPEN)" udev-rules/install.sh install avahi

uninstall-avahi: ## Remove the file that install-avahi installed
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" udev-rules/install.sh uninstall avahi

shake: setup ## Repeat the tests under the loads of a shared machine: make shake RUNS=50 LOAD='steal busy' SEED=7 PARTS=tool
	@Scripts/setup.sh python3 gcc libc6-dev faketime $(TEST_PACKAGES)
	@$(CHECKS)/shake.py --runs $(RUNS) $(if $(LOAD),--loads '$(LOAD)') $(if $(SEED),--seed $(SEED)) $(PARTS)

nightly: packages ## Run each check that is not in .ci/run once: make nightly ONLY='page usb' SEED=7
	@$(CHECKS)/steps.sh nightly $(ONLY)

clean: ## Remove everything that was built
	rm -rf .build
