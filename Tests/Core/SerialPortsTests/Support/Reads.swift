import Glibc

@testable import SerialPorts

/// One read of a line, as the connection does it.
func readOnce(_ line: SerialLine) -> SerialLine.Reading {
  unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { unsafe line.read(into: $0) }
}

/// One read by the kernel: what it returns, without a meaning.
func rawRead(_ descriptor: CInt) -> Int {
  var bytes = (UInt64(0), UInt64(0))
  return unsafe read(descriptor, &bytes, 16)
}

/// Hangs a terminal up as the unplugging of a USB device does; false if the kernel does not let us.
func hangUp(_ descriptor: CInt) -> Bool { ioctl(descriptor, UInt(TIOCVHANGUP)) == 0 }
