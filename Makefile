# gpsbridge: all tasks of this project, for people and for CI.
# Longer recipes are in Tests/Scripts.

PREFIX  ?= /usr/local
DESTDIR ?=
SYSTEM  ?=
AUTOSTART ?=
SECONDS ?= 60
ROUNDS  ?= 1000
CYCLES  ?= 1
CLIENTS ?= 20
SANITIZER ?= thread
KIND    ?= debug
PARTS   ?=
BASE    ?=
ONLY    ?=
PICTURES ?=
PAGE_FLAGS ?=
BUILT   ?=
MINUTES ?= 30
SEED    ?= 20261120
SAMPLE  ?=
ROWS    ?=
KILLS   ?= 100
RUNS    ?= 100
TIMES   ?= 1
MEGABYTES ?= 1000
FAMILIES ?= ublox,pl2303,cp210x,ftdi
SOURCE  ?= sim:coldstart
TAG     ?=

# Debian packages that a build needs in addition to the Swift toolchain.
PACKAGES := libudev-dev libmicrohttpd-dev libsqlite3-dev
# Programs that tests compare us with, or simulate devices with. A test reports if it is skipped without one.
TEST_PACKAGES := udev umockdev socat geographiclib-tools gpsd gpsd-clients gpsbabel libxml2-utils strace zsh fish
# Clients of gpsd, with which our server is tested, and the programs that observe them.
CLIENT_PACKAGES := python3 python3-venv python3-gps gcc libc6-dev libgps-dev xvfb foxtrotgps libglib2.0-bin geoclue-2.0 \
  geoclue-2-demo dbus-daemon collectd-core
# Other programs that use pseudo-terminals and ports while the tests run.
BESIDE_PACKAGES := gpsd tmux
# Browsers for the tests of the page, and programs that read its files and figures.
PAGE_PACKAGES := python3 python3-venv chromium firefox-esr webkit2gtk-driver xvfb fonts-dejavu-core prometheus gpsbabel

SCRIPTS   := Tests/Scripts

.DEFAULT_GOAL := help
.PHONY: help setup check test clients beside page configure-runs conditions long-logs kml-schema sanitize monitor lint format docs api bench accuracy figures stress soak faults fuzz fuzz-replay embedded outside \
        conformance usb-test record-kill release order install uninstall install-check deb deb-check newcomer install-rules \
        uninstall-rules install-units uninstall-units install-geoclue uninstall-geoclue install-avahi uninstall-avahi nightly clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install missing Debian packages; prints nothing if none is missing
	@needs=$$($(SCRIPTS)/toolchain-needs.sh) && $(SCRIPTS)/setup.sh $$needs $(PACKAGES)

check: setup ## Lint, build and test your changes and everything that depends on them: make check BASE=main
	@$(SCRIPTS)/setup.sh python3
	@$(SCRIPTS)/check.sh $(BASE)

test: setup ## Build and run all tests, or some: make test KIND=address PARTS='pure tool'
	@$(SCRIPTS)/setup.sh $(TEST_PACKAGES) || echo 'Tests that need them are skipped.'
	@$(SCRIPTS)/kml-schema.sh || echo 'Tests that need it are skipped.'
	@$(SCRIPTS)/test.sh $(KIND) $(PARTS)

clients: setup ## Test simulated receivers with gpsd and u-blox tools, and our server with gpsd's clients: make clients KIND=address
	@$(SCRIPTS)/setup.sh $(TEST_PACKAGES) || echo 'Tests that need them are skipped.'
	@$(SCRIPTS)/setup.sh $(CLIENT_PACKAGES) || echo 'Clients that need them are skipped.'
	@TEST_JOBS=1 $(SCRIPTS)/test.sh $(KIND) clients
	@program=$$($(SCRIPTS)/release.sh) && python3 $(SCRIPTS)/serve-clients.py "$$program"

# Status 77: it can't run here, and has printed the reason.
beside: setup ## Run the tests while gpsd, tmux and other gpsbridge processes run: make beside TIMES=3 PARTS='runtime-threads tool'
	@$(SCRIPTS)/setup.sh $(BESIDE_PACKAGES) || echo 'It needs them.'
	@KIND=$(KIND) $(SCRIPTS)/beside.sh $(TIMES) $(PARTS) || [ $$? -eq 77 ]

# Status 77: it can't run here, and has printed the reason.
page: setup ## Test the page in Chromium, and its server with untrusted requests: make page ONLY=scenes PICTURES=docs/screens
	@$(SCRIPTS)/setup.sh $(PAGE_PACKAGES) || echo 'Checks that need them are skipped.'
	@program=$$($(SCRIPTS)/release.sh) && $(SCRIPTS)/page.sh "$$program" $(PAGE_FLAGS) \
	  $(if $(PICTURES),--pictures $(PICTURES)) $(if $(ONLY),--only $(ONLY)) || [ $$? -eq 77 ]

configure-runs: setup ## Configure a third-party simulated u-blox at random, and check its settings: make configure-runs RUNS=100 SEED=7
	@$(SCRIPTS)/setup.sh python3
	@program=$$($(SCRIPTS)/release.sh) && python3 $(SCRIPTS)/configure-runs.py "$$program" $(RUNS) $(SEED)

long-logs: setup ## Measure each command that reads a file, with logs of a gigabyte: make long-logs MEGABYTES=30
	@$(SCRIPTS)/setup.sh python3
	@program=$$($(SCRIPTS)/release.sh) && python3 $(SCRIPTS)/long-logs.py "$$program" $(MEGABYTES)

conditions: setup ## Test damaged lines, odd files and clock changes: make conditions SAMPLE=yes SEED=7 ROWS=lines
	@$(SCRIPTS)/setup.sh python3 gcc libc6-dev
	@program=$$($(SCRIPTS)/release.sh) && python3 $(SCRIPTS)/conditions.py "$$program" --seed $(SEED) \
	  $(if $(SAMPLE),--sample) $(foreach row,$(ROWS),--only $(row))

kml-schema: ## Fetch the official KML schemas, against which a test validates exports
	@$(SCRIPTS)/kml-schema.sh

sanitize: ## Run all tests under a sanitizer: make sanitize SANITIZER=address
	@$(MAKE) --no-print-directory test KIND=$(SANITIZER)

monitor: setup ## Monitor a receiver, by default a simulated one: make monitor SOURCE=auto
	@swift build --product gpsbridge
	@"$$(swift build --show-bin-path)/gpsbridge" monitor $(SOURCE)

lint: ## Check the sources against .swift-format, and the English of their comments
	@$(SCRIPTS)/swift-files.sh lint --strict
	@$(SCRIPTS)/setup.sh python3 && $(SCRIPTS)/english.py

format: ## Format the sources
	@$(SCRIPTS)/swift-files.sh --in-place

docs: setup ## Build the documentation; warnings and undocumented public symbols are errors
	@$(SCRIPTS)/setup.sh python3
	@$(SCRIPTS)/docs.sh $(BUILT)

api: setup ## Compare the public API with the last release: make api TAG=1.0.0
	@$(SCRIPTS)/api.sh $(TAG)

bench: setup ## Benchmark against other programs: parser, delivery, cable, the whole path, the tool
	@$(SCRIPTS)/bench.sh

accuracy: setup ## Compare stated accuracies with true errors: make accuracy
	@$(SCRIPTS)/accuracy.sh

figures: ## Print the figures that pages quote, and check the pages against them
	@$(SCRIPTS)/figures.py && $(SCRIPTS)/figures.py --check

stress: setup ## Run the race tests of delivery, ports and receivers many times: make stress ROUNDS=1000
	GPSBRIDGE_STRICT=1 DELIVERY_ROUNDS=$(ROUNDS) swift test -c release --scratch-path .build/release-tests --filter 'Delivery|Race|Time that is moved'
	GPSBRIDGE_STRICT=1 DELIVERY_ROUNDS=$(ROUNDS) SWIFT_BACKTRACE=enable=no \
	  swift test --disable-xctest --sanitize=thread --scratch-path .build/tsan --filter 'Delivery|Race|Time that is moved'

soak: setup ## Run a day of simulated time, then half an hour on pseudo-terminals: make soak MINUTES=120 SEED=7
	GPSBRIDGE_STRICT=1 SOAK_HOURS=24 TRUTH_ROUNDS=200 TRUTH_SEED=$(SEED) swift test --disable-xctest --no-parallel -c release \
	  --scratch-path .build/release-tests --filter 'A day with a receiver|The truth'
	@program=$$($(SCRIPTS)/release.sh) || exit; python3 $(SCRIPTS)/endurance.py "$$program" $(MINUTES) & measured=$$!; \
	  python3 $(SCRIPTS)/soak.py "$$program" $(MINUTES) $(SEED); heard=$$?; wait $$measured && exit $$heard

faults: setup ## Plant faults and expect tests to fail: make faults NAMES=waiter
	@Tests/Faults/run.sh $(NAMES)
	@Tests/DeliveryFaults/run.sh $(NAMES)

fuzz: setup ## Look for inputs that break the parsers: make fuzz SECONDS=600
	@$(SCRIPTS)/fuzz.sh run $(SECONDS)

fuzz-replay: setup ## Read the stored fuzz inputs again
	@$(SCRIPTS)/fuzz.sh replay

outside: setup ## Build and run separate packages that depend on this one: make outside NAMES=reactive
	@$(SCRIPTS)/outside.sh $(NAMES)
	@$(SCRIPTS)/outside-names.sh

embedded: ## Build the pure modules as Embedded Swift
	@$(SCRIPTS)/embedded.sh

conformance: setup ## Compare our fixes with recordings of many receivers, if present
	@$(SCRIPTS)/conformance.sh

record-kill: setup ## Kill recordings at random moments: make record-kill KILLS=100
	@$(SCRIPTS)/record-kill.sh $(KILLS)

# Status 77: it can't run here, and has printed the reason.
usb-test: setup ## Plug emulated receivers into a virtual machine: make usb-test CYCLES=20 FAMILIES=ublox
	@Tests/USBTests/run.sh --cycles $(CYCLES) --families $(FAMILIES) --clients $(CLIENTS) || [ $$? -eq 77 ]

release: ## Build the tool as it is installed; the last line printed is its path
	@$(SCRIPTS)/release.sh

order: setup ## Record which functions run, so that the linker places them next to each other
	@$(SCRIPTS)/hot-functions.py "$$($(SCRIPTS)/release.sh --names)" >$(SCRIPTS)/hot-functions.new
	mv $(SCRIPTS)/hot-functions.new $(SCRIPTS)/hot-functions.txt

install: ## Install the tool, manual pages, completions, rules and units: make install PREFIX=/usr/local DESTDIR=
	@program=$$($(SCRIPTS)/release.sh) && \
	  DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" SYSTEM="$(SYSTEM)" $(SCRIPTS)/install.sh install "$$program"

uninstall: ## Remove what make install installed, with the same PREFIX and DESTDIR
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" SYSTEM="$(SYSTEM)" $(SCRIPTS)/install.sh uninstall

install-check: ## Install into a folder, compare with the expected files, uninstall, check that nothing is left
	@program=$$($(SCRIPTS)/release.sh) && $(SCRIPTS)/install-check.sh "$$program"

deb: ## Build a Debian package in .build/deb
	@program=$$($(SCRIPTS)/release.sh) && $(SCRIPTS)/deb.sh "$$program"

deb-check: deb ## Install the package in a bare Debian 12, test it, remove it, check that nothing is left
	@$(SCRIPTS)/deb-check.sh || [ $$? -eq 77 ]

newcomer: ## Go from a bare Debian 12 to passing tests, as a new contributor would
	@$(SCRIPTS)/newcomer.sh || [ $$? -eq 77 ]

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

nightly: setup ## Run everything that takes too long for each change
	@$(MAKE) --no-print-directory test TRUTH_DIALECTS=all
	@$(MAKE) --no-print-directory test KIND=release
	@$(MAKE) --no-print-directory sanitize SANITIZER=address
	@$(MAKE) --no-print-directory sanitize SANITIZER=thread TRUTH_DIALECTS=all
	GPSBRIDGE_SATELLITES=10000000 swift test --filter memory
	@$(MAKE) --no-print-directory clients beside
	@$(SCRIPTS)/outside.sh
	@$(SCRIPTS)/outside-names.sh
	@$(MAKE) --no-print-directory embedded stress faults
	@$(MAKE) --no-print-directory conditions SEED=$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
	@$(MAKE) --no-print-directory soak SEED=$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
	@$(MAKE) --no-print-directory usb-test CYCLES=20 CLIENTS=200
	@$(MAKE) --no-print-directory page PAGE_FLAGS=--nightly
	@$(MAKE) --no-print-directory install-check deb-check newcomer
	@$(SCRIPTS)/fuzz.sh run 600
	@$(SCRIPTS)/bench.sh

clean: ## Remove everything that was built
	rm -rf .build
