import GPSSystemCalls

/// Watches for ports by all available means: udev's stream, if it runs, and the folder of device nodes.
///
/// It is not thread-safe; a monitor keeps it on its loop.
final class PortWatcher {
  let source: SerialPortSource
  private let roots: SystemRoots
  private let udev: Udev?
  private let stream: UdevStream?
  private let folder: FolderWatch?

  /// Starts watching; nothing that happens after this call is missed.
  init(_ roots: SystemRoots) {
    self.roots = roots
    let folder: FolderWatch?
    let blindness: String?
    do throws(Errno) {
      folder = try FolderWatch(roots.devices)
      blindness = nil
    } catch {
      folder = nil
      blindness =
        "\(roots.devices) cannot be watched (error \(error.rawValue)), so it is listed again and again"
    }
    self.folder = folder

    var source = SerialPortSource.available(in: roots)
    var udev: Udev?
    var stream: UdevStream?
    if source == .udev {
      udev = Udev()
      stream = udev.flatMap { UdevStream($0) }
      if stream == nil {
        udev = nil
        source = .deviceFolder(reason: "this process may not listen to udev's socket")
      }
    }
    if case .deviceFolder(let reason) = source, let blindness {
      source = .deviceFolder(reason: reason + ", and \(blindness)")
    }
    (self.source, self.udev, self.stream) = (source, udev, stream)
  }

  /// Readable when udev has sent a report.
  var streamDescriptor: CInt? { stream?.descriptor }
  /// Readable when there are notifications about the folder.
  var folderDescriptor: CInt? { folder?.descriptor }

  /// All current ports.
  func listing() -> [SerialPortDescription] { udev?.ports(roots) ?? roots.ports() }

  /// A listing for a different thread, as libudev's objects belong to a single one.
  var lookElsewhere: @Sendable () -> [SerialPortDescription] {
    let (roots, asksUdev) = (roots, udev != nil)
    return { asksUdev ? Udev()?.ports(roots) ?? roots.ports() : roots.ports() }
  }

  /// The inode numbers of the kernel's terminals; while they are unchanged, so are the ports.
  ///
  /// Nil if sysfs is not the kernel's own, which never reuses a number, or if we would not notice changes of
  /// permissions.
  func glimpse() -> [UInt64]? {
    guard folder != nil, roots.sysfs == SystemRoots.standard.sysfs else { return nil }
    return try? Kernel.numbers(in: roots.sysfs + "/class/tty")
  }

  /// Whether there is a notification about ports.
  func folderHasNews() -> Bool { folder?.hasNews() ?? false }

  /// The reports that udev has sent since the last call.
  func reports() -> [SerialPortRoster.Report] {
    guard let stream else { return [] }
    return UdevNews(roots: roots).reports(listing: listing, receive: stream.receive)
  }
}

/// Converts udev's messages to reports for a roster.
struct UdevNews: Sendable {
  let roots: SystemRoots

  /// The maximum number per call, so that a flood does not block other work on the loop.
  static let mostAtOnce = 256

  /// Receives all pending messages.
  ///
  /// Messages dropped by the kernel are lost, but not their effects, so a listing follows the other reports.
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
        // Without a description it is not a port, or it is already gone, which udev will report next.
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
