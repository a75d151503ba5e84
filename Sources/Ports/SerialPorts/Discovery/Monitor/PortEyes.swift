/// All that a monitor sees with: udev's stream where there is one, and the folder of device nodes.
///
/// Not for two threads at a time; a monitor keeps it behind a lock.
final class PortEyes {
  let source: SerialPortSource
  private let roots: SystemRoots
  private let udev: Udev?
  private let stream: UdevStream?
  private let folder: FolderWatch?

  /// Opens the eyes: whatever happens from now on is not missed.
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

  /// Whether the folder has news about ports.
  func folderHasNews() -> Bool { folder?.hasNews() ?? false }

  /// What udev has told since the last time.
  func reports() -> [SerialPortRoster.Report] {
    guard let stream else { return [] }
    return UdevNews(roots: roots).reports(listing: listing, receive: stream.receive)
  }
}
