internal import GPSFormats
internal import GPSBase

/// The objects about the service itself, each on a line of its own.
///
/// Clients are strict about the form: no blanks, `class` first, never `null`, and CR LF at the end, without
/// which python3-gps does not recognize a line.
package enum ServiceLine {
  static func version(_ rules: ServiceRules) -> [UInt8] {
    line { json in
      json.member("class", "VERSION")
      json.member("release", rules.release)
      json.member("rev", rules.revision)
      json.member("proto_major", rules.version.major)
      json.member("proto_minor", rules.version.minor)
    }
  }

  static func devices(_ devices: [ServedDevice]) -> [UInt8] {
    line { json in
      json.member("class", "DEVICES")
      json.array("devices") { json in for device in devices { json.object { write(device, &$0) } } }
    }
  }

  /// The notice that a receiver was plugged in or that its properties changed.
  package static func device(_ device: ServedDevice) -> [UInt8] { line { write(device, &$0) } }

  /// The notice that a receiver was unplugged: its `activated` is the number 0.
  package static func lost(_ device: ServedDevice) -> [UInt8] {
    line { json in
      json.member("class", "DEVICE")
      json.member("path", device.path)
      json.member("activated", 0)
      writeLine(device, &json)
    }
  }

  static func watch(_ policy: WatchPolicy) -> [UInt8] {
    line { json in
      json.member("class", "WATCH")
      json.member("enable", policy.isEnabled)
      json.member("json", policy.json)
      json.member("nmea", policy.nmea)
      json.member("raw", policy.raw)
      json.member("scaled", policy.scaled)
      json.member("timing", policy.timing)
      json.member("split24", policy.split24)
      json.member("pps", policy.pps)
      json.member("device", policy.device)
    }
  }

  /// The last complete epochs of the receivers; a silent one does not count as active.
  ///
  /// If `active` is not 0, gpsd-py3 reads the last entry of both lists unchecked, so each receiver has an
  /// entry in both.
  static func poll(_ devices: [ServedDevice], at view: ServiceView) -> [UInt8] {
    let reports = devices.compactMap { device in device.report.map { (device.isActive, $0) } }
    var bytes = Array(#"{"class":"POLL","time":""#.utf8)
    bytes += Timestamp.text(view.time).utf8
    bytes += #"","active":\#(reports.count(where: \.0)),"tpv":["#.utf8
    append(reports.map(\.1.tpv), to: &bytes)
    bytes += #"],"gst":["#.utf8
    append(reports.compactMap(\.1.gst), to: &bytes)
    bytes += #"],"sky":["#.utf8
    append(reports.map(\.1.polledSky), to: &bytes)
    bytes += "]}\r\n".utf8
    return bytes
  }

  /// An error; as the last line that a client gets, the reason for its disconnection.
  package static func error(_ message: String) -> [UInt8] {
    line { json in
      json.member("class", "ERROR")
      json.member("message", message)
    }
  }

  /// A binary message in hexadecimal, for clients that read lines.
  package static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var line: [UInt8] = []
    for byte in bytes {
      line.append(digits[Int(byte >> 4)])
      line.append(digits[Int(byte & 15)])
    }
    return line + [0x0D, 0x0A]
  }

  static func acknowledgement() -> [UInt8] { line { $0.member("class", "ACK") } }

  // MARK: - Encoding

  private static func line(_ fill: (inout JSONWriter) -> Void) -> [UInt8] { JSONWriter.line("\r\n", fill) }

  private static func write(_ device: ServedDevice, _ json: inout JSONWriter) {
    json.member("class", "DEVICE")
    json.member("path", device.path)
    json.member("driver", device.driver)
    json.member("subtype", device.subtype)
    json.member("activated", device.activated)
    // Flag 1: a receiver of positions only.
    if device.driver != nil { json.member("flags", 1) }
    writeLine(device, &json)
  }

  /// Typed clients fail without these members, so each DEVICE has them.
  private static func writeLine(_ device: ServedDevice, _ json: inout JSONWriter) {
    json.member("native", device.isNative ? 1 : 0)
    json.member("bps", device.speed)
    json.member("parity", "N")
    json.member("stopbits", 1)
    json.member("cycle", device.cycle, decimals: 2)
  }

  private static func append(_ objects: [ArraySlice<UInt8>], to bytes: inout [UInt8]) {
    for (index, object) in objects.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += object
    }
  }
}
