import Glibc

/// The time of the monotonic clock, in microseconds.
func microseconds() -> Int {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int(time.tv_sec) * 1_000_000 + time.tv_nsec / 1_000
}

/// Says what happened, as one line that a script can read: `8123456 opened path=pci-0 node=/dev/ttyACM0`.
///
/// Values have no spaces, except for the last one of a line.
func report(_ event: String, _ values: KeyValuePairs<String, String> = [:], at time: Int = microseconds()) {
  let line = (["\(time) \(event)"] + values.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
  write(line, to: STDOUT_FILENO)
}

/// Puts a line into the kernel's own log, beside what the kernel says of the same cable.
///
/// So its clock measures us: from when it noticed the unplugging until nobody has the port open any more.
func reportToKernel(_ line: String) {
  let log = unsafe open("/dev/kmsg", O_WRONLY | O_CLOEXEC)
  guard log >= 0 else { return }
  write("cable-probe: " + line, to: log)
  _ = close(log)
}

/// Whole, in one call: lines of several threads do not mix.
private func write(_ line: String, to descriptor: Int32) {
  let bytes = Array((line + "\n").utf8)
  _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
}
