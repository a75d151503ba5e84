import GPSSystemCalls

/// Watches for ports by all means there are: the stream of udev, if it runs, and the folder of device nodes.
///
/// Not for two threads at a time; a monitor keeps it on its loop.
final class PortWatcher {
  let source: SerialPortSource
  private let roots: SystemRoots
  private let udev: Udev?
  private let stream: UdevStream?
  private let folder: FolderWatch?

  /// Begins to watch: nothing that happens from now on is missed.
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
        "\(roots.devices) cannot be watched (error \(error.rawValue)), so it is looked through again and again"
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
    self.source = source
    self.udev = udev
    self.stream = stream
  }

  /// Readable when udev has something to tell.
  var streamDescriptor: CInt? { stream?.descriptor }
  /// Readable when something has happened in the folder.
  var folderDescriptor: CInt? { folder?.descriptor }

  /// All ports that are there now.
  func listing() -> [SerialPortDescription] { udev?.ports(roots) ?? roots.ports() }

  /// The same for another thread: libudev's objects belong to one.
  var lookElsewhere: @Sendable () -> [SerialPortDescription] {
    let (roots, asksUdev) = (roots, udev != nil)
    return { asksUdev ? Udev()?.ports(roots) ?? roots.ports() : roots.ports() }
  }

  /// The numbers of the terminals that the kernel has: as long as they are the same, so are the ports.
  ///
  /// Nil where the folder is none of the kernel's own, whose files come with new numbers, or where permissions may
  /// change unseen.
  func glimpse() -> [UInt64]? {
    guard folder != nil, roots.sysfs == SystemRoots.standard.sysfs else { return nil }
    return try? Kernel.numbers(in: roots.sysfs + "/class/tty")
  }

  /// Whether the folder has news about ports.
  func folderHasNews() -> Bool { folder?.hasNews() ?? false }

  /// The reports that udev has sent since the last call.
  func reports() -> [SerialPortRoster.Report] {
    guard let stream else { return [] }
    return UdevNews(roots: roots).reports(listing: listing, receive: stream.receive)
  }
}

/// Turns what udev tells into what a roster understands.
struct UdevNews: Sendable {
  let roots: SystemRoots

  /// No more than this at once, so that a flood does not keep other work from the loop.
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
        // Without a description it is not a port, or it is gone already, and udev will report that next.
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
