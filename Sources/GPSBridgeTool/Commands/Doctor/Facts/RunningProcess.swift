/// A process that has to do with serial ports: it has one open, or is known to take them.
struct RunningProcess: Hashable, Sendable {
  var number: Int
  /// Its name, fit to be shown: a process chooses it for itself.
  var name: String
  /// The unit of systemd that it belongs to, as `gpsd.service`.
  var unit: String?
  /// The device nodes that it has open, as the kernel names them.
  var devices: Set<String> = []

  /// The process in words: `gpsd (process 812, gpsd.service)`.
  var words: String {
    let unit = unit.map { ", \($0)" } ?? ""
    return name.isEmpty ? "process \(number)" : "\(name) (process \(number)\(unit))"
  }
}

/// What runs on a machine, as far as it has to do with serial ports.
struct ProcessTable: Hashable, Sendable {
  var processes: [RunningProcess] = []
  /// Whether all processes could be looked at: only root sees what others have open.
  var sawAll = true

  /// Programs that take ports, or ask them what they are.
  static let known: Set<String> = ["gpsd", "ModemManager", "brltty"]

  func named(_ name: String) -> RunningProcess? { processes.first { $0.name == name } }

  func holders(of node: String) -> [RunningProcess] { processes.filter { $0.devices.contains(node) } }
}

extension ProcessTable {
  /// Looks at all processes but this one.
  init(_ files: MachineFiles) {
    let own = files.link("/proc/self").flatMap { Int($0) }
    // Links that may still be read: a machine may have any number of files open, and somebody waits.
    var links = 500_000
    for number in files.names(in: "/proc").compactMap({ Int($0) }).sorted() where number != own {
      let folder = "/proc/\(number)"
      var process = RunningProcess(number: number, name: files.line(folder + "/comm") ?? "")
      if files.isClosed(folder + "/fd") { sawAll = false }
      for entry in files.names(in: folder + "/fd") {
        links -= 1
        guard links > 0 else { break }
        if let target = files.link("\(folder)/fd/\(entry)"), Self.isPort(target) {
          process.devices.insert(target)
        }
      }
      guard !process.devices.isEmpty || Self.known.contains(process.name) else { continue }
      process.unit = files.text(folder + "/cgroup").flatMap(Self.unit)
      processes.append(process)
    }
  }

  /// Serial ports, and USB devices as a program has them that is its own driver.
  private static func isPort(_ path: String) -> Bool {
    [
      "/dev/ttyACM", "/dev/ttyUSB", "/dev/ttyS", "/dev/ttyAMA", "/dev/ttyTHS", "/dev/rfcomm", "/dev/pts/",
      "/dev/bus/usb/",
    ]
    .contains { path.hasPrefix($0) }
  }

  /// The unit in `0::/system.slice/gpsd.service`; a login's scope is nobody's to stop.
  private static func unit(_ groups: String) -> String? {
    for line in groups.split(separator: "\n") {
      guard let name = line.split(separator: "/").last, name.hasSuffix(".service"), !name.hasPrefix("user@")
      else {
        continue
      }
      return ShownText.of(String(name).utf8)
    }
    return nil
  }
}
