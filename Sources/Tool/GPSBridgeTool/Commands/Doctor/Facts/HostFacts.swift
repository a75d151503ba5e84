internal import GPSBridge
internal import SerialPorts
internal import GPSBase

/// The facts from which the doctor derives its findings: the machine, the ports, their users, the stream.
///
/// Findings depend only on these facts, so a test can describe any machine in a few lines.
struct HostFacts: Sendable {
  var ports: [ExaminedPort] = []
  /// The named port, or else the one that is listened to; `none` without a port.
  var target: Target = .none
  var usb: [USBDevice] = []
  var processes = ProcessTable()
  var user = UserFacts()
  /// The programs that use gpsd's port, or are enabled to.
  var gpsdPort = GPSDPort()
  /// Whether a socket for gpsd is open: systemd starts gpsd when a client connects.
  var isGPSDAwaited: Bool { gpsdPort.isAwaitedByGPSD }
  var system = SystemFacts()
  /// Facts from the receiver; nil if it was not listened to.
  var heard: HeardFacts?
  /// The stored data about receivers and their starts.
  var starts = RememberedStarts.known([])
  /// The findings about the track store.
  var examination = Examination()

  /// The subject of the examination.
  enum Target: Hashable, Sendable {
    /// No port can be chosen automatically.
    case none
    /// No port matches the name; the texts say what was requested and what exists.
    case missing(name: String, found: String)
    case port(ExaminedPort)
    /// A simulated receiver, without a port of this machine.
    case simulated(String)
    /// A receiver on the network, on a port of another machine or another program.
    case network(String)
    /// A recording of a receiver, which may have been anywhere.
    case recording(String)
  }

  var port: ExaminedPort? { if case .port(let port) = target { port } else { nil } }

  /// The ports that belong to receivers, the examined one first.
  var receivers: [ExaminedPort] {
    let others = ports.filter { $0.isReceiver && $0.node != port?.node }
    return [port].compactMap { $0 } + others
  }

  /// The examined port's USB device.
  var device: USBDevice? {
    guard let place = port?.port.usb?.place else { return nil }
    return usb.first { $0.place == place }
  }

  /// Whether the examined port can probably be opened; it is not tried.
  var mayListen: Bool {
    switch target {
    case .simulated, .network: true
    case .port(let port): port.port.isAccessible && processes.holders(of: port.node).isEmpty
    case .none, .missing, .recording: false
    }
  }
}

/// The machine's software.
struct SystemFacts: Hashable, Sendable {
  var kernel: String?
  var distribution: String?
  /// Whether udev's daemon runs; in most containers it does not.
  var hasUdev = false
  /// The file of our rules, if it is installed.
  var rules: String?
  /// Modules that the kernel has loaded or built in.
  var modules: Set<String> = []
}

extension SystemFacts {
  init(_ files: MachineFiles) {
    kernel = files.line("/proc/sys/kernel/osrelease")
    let release = (files.text("/etc/os-release") ?? "").split(separator: "\n")
    distribution = release.first { $0.hasPrefix("PRETTY_NAME=") }.map { line in
      VisibleText.escaped(line.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" }.utf8)
    }
    hasUdev = files.exists("/run/udev/control")
    let folders = ["/etc/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d"]
    rules = folders.map { $0 + "/61-gpsbridge.rules" }.first(where: files.exists)
    modules = Set(files.names(in: "/sys/module"))
  }
}

extension HostFacts {
  /// Examines a machine; opens only files that describe the machine.
  ///
  /// - Parameters:
  ///   - files: The files that describe the machine.
  ///   - source: The source to examine.
  ///   - memory: The ports that worked before.
  ///   - isRemote: Whether the user is logged in over SSH.
  init(_ files: MachineFiles, source: SourceName, memory: PortMemory = PortMemory(), isRemote: Bool = false) {
    let all = SerialPortList.current(roots: files.ports).ports
    let remembered = memory.keys(among: all)
    ports = all.map { ExaminedPort($0, files, remembered: remembered) }
    usb = USBDevice.all(files)
    processes = ProcessTable(files)
    user = UserFacts(files, isRemote: isRemote)
    gpsdPort = GPSDPort(files)
    system = SystemFacts(files)
    target = Self.target(source, all, files, memory)
  }

  private static func target(
    _ source: SourceName, _ ports: [SerialPortDescription], _ files: MachineFiles, _ memory: PortMemory
  ) -> Target {
    let remembered = memory.keys(among: ports)
    func examined(_ port: SerialPortDescription) -> Target {
      .port(ExaminedPort(port, files, remembered: remembered))
    }
    switch source {
    case .simulated(let text): return .simulated(text)
    case .network(let text): return .network(text)
    case .automatic:
      let last = memory.last(among: ports)
      if let choice = try? SerialPortSelector.auto.choose(among: ports, preferring: last) {
        return examined(choice.port)
      }
      // None is known by its ids: choose the port that worked last.
      return last.flatMap { last in ports.first { $0.key == last } }.map(examined) ?? .none
    case .port(let text):
      do throws(SerialPortSelectionError) {
        let selector = try SerialPortSelector(text)
        return examined(try selector.choose(among: ports, roots: files.ports).port)
      } catch {
        return .missing(name: VisibleText.escaped(text.utf8), found: VisibleText.escaped(error.found.utf8))
      }
    // A recording is not from this machine.
    case .file, .standardInput, .store: return .none
    }
  }
}

/// The stored data about receivers' starts, or why it can't be read.
enum RememberedStarts: Sendable {
  case known([ReceiverMemory])
  case unreadable(MemoryFileError)

  /// Reads a folder; a user without one has no data.
  init(_ folder: MemoryFolder?) {
    do throws(MemoryFileError) { self = .known(try folder?.all() ?? []) } catch { self = .unreadable(error) }
  }
}

/// The user and their groups: as listed, and in this login.
struct UserFacts: Hashable, Sendable {
  var number: UInt32 = 0
  /// The name of the user, if the list of users has one.
  var name: String?
  /// The groups of this login, which are read only at login.
  var session: Set<UInt32> = []
  /// The groups according to `/etc/passwd` and `/etc/group`.
  var listed: Set<UInt32> = []
  var groupNames: [UInt32: String] = [:]
  /// Whether the user is logged in over SSH: udev grants devices only to the user at the machine.
  var isRemote = false

  var isRoot: Bool { number == 0 }

  func groupName(_ number: UInt32) -> String { groupNames[number] ?? "\(number)" }
}

extension UserFacts {
  init(_ files: MachineFiles, isRemote: Bool) {
    self.isRemote = isRemote
    let status = (files.text("/proc/self/status") ?? "").split(separator: "\n")
    func numbers(_ key: String) -> [UInt32] {
      guard let line = status.first(where: { $0.hasPrefix(key + ":") }) else { return [] }
      return line.split(whereSeparator: { $0 == "\t" || $0 == " " }).dropFirst().compactMap { UInt32($0) }
    }
    // The four are real, effective, saved and file system IDs; the effective one counts.
    number = numbers("Uid").dropFirst().first ?? 0
    session = Set(numbers("Groups")).union(numbers("Gid").dropFirst().prefix(1))
    for row in Self.rows(files.text("/etc/passwd")) where row.count > 3 && UInt32(row[2]) == number {
      name = VisibleText.escaped(row[0].utf8)
      if let first = UInt32(row[3]) { listed.insert(first) }
    }
    for row in Self.rows(files.text("/etc/group")) where row.count > 3 {
      guard let group = UInt32(row[2]) else { continue }
      groupNames[group] = VisibleText.escaped(row[0].utf8)
      if let name, row[3].split(separator: ",").contains(where: { VisibleText.escaped($0.utf8) == name }) {
        listed.insert(group)
      }
    }
  }

  /// `dialout:x:20:alice,bob` as its four fields.
  private static func rows(_ text: String?) -> [[String]] {
    (text ?? "").split(separator: "\n").map { line in
      line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
