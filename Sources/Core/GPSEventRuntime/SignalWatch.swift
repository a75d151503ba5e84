internal import CGPSEventLoop
internal import Glibc
internal import GPSSystemCalls

extension EventLoop {
  /// Calls a handler on the loop for each of these signals; call it on the loop only.
  ///
  /// The signals must be blocked in all threads, or their default actions apply.
  ///
  /// - Returns: False if the process is out of descriptors.
  package func watchSignals(_ numbers: [CInt], _ handler: @escaping @Sendable (CInt) -> Void) -> Bool {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers { unsafe sigaddset(&signals, number) }
    let descriptor = unsafe gpsbridge_signal_descriptor(&signals)
    guard descriptor >= 0 else { return false }
    // The descriptor stays open until the program exits, as the signals stay blocked.
    let watch = try? watch(descriptor, for: .readable) { _ in
      while case let number = gpsbridge_next_signal(descriptor), number > 0 { handler(number) }
    }
    return watch != nil
  }
}
