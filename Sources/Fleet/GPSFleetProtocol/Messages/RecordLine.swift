internal import GPSBase
internal import GPSTrackRows

/// A record as a line of JSON in a batch.
///
/// ```
/// {"type":"event","seq":17,"at":1795000000123,"kind":"opened","detail":"/dev/ttyACM0"}
/// {"type":"gap","seq":18,"t0":1795000000000,"t1":1795000040000,"kind":"no_sky","detail":"antenna_fault"}
/// {"type":"dropped","seq":19,"last":30,"at":1795000000123,"kind":"disk_full"}
/// ```
extension TrackRecord {
  static let mostBytes = 4096
  /// The maximum length of a text in bytes; longer texts are truncated when written, and refused when read.
  private static let (mostKind, mostDetail) = (64, 500)
  /// The times from year 1 to year 9999.
  private static let times: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  init?(line: [UInt8]) {
    guard let json = FleetJSON.object(line, most: Self.mostBytes),
      let number = FleetJSON.integer(json["seq"], in: 1...FleetJSON.mostNumber),
      let kind = FleetJSON.text(json["kind"], most: Self.mostKind)
    else { return nil }
    let content: Content
    func time(_ key: String) -> Int64? { FleetJSON.integer(json[key], in: Self.times) }
    switch json["type"]?.text {
    case "event":
      guard let at = time("at") else { return nil }
      content = .event(at: at)
    case "gap":
      guard let from = time("t0"), let to = time("t1") else { return nil }
      content = .gap(from: from, to: to)
    case "dropped":
      guard let at = time("at"), let last = FleetJSON.integer(json["last"], in: number...FleetJSON.mostNumber)
      else { return nil }
      content = .dropped(last: last, at: at)
    default: return nil
    }
    self.init(
      number: number, content: content, kind: kind,
      detail: FleetJSON.text(json["detail"], most: Self.mostDetail))
  }

  var line: [UInt8] {
    JSONWriter.line { json in
      let (type, members): (String, [(key: String, value: Int64)]) =
        switch content {
        case .event(let at): ("event", [("at", at)])
        case .gap(let from, let to): ("gap", [("t0", from), ("t1", to)])
        case .dropped(let last, let at): ("dropped", [("last", last), ("at", at)])
        }
      json.member("type", type)
      json.member("seq", Int(number))
      for (key, value) in members { json.member(key, Int(value)) }
      json.member("kind", Self.cut(kind, Self.mostKind))
      json.member("detail", detail.map { Self.cut($0, Self.mostDetail) })
    }
  }

  private static func cut(_ text: String, _ most: Int) -> String {
    var count = 0
    return String(
      text.unicodeScalars.prefix { scalar in
        count += UTF8.width(scalar)
        return count <= most
      })
  }
}
