import Glibc
import TestSupport

/// The outcome of udev's work on one device.
struct UdevVerdict {
  var properties: [String: String] = [:]
  /// The reports on our rules files, good and bad.
  var mentions: [String] = []
  /// The text that was written into the power switch; empty if none was.
  var power = ""
  var failure: String?

  var tags: Set<String> { Set((properties["TAGS"] ?? "").split(separator: ":").map(String.init)) }
  /// The links of ours, without the folder that they are all in.
  var links: Set<String> {
    let links = (properties["DEVLINKS"] ?? "").split(separator: " ")
    return Set(links.filter { $0.hasPrefix("/dev/gpsbridge/") }.map { String($0.dropFirst(15)) })
  }
  /// Whether any rule of ours has left anything on it.
  var isUntouched: Bool {
    let ours = properties.keys.filter {
      $0.hasPrefix("GPSBRIDGE") || $0.hasPrefix("ID_MM") || $0 == "SYSTEMD_WANTS"
    }
    return ours.isEmpty && !tags.contains("uaccess") && links.isEmpty && power.isEmpty && mentions.isEmpty
  }
}

/// The links that were really made, and what udev said of each device.
struct UdevReport {
  /// From the name under /dev/gpsbridge to the node's name.
  private(set) var links: [String: String] = [:]
  private(set) var verdicts: [String: UdevVerdict] = [:]
  /// The messages of udev about our files before any device came.
  private(set) var complaints: [String] = []

  init(_ lines: [String]) {
    var path: String?
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      if words.first == "@", words.count > 2, words[1] == "test" {
        path = words[2]
        verdicts[words[2]] = UdevVerdict()
      } else if words.first == "@", words.count > 1 {
        switch words[1] {
        case "link" where words.count == 4:
          links[String(words[2].dropFirst(15))] = words[3].split(separator: "/").last.map(String.init)
        case "power": if let path { verdicts[path]?.power = words.dropFirst(2).joined(separator: " ") }
        default: if let path { verdicts[path]?.failure = line }
        }
      } else if line.contains("/run/udev/rules.d/"), !line.hasPrefix("Reading rules file") {
        if let path, line.contains(": /run/") {
          verdicts[path]?.mentions.append(line)
        } else {
          complaints.append(line)
        }
      } else if let path, let equals = line.firstIndex(of: "="), equals > line.startIndex,
        line[..<equals].allSatisfy({ $0.isUppercase || $0.isNumber || "._".contains($0) })
      {
        verdicts[path]?.properties[String(line[..<equals])] = String(line[line.index(after: equals)...])
      }
    }
  }
}

/// udev with our rules, over devices that don't exist, in a mount namespace of its own.
enum PrivateUdev {
  private static let script = RulesFolder.root + "/Tests/Scripts/private-udevadm-test.sh"

  /// Why it cannot be done here; nil where it can.
  static let obstacle: String? = {
    do {
      let run = try ScriptRun(["timeout", "60", script, "--can"])
      guard run.status == 0 else { return run.lines.last ?? "\(script) --can fails without a word" }
      // Only the real effect of `udevadm test` is read here; a dry run would show nothing.
      let stick = FakeUSBPort(node: "ttyACM0", place: "1-1", vendor: "1546", product: "01a8")
      let report = try test([stick], rules: ["61-a.rules": "KERNEL==\"ttyACM0\", SYMLINK+=\"gpsbridge/a\"\n"])
      let version = try ScriptRun(["udevadm", "--version"]).lines.last ?? "of an unknown version"
      return report.links == ["a": "ttyACM0"] ? nil : "`udevadm test` of udev \(version) makes no links"
    } catch {
      return "\(error)"
    }
  }()

  /// Asks udev about the USB device and the port of each, and about what lies between them if wanted.
  static func test(
    _ ports: [FakeUSBPort], rules: [String: String], action: String = "add", withInterfaces: Bool = false
  ) throws -> UdevReport {
    let folder = try TestFolder()
    for (name, text) in rules { try folder.write("rules.d/" + name, text) }
    try folder.write("devices.umockdev", FakeUSBPort.text(ports))
    var seen: Set<String> = []
    let paths = ports.flatMap { port in
      [port.devicePath] + (withInterfaces ? [port.interfacePath] : []) + [port.portPath]
    }.filter { seen.insert($0).inserted }
    try folder.write("paths", paths.map { "\($0) \(action)\n" }.joined())
    let run = try ScriptRun(["timeout", "120", script, folder.path])
    guard run.status == 0 else {
      throw ScriptFailure(what: "status \(run.status): \(run.output.suffix(2000))")
    }
    return UdevReport(run.lines)
  }
}
