# gpsbridge: everything a person or a machine does with this project.
# Longer recipes live in Tests/Scripts.

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

# Debian packages that a build needs beside the Swift toolchain.
PACKAGES := libudev-dev libmicrohttpd-dev libsqlite3-dev
# And what tests hold us against or play devices with; where it can't be had, they say that they are skipped.
TEST_PACKAGES := udev umockdev socat geographiclib-tools gpsd gpsd-clients gpsbabel libxml2-utils strace zsh fish
# Clients of gpsd that a served receiver is shown to, and what it takes to look at them.
CLIENT_PACKAGES := python3 python3-venv python3-gps gcc libc6-dev libgps-dev xvfb foxtrotgps libglib2.0-bin geoclue-2.0 \
  geoclue-2-demo dbus-daemon collectd-core
# Other programs that use pseudo-terminals and ports while the tests run.
BESIDE_PACKAGES := gpsd tmux
# A browser that the page is shown to, and what reads its files and figures.
PAGE_PACKAGES := python3 python3-venv chromium firefox-esr webkit2gtk-driver xvfb fonts-dejavu-core prometheus gpsbabel

SCRIPTS   := Tests/Scripts

.DEFAULT_GOAL := help
.PHONY: help setup check test clients beside page configure-runs conditions long-logs kml-schema sanitize monitor lint format docs api bench accuracy figures stress soak faults fuzz fuzz-replay embedded outside \
        conformance usb-test record-kill release order install uninstall install-check deb deb-check newcomer install-rules \
        uninstall-rules install-units uninstall-units install-geoclue uninstall-geoclue install-avahi uninstall-avahi nightly clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install the Debian packages that are missing (says so; quiet when none is)
	@needs=$$($(SCRIPTS)/toolchain-needs.sh) && $(SCRIPTS)/setup.sh $$needs $(PACKAGES)

check: setup ## Lint, build and test what you have changed, and what stands on it: make check BASE=main
	@$(SCRIPTS)/setup.sh python3
	@$(SCRIPTS)/check.sh $(BASE)

test: setup ## Build and run all tests, or some: make test KIND=address PARTS='pure tool'
	@$(SCRIPTS)/setup.sh $(TEST_PACKAGES) || echo 'Tests that need them are skipped.'
	@$(SCRIPTS)/kml-schema.sh || echo 'Tests that need it are skipped.'
	@$(SCRIPTS)/test.sh $(KIND) $(PARTS)

clients: setup ## Show simulated receivers to gpsd and u-blox tools, and a served one to gpsd's clients: make clients KIND=address
	@$(SCRIPTS)/setup.sh $(TEST_PACKAGES) || echo 'Tests that need them are skipped.'
	@$(SCRIPTS)/setup.sh $(CLIENT_PACKAGES) || echo 'Clients that need them are skipped.'
	@TEST_JOBS=1 $(SCRIPTS)/test.sh $(KIND) clients
	@program=$$($(SCRIPTS)/release.sh) && python3 $(SCRIPTS)/serve-clients.py "$$program"

# 77: it can't be run here, and it has said so and why.
beside: setup ## Run the tests beside gpsd, tmux and other gpsbridge processes: make beside TIMES=3 PARTS='runtime-threads tool'
	@$(SCRIPTS)/setup.sh $(BESIDE_PACKAGES) || echo 'It needs them.'
	@KIND=$(KIND) $(SCRIPTS)/beside.sh $(TIMES) $(PARTS) || [ $$? -eq 77 ]

# 77: it can't be run here, and it has said so and why.
page: setup ## Test the page in Chromium, and its server against the requests of strangers: make page ONLY=scenes PICTURES=docs/screens
	@$(SCRIPTS)/setup.sh $(PAGE_PACKAGES) || echo 'Checks that need them are skipped.'
	@program=$$($(SCRIPTS)/release.sh) && $(SCRIPTS)/page.sh "$$program" $(PAGE_FLAGS) \
	  $(if $(PICTURES),--pictures $(PICTURES)) $(if $(ONLY),--only $(ONLY)) || [ $$? -eq 77 ]

configure-runs: setup ## Configure a u-blox of others at random, and ask it what it has: make configure-runs RUNS=100 SEED=7
	@$(SCRIPTS)/setup.sh python3
	@program=$$($(SCRIPTS)/release.sh) && python3 $(SCRIPTS)/configure-runs.py "$$program" $(RUNS) $(SEED)

long-logs: setup ## Measure each command that reads a file on logs of a gigabyte: make long-logs MEGABYTES=30
	@$(SCRIPTS)/setup.sh python3
	@program=$$($(SCRIPTS)/release.sh) && python3 $(SCRIPTS)/long-logs.py "$$program" $(MEGABYTES)

conditions: setup ## Damage lines, offer odd files, disturb time: make conditions SAMPLE=yes SEED=7 ROWS=lines
	@$(SCRIPTS)/setup.sh python3 gcc libc6-dev
	@program=$$($(SCRIPTS)/release.sh) && python3 $(SCRIPTS)/conditions.py "$$program" --seed $(SEED) \
	  $(if $(SAMPLE),--sample) $(foreach row,$(ROWS),--only $(row))

kml-schema: ## Fetch the official schemas of KML, which a test holds exports against
	@$(SCRIPTS)/kml-schema.sh

sanitize: ## Run all tests under a sanitizer: make sanitize SANITIZER=address
	@$(MAKE) --no-print-directory test KIND=$(SANITIZER)

monitor: setup ## Watch a receiver, a simulated one unless told otherwise: make monitor SOURCE=auto
	@swift build --product gpsbridge
	@"$$(swift build --show-bin-path)/gpsbridge" monitor $(SOURCE)

lint: ## Hold the sources to the rules of .swift-format
	@$(SCRIPTS)/swift-files.sh lint --strict

format: ## Bring the sources into shape
	@$(SCRIPTS)/swift-files.sh --in-place

docs: setup ## Build the documentation; a warning is an error, and so is a public symbol without a comment
	@$(SCRIPTS)/setup.sh python3
	@$(SCRIPTS)/docs.sh $(BUILT)

api: setup ## Compare what is public with the last release: make api TAG=1.0.0
	@$(SCRIPTS)/api.sh $(TAG)

bench: setup ## Measure beside other programs: parser, delivery, the cable, the whole way, the tool
	@$(SCRIPTS)/bench.sh

accuracy: setup ## Compare stated accuracies with true errors: make accuracy
	@$(SCRIPTS)/accuracy.sh

figures: ## Print the figures that pages quote, and compare the pages with them
	@$(SCRIPTS)/figures.py && $(SCRIPTS)/figures.py --check

stress: setup ## Run the races of delivery, ports and receivers many times: make stress ROUNDS=1000
	GPSBRIDGE_STRICT=1 DELIVERY_ROUNDS=$(ROUNDS) swift test -c release --scratch-path .build/release-tests --filter 'Delivery|Race|Time that is moved'
	GPSBRIDGE_STRICT=1 DELIVERY_ROUNDS=$(ROUNDS) SWIFT_BACKTRACE=enable=no \
	  swift test --disable-xctest --sanitize=thread --scratch-path .build/tsan --filter 'Delivery|Race|Time that is moved'

soak: setup ## A day on simulated time, then half an hour on pseudo-terminals: make soak MINUTES=120 SEED=7
	GPSBRIDGE_STRICT=1 SOAK_HOURS=24 TRUTH_ROUNDS=200 TRUTH_SEED=$(SEED) swift test --disable-xctest --no-parallel -c release \
	  --scratch-path .build/release-tests --filter 'A day with a receiver|The truth'
	@program=$$($(SCRIPTS)/release.sh) || exit; python3 $(SCRIPTS)/endurance.py "$$program" $(MINUTES) & measured=$$!; \
	  python3 $(SCRIPTS)/soak.py "$$program" $(MINUTES) $(SEED); heard=$$?; wait $$measured && exit $$heard

faults: setup ## Plant faults and expect tests to fail: make faults NAMES=waiter
	@Tests/Faults/run.sh $(NAMES)
	@Tests/DeliveryFaults/run.sh $(NAMES)

fuzz: setup ## Look for inputs that break the parsers: make fuzz SECONDS=600
	@$(SCRIPTS)/fuzz.sh run $(SECONDS)

fuzz-replay: setup ## Read the kept fuzz inputs once more
	@$(SCRIPTS)/fuzz.sh replay

outside: setup ## Build and run what others build on top of this, as packages of their own: make outside NAMES=reactive
	@$(SCRIPTS)/outside.sh $(NAMES)
	@$(SCRIPTS)/outside-names.sh

embedded: ## Build the pure modules as Embedded Swift
	@$(SCRIPTS)/embedded.sh

conformance: setup ## Compare our fixes with recordings of many receivers, when present
	@$(SCRIPTS)/conformance.sh

record-kill: setup ## Kill recordings at random moments: make record-kill KILLS=100
	@$(SCRIPTS)/record-kill.sh $(KILLS)

# 77: it can't be run here, and it has said so and why.
usb-test: setup ## Plug emulated receivers into a virtual machine: make usb-test CYCLES=20 FAMILIES=ublox
	@Tests/USBTests/run.sh --cycles $(CYCLES) --families $(FAMILIES) --clients $(CLIENTS) || [ $$? -eq 77 ]

release: ## Build the tool as it is installed; the last line says where it is
	@$(SCRIPTS)/release.sh

order: setup ## Write down which functions run, so that the linker puts them side by side
	@$(SCRIPTS)/hot-functions.py "$$($(SCRIPTS)/release.sh --names)" >$(SCRIPTS)/hot-functions.new
	mv $(SCRIPTS)/hot-functions.new $(SCRIPTS)/hot-functions.txt

install: ## Install the tool, manual pages, completions, rules, units: make install PREFIX=/usr/local DESTDIR=
	@program=$$($(SCRIPTS)/release.sh) && \
	  DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" SYSTEM="$(SYSTEM)" $(SCRIPTS)/install.sh install "$$program"

uninstall: ## Remove again what make install has installed, with the same PREFIX and DESTDIR
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" SYSTEM="$(SYSTEM)" $(SCRIPTS)/install.sh uninstall

install-check: ## Install into a folder, compare with what is expected, uninstall, find nothing left
	@program=$$($(SCRIPTS)/release.sh) && $(SCRIPTS)/install-check.sh "$$program"

deb: ## Make a Debian package in .build/deb
	@program=$$($(SCRIPTS)/release.sh) && $(SCRIPTS)/deb.sh "$$program"

deb-check: deb ## Install the package into a bare Debian 12, look at it, remove it, find nothing left
	@$(SCRIPTS)/deb-check.sh || [ $$? -eq 77 ]

newcomer: ## From a bare Debian 12 to tests that pass, as somebody who is new here
	@$(SCRIPTS)/newcomer.sh || [ $$? -eq 77 ]

install-rules: ## Install udev's rules for receivers: sudo make install-rules AUTOSTART=
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" AUTOSTART="$(AUTOSTART)" udev-rules/install.sh install rules

uninstall-rules: ## Remove the rules again
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" udev-rules/install.sh uninstall rules

install-units: ## Install systemd's units, which record or serve a receiver: sudo make install-units
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" udev-rules/install.sh install units

uninstall-units: ## Stop them, and remove them again; what they recorded stays
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" udev-rules/install.sh uninstall units

install-geoclue: ## Have geoclue hear the receiver that gpsbridge serves: sudo make install-geoclue
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" udev-rules/install.sh install geoclue

uninstall-geoclue: ## Remove the file again that install-geoclue has written
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" udev-rules/install.sh uninstall geoclue

install-avahi: ## Tell the network of the sentences at port 10110: sudo make install-avahi OPEN=
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" OPEN="$(OPEN)" udev-rules/install.sh install avahi

uninstall-avahi: ## Remove the file again that install-avahi has written
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" udev-rules/install.sh uninstall avahi

nightly: setup ## Everything that takes too long for each change
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

clean: ## Remove all that was built
	rm -rf .build
