internal import SerialPorts
internal import GPSBase

/// A process that uses serial ports, or is known to take them.
struct RunningProcess: Hashable, Sendable {
  var number: Int
  /// Its name, safe to display, since a process chooses its own name.
  var name: String
  /// Its systemd unit, such as `gpsd.service`.
  var unit: String?
  /// Whether it is a session leader, such as a login shell.
  var isSessionLeader = false
  /// The port for gpsd's clients; nil for the default port and for other programs.
  var port: String?
  /// The device nodes that it has open, under the kernel's names.
  var devices: Set<String> = []

  /// The process in words: `gpsd (process 812, gpsd.service)`.
  var words: String {
    let unit = unit.map { ", \($0)" } ?? ""
    return name.isEmpty ? "process \(number)" : "\(name) (process \(number)\(unit))"
  }
}

/// The processes that use serial ports, or are known to take them.
struct ProcessTable: Hashable, Sendable {
  var processes: [RunningProcess] = []
  /// Whether all processes could be examined: only root can see other users' open files.
  var sawAll = true

  /// Programs that take or probe ports.
  static let known: Set<String> = ["gpsd", "ModemManager", "brltty"]

  func named(_ name: String) -> RunningProcess? { processes.first { $0.name == name } }

  func holders(of node: String) -> [RunningProcess] { processes.filter { $0.devices.contains(node) } }
}

extension ProcessTable {
  /// Examines all processes except this one.
  init(_ files: MachineFiles) {
    let own = files.link("/proc/self").flatMap { Int($0) }
    // The maximum number of links to read, because a machine may have any number of open files.
    var links = 500_000
    for number in files.names(in: "/proc").compactMap({ Int($0) }).sorted() where number != own {
      let folder = "/proc/\(number)"
      let started = Self.startTime(folder, files)
      var process = RunningProcess(number: number, name: files.line(folder + "/comm") ?? "")
      if files.isClosed(folder + "/fd") { sawAll = false }
      var fed: Set<String> = []
      for entry in files.names(in: folder + "/fd") {
        links -= 1
        guard links > 0 else { break }
        guard let target = files.link("\(folder)/fd/\(entry)") else { continue }
        if Self.isPort(target) { process.devices.insert(target) }
        if Self.masters.contains(target), let info = files.text("\(folder)/fdinfo/\(entry)") {
          fed.formUnion(Self.terminal(info))
        }
      }
      // A program that feeds a pseudo-terminal acts as the device and does not take bytes from it.
      process.devices.subtract(fed)
      guard !process.devices.isEmpty || Self.known.contains(process.name) else { continue }
      process.isSessionLeader =
        files.text(folder + "/stat").map { KnownHolders.isSessionLeader(stat: $0) } ?? false
      process.unit = files.text(folder + "/cgroup").flatMap(Self.unit)
      // The process number may have been reused in the meantime.
      guard Self.startTime(folder, files) == started else { continue }
      if process.name == "gpsd" { process.port = GPSDPort.port(ofGPSD: process, files) }
      processes.append(process)
    }
  }

  /// The start time of a process in ticks since boot: field 22, after a name that may contain spaces.
  private static func startTime(_ folder: String, _ files: MachineFiles) -> String? {
    guard let text = files.text(folder + "/stat"), let bracket = text.lastIndex(of: ")") else { return nil }
    let fields = text[bracket...].split(separator: " ")
    return fields.count > 20 ? String(fields[20]) : nil
  }

  /// Serial ports, and USB devices that programs drive themselves.
  private static func isPort(_ path: String) -> Bool {
    [
      "/dev/ttyACM", "/dev/ttyUSB", "/dev/ttyS", "/dev/ttyAMA", "/dev/ttyTHS", "/dev/rfcomm", "/dev/pts/",
      "/dev/bus/usb/",
    ].contains { path.hasPrefix($0) }
  }

  /// The paths under which master sides of pseudo-terminals are open.
  private static let masters: Set<String> = ["/dev/ptmx", "/dev/pts/ptmx"]

  /// The pseudo-terminal of a master side, from the kernel's information about the descriptor.
  private static func terminal(_ info: String) -> [String] {
    info.split(separator: "\n").filter { $0.hasPrefix("tty-index:") }.compactMap { line in
      line.split(separator: "\t").last.map { "/dev/pts/\($0)" }
    }
  }

  /// The unit in `0::/system.slice/gpsd.service`; a login's scope can't be stopped like a service.
  static func unit(_ groups: String) -> String? {
    for line in groups.split(separator: "\n") {
      guard let name = line.split(separator: "/").last, name.hasSuffix(".service"), !name.hasPrefix("user@")
      else {
        continue
      }
      return VisibleText.escaped(String(name).utf8)
    }
    return nil
  }
}
