// cable-probe: runs inside the virtual machine of the USB tests, follows serial ports that come and go, reads the
// numbered lines that dongles send, and reports each event as a line that a script reads. docs/testing.md
//
// usage: cable-probe [--open SELECTOR]... [--speeds 4800,9600]

import Dispatch
import Glibc

do {
  let follower = Follower(try Options(CommandLine.arguments.dropFirst()))
  follower.start()
  let termination = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
  termination.setEventHandler {
    report("ended")
    exit(0)
  }
  signal(SIGTERM, SIG_IGN)
  termination.activate()
  withExtendedLifetime((follower, termination)) { dispatchMain() }
} catch {
  report("failed", ["message": "\(error)"])
  exit(64)
}
