/// Turns what udev tells into what a roster understands.
struct UdevNews: Sendable {
  let roots: SystemRoots

  /// No more than this at once, so that a flood does not keep other work from the queue.
  static let mostAtOnce = 256

  /// Receives until nothing waits.
  ///
  /// When the kernel had to throw messages away they are lost for good, but what came of them can still be seen:
  /// then a listing is made, behind all that was received.
  func reports(
    listing: () -> [SerialPortDescription], receive: () -> UdevStream.Reception
  ) -> [SerialPortRoster.Report] {
    let reader = PortReader(roots: roots)
    var reports: [SerialPortRoster.Report] = []
    var isIncomplete = false
    receiving: for _ in 0..<Self.mostAtOnce {
      switch receive() {
      case .device(action: "remove", let path, _): reports.append(.removed(devicePath: path))
      case .device(_, let path, let facts):
        // Nothing to describe means that it is no port, or that it has gone already, which udev will tell next.
        let device = SysfsDevice(root: roots.sysfs, path: path)
        if let port = reader.describe(device, udev: facts) { reports.append(.present(port)) }
      case .overflow: isIncomplete = true
      case .nothing: break receiving
      }
    }
    if isIncomplete { reports.append(.listing(listing(), settlesDoubts: false)) }
    return reports
  }
}
