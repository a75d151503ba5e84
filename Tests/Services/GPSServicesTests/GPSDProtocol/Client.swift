import GNSS

@testable import GPSDProtocol

/// A client without a connection: what it says goes into a session, and what is done for it is noted.
struct Client {
  var session: GPSDSession
  var view: ServiceView
  private(set) var actions: [GPSDSession.Action] = []

  static let time = UTC(secondsSince1970: 1_795_176_000)
  static let rules = ServiceRules(version: "1.0")

  init(_ devices: [ServedDevice] = [Self.device()], rules: ServiceRules = Self.rules) {
    session = GPSDSession(rules)
    view = ServiceView(devices, best: devices.first?.id, at: Self.time)
  }

  static func device(_ number: Int = 0) -> ServedDevice {
    var device = ServedDevice(ServedDevice.ID(number), path: "/dev/ttyUSB\(number)")
    (device.driver, device.activated, device.speed) = ("NMEA0183", time, 9600)
    return device
  }

  static func fix() -> Fix {
    var fix = Fix()
    fix.time = time
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitude: 48.1173, longitude: 11.5167)
    fix.altitude = 545.4
    fix.satellitesUsed = 9
    return fix
  }

  /// Says something; the rest is said again where the session took only a part.
  mutating func say(_ text: String, piece: Int = .max) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let part = rest.prefix(piece)
      var noted: [GPSDSession.Action] = []
      let taken = session.take(part, view) { noted.append($0) }
      actions += noted
      rest = rest.dropFirst(taken)
    }
  }

  /// All lines so far, without their ends.
  var lines: [String] {
    let bytes = actions.flatMap { action -> [UInt8] in if case .send(let bytes) = action { bytes } else { [] }
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
  }

  /// The classes of these lines.
  var classes: [String] { lines.map(Self.classOf) }

  static func classOf(_ line: String) -> String {
    guard line.hasPrefix(#"{"class":""#) else { return line }
    return String(line.dropFirst(10).prefix { $0 != "\"" })
  }
}
