internal import SerialPorts
internal import GPSBase

/// A process that has to do with serial ports: it has one open, or is known to take them.
struct RunningProcess: Hashable, Sendable {
  var number: Int
  /// Its name, fit to be shown: a process chooses its own.
  var name: String
  /// The unit of systemd that it belongs to, as `gpsd.service`.
  var unit: String?
  /// Whether a session began with it, as with the shell of a login.
  var isSessionLeader = false
  /// Where gpsd's clients find it; nil for its usual port, and for other programs.
  var port: String?
  /// The device nodes that it has open, as the kernel names them.
  var devices: Set<String> = []

  /// The process in words: `gpsd (process 812, gpsd.service)`.
  var words: String {
    let unit = unit.map { ", \($0)" } ?? ""
    return name.isEmpty ? "process \(number)" : "\(name) (process \(number)\(unit))"
  }
}

/// The processes of a machine that have to do with serial ports.
struct ProcessTable: Hashable, Sendable {
  var processes: [RunningProcess] = []
  /// Whether all processes could be examined: only root sees what others have open.
  var sawAll = true

  /// Programs that take ports, or probe them.
  static let known: Set<String> = ["gpsd", "ModemManager", "brltty"]

  func named(_ name: String) -> RunningProcess? { processes.first { $0.name == name } }

  func holders(of node: String) -> [RunningProcess] { processes.filter { $0.devices.contains(node) } }
}

extension ProcessTable {
  /// Looks at all processes but this one.
  package init(_ files: MachineFiles) {
    let own = files.link("/proc/self").flatMap { Int($0) }
    // Links still to be read: a machine may have any number of files open, and somebody waits.
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
      // A program that feeds a pseudo-terminal is the device, and does not take bytes from it.
      process.devices.subtract(fed)
      guard !process.devices.isEmpty || Self.known.contains(process.name) else { continue }
      process.isSessionLeader =
        files.text(folder + "/stat").map { KnownHolders.isSessionLeader(stat: $0) } ?? false
      process.unit = files.text(folder + "/cgroup").flatMap(Self.unit)
      // The number may have become another process's while these were read.
      guard Self.startTime(folder, files) == started else { continue }
      if process.name == "gpsd" { process.port = GPSDPort.port(ofGPSD: process, files) }
      processes.append(process)
    }
  }

  /// When a process began, in ticks since the machine did: field 22; its name in brackets may hold spaces.
  private static func startTime(_ folder: String, _ files: MachineFiles) -> String? {
    guard let text = files.text(folder + "/stat"), let bracket = text.lastIndex(of: ")") else { return nil }
    let fields = text[bracket...].split(separator: " ")
    return fields.count > 20 ? String(fields[20]) : nil
  }

  /// Serial ports, and USB devices opened by programs with drivers of their own.
  private static func isPort(_ path: String) -> Bool {
    [
      "/dev/ttyACM", "/dev/ttyUSB", "/dev/ttyS", "/dev/ttyAMA", "/dev/ttyTHS", "/dev/rfcomm", "/dev/pts/",
      "/dev/bus/usb/",
    ]
    .contains { path.hasPrefix($0) }
  }

  /// The names under which the other sides of pseudo-terminals are open.
  private static let masters: Set<String> = ["/dev/ptmx", "/dev/pts/ptmx"]

  /// The pseudo-terminal of such a side, by the kernel's description of the descriptor.
  private static func terminal(_ info: String) -> [String] {
    info.split(separator: "\n").filter { $0.hasPrefix("tty-index:") }.compactMap { line in
      line.split(separator: "\t").last.map { "/dev/pts/\($0)" }
    }
  }

  /// The unit in `0::/system.slice/gpsd.service`; a login's scope cannot be stopped like a service.
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
