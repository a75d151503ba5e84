# gpsbridge: everything a person or a machine does with this project.
# Longer recipes live in Tests/Scripts.

PREFIX  ?= /usr/local
DESTDIR ?=
AUTOSTART ?=
SECONDS ?= 60
ROUNDS  ?= 1000
CYCLES  ?= 1
KILLS   ?= 100
FAMILIES ?= ublox,pl2303,cp210x,ftdi
SOURCE  ?= sim:coldstart

# Debian packages that a build needs beside the Swift toolchain.
PACKAGES := libudev-dev
# And what tests hold us against or play devices with; where it can't be had, they say that they are skipped.
TEST_PACKAGES := udev umockdev geographiclib-tools gpsd-clients gpsbabel libxml2-utils

SCRIPTS   := Tests/Scripts
# Small and quick to start: the Swift runtime inside, nothing unused, no symbols.
RELEASE   := -c release --product gpsbridge --static-swift-stdlib -Xswiftc -use-ld=lld \
             -Xlinker --gc-sections -Xlinker -s --scratch-path .build/install

.DEFAULT_GOAL := help
.PHONY: help setup test monitor lint format docs bench stress faults fuzz fuzz-replay embedded outside conformance \
        usb-test record-kill install uninstall install-rules uninstall-rules nightly clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install the Debian packages that are missing (says so; quiet when none is)
	@$(SCRIPTS)/setup.sh $(PACKAGES)

# One test at a time: what fails then, fails by itself, and its time limit is its own. Side by side they pass, too.
test: setup ## Build and run all tests
	@$(SCRIPTS)/setup.sh $(TEST_PACKAGES) || echo 'Tests that need them are skipped.'
	swift test --no-parallel

monitor: setup ## Watch a receiver, one made of air unless told otherwise: make monitor SOURCE=auto
	@swift build --product gpsbridge
	@"$$(swift build --show-bin-path)/gpsbridge" monitor $(SOURCE)

lint: ## Hold the sources to the rules of .swift-format
	@$(SCRIPTS)/swift-files.sh lint --strict

format: ## Bring the sources into shape
	@$(SCRIPTS)/swift-files.sh --in-place

docs: setup ## Build the documentation; a warning is an error
	@$(SCRIPTS)/docs.sh

bench: setup ## Measure beside other programs: parser, delivery, the cable, the whole way, the tool
	@$(SCRIPTS)/bench.sh

stress: setup ## Run the races of delivery, ports and receivers many times: make stress ROUNDS=1000
	DELIVERY_ROUNDS=$(ROUNDS) swift test -c release --scratch-path .build/release-tests --filter 'Delivery|Race'
	DELIVERY_ROUNDS=$(ROUNDS) SWIFT_BACKTRACE=enable=no \
	  swift test --disable-xctest --sanitize=thread --scratch-path .build/tsan --filter 'Delivery|Race'

faults: setup ## Plant faults into delivery and expect tests to fail: make faults NAMES=waiter
	@Tests/DeliveryFaults/run.sh $(NAMES)

fuzz: setup ## Look for inputs that break the parsers: make fuzz SECONDS=600
	@$(SCRIPTS)/fuzz.sh run $(SECONDS)

fuzz-replay: setup ## Read the kept fuzz inputs once more
	@$(SCRIPTS)/fuzz.sh replay

outside: setup ## Build what others wrote on top of this, as packages of their own
	@$(SCRIPTS)/outside.sh

embedded: ## Build the pure modules as Embedded Swift
	@$(SCRIPTS)/embedded.sh

conformance: setup ## Compare our fixes with recordings of many receivers, when present
	@$(SCRIPTS)/conformance.sh

record-kill: setup ## Kill recordings at random moments: make record-kill KILLS=100
	@$(SCRIPTS)/record-kill.sh $(KILLS)

# 77: it can't be run here, and it has said so and why.
usb-test: setup ## Plug emulated receivers into a virtual machine: make usb-test CYCLES=20 FAMILIES=ublox
	@Tests/USBTests/run.sh --cycles $(CYCLES) --families $(FAMILIES) || [ $$? -eq 77 ]

install: setup ## Install the tool: make install PREFIX=/usr/local DESTDIR=
	swift build $(RELEASE)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 "$$(swift build $(RELEASE) --show-bin-path)/gpsbridge" "$(DESTDIR)$(PREFIX)/bin/gpsbridge"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"
	"$(DESTDIR)$(PREFIX)/bin/gpsbridge" manual "$(DESTDIR)$(PREFIX)/share/man/man1"

uninstall: ## Remove the tool again
	rm -f "$(DESTDIR)$(PREFIX)/bin/gpsbridge" "$(DESTDIR)$(PREFIX)"/share/man/man1/gpsbridge.1 \
	  "$(DESTDIR)$(PREFIX)"/share/man/man1/gpsbridge-*.1

install-rules: ## Install udev's rules for receivers: sudo make install-rules AUTOSTART=
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" AUTOSTART="$(AUTOSTART)" udev-rules/install.sh install

uninstall-rules: ## Remove the rules again
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" udev-rules/install.sh uninstall

# XCTest, which none of the tests use, loses a few bytes of its own. Leaks are looked for by weak references and counts of
# lives: the sanitizer takes for lost what Swift points to with a tag in the pointer, as in an enum or a weak reference.
nightly: setup ## Everything that takes too long for each change
	SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 \
	  swift test --disable-xctest --sanitize=address --scratch-path .build/asan
	SWIFT_BACKTRACE=enable=no swift test --disable-xctest --sanitize=thread --scratch-path .build/tsan
	GPSBRIDGE_SATELLITES=10000000 swift test --filter memory
	@$(SCRIPTS)/outside.sh
	@$(MAKE) --no-print-directory stress faults
	@$(MAKE) --no-print-directory usb-test CYCLES=20
	@$(SCRIPTS)/fuzz.sh run 600
	@$(SCRIPTS)/bench.sh

clean: ## Remove all that was built
	rm -rf .build
