internal import GPSBase
internal import GPSFleetProtocol
internal import GPSSystemCalls

/// A command about tenants, devices and their tokens, in one of the forms that ``CollectorManual`` lists.
enum EnrollmentCommand: Sendable, Hashable {
  case addTenant(FleetName, keep: Int?)
  /// Changes the settings that are not nil; 0 removes a limit.
  case changeTenant(FleetName, keep: Int? = nil, isSuspended: Bool? = nil, limit: Int? = nil)
  case listTenants
  case addDevices([FleetDevice], into: String?)
  case addToken(FleetDevice, into: String?)
  case listDevices(FleetName?)
  case revoke(FleetDevice, token: String?)
  case rename(FleetDevice, FleetName)
  case adopt(FleetDevice)
  case forget(FleetDevice, from: String?, until: String?)

  /// A command line that can't be used: what was found, and what was expected.
  struct Fault: Error, Hashable, CustomStringConvertible {
    let description: String

    init(description: String) { self.description = description }

    init(found text: String, _ expected: String) {
      description = "found '\(VisibleText.replaced(text))'; expected \(expected)"
    }
  }

  static let subjects: Set<String> = ["device", "tenant"]

  /// Parses words without flags; each flag that is used is removed from the values.
  init(_ words: [String], _ values: inout [String: String]) throws(Fault) {
    let verb = words.prefix(2).joined(separator: " ")
    var rest = words.dropFirst(2)
    func word(_ kind: String) throws(Fault) -> String {
      guard let word = rest.popFirst() else { throw Fault(description: "\(verb) needs \(kind)") }
      return word
    }
    func name(_ role: FleetName.Role) throws(Fault) -> FleetName {
      try Self.name(word(role == .tenant ? "the name of a tenant" : "a new name"), role)
    }
    func device() throws(Fault) -> FleetDevice { try Self.device(word("TENANT/NAME")) }
    switch verb {
    case "tenant add":
      self = .addTenant(try name(.tenant), keep: try values.removeValue(forKey: "--keep").map(Self.days))
    case "tenant keep": self = .changeTenant(try name(.tenant), keep: try Self.days(word("DAYS")))
    case "tenant limit":
      let (tenant, text) = (try name(.tenant), try word("ROWS"))
      guard let limit = Int32(text), limit >= 0 else {
        throw Fault(found: text, "rows a minute, or 0 for no limit")
      }
      self = .changeTenant(tenant, limit: Int(limit))
    case "tenant suspend": self = .changeTenant(try name(.tenant), isSuspended: true)
    case "tenant resume": self = .changeTenant(try name(.tenant), isSuspended: false)
    case "tenant list": self = .listTenants
    case "device add":
      var devices: [FleetDevice] = []
      while !rest.isEmpty { devices.append(try device()) }
      if let path = values.removeValue(forKey: "--file") { devices += try Self.devices(in: path) }
      guard !devices.isEmpty else { throw Fault(description: "device add needs TENANT/NAME, or --file LIST") }
      guard Set(devices).count == devices.count else { throw Fault(description: "a device is given twice") }
      self = .addDevices(devices, into: values.removeValue(forKey: "--into"))
    case "device token": self = .addToken(try device(), into: values.removeValue(forKey: "--into"))
    case "device list": self = .listDevices(rest.isEmpty ? nil : try name(.tenant))
    case "device revoke": self = .revoke(try device(), token: values.removeValue(forKey: "--token"))
    case "device rename": self = .rename(try device(), try name(.device))
    case "device adopt": self = .adopt(try device())
    case "device forget":
      self = .forget(
        try device(), from: try values.removeValue(forKey: "--from").map(Self.time),
        until: try values.removeValue(forKey: "--to").map(Self.time))
    default: throw Fault(description: "there is no command '\(VisibleText.replaced(verb))'; --help lists all")
    }
    guard rest.isEmpty else {
      throw Fault(
        description: "\(verb) does not expect '\(VisibleText.replaced(rest.joined(separator: " ")))'")
    }
  }

  private static func name(_ text: String, _ role: FleetName.Role) throws(Fault) -> FleetName {
    do throws(FleetName.Fault) { return try FleetName(text, of: role) } catch {
      throw Fault(description: error.description)
    }
  }

  private static func device(_ text: String) throws(Fault) -> FleetDevice {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw Fault(found: text, "TENANT/NAME") }
    return FleetDevice(tenant: try name(parts[0], .tenant), name: try name(parts[1], .device))
  }

  private static func devices(in path: String) throws(Fault) -> [FleetDevice] {
    guard let text = Kernel.text(path, limit: 1 << 26) else {
      throw Fault(description: "can't read the list of devices \(VisibleText.replaced(path))")
    }
    var devices: [FleetDevice] = []
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      devices.append(try device(String(line)))
    }
    return devices
  }

  private static func days(_ text: String) throws(Fault) -> Int {
    let digits = text.hasSuffix("d") ? text.dropLast() : text[...]
    guard let days = Int(digits), 1...36_500 ~= days else {
      throw Fault(found: text, "days from 1 to 36500, such as 90d")
    }
    return days
  }

  /// A time in UTC; the server checks its values.
  private static func time(_ text: String) throws(Fault) -> String {
    let shape = text.utf8.map { 0x30...0x39 ~= $0 ? 0x30 : $0 == 0x20 ? 0x54 : $0 }
    let shapes = ["0000-00-00Z", "0000-00-00T00:00Z", "0000-00-00T00:00:00Z"]
    guard shapes.contains(where: { $0.utf8.elementsEqual(shape) }) else {
      throw Fault(found: text, "a time in UTC, such as 2026-11-27T06:00Z")
    }
    return text
  }
}
