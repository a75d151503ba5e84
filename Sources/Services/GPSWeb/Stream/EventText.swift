internal import GNSS
internal import GPSFormats
internal import GPSBase

/// The frames of an event stream that are not records: the server, the time, and missed records.
struct EventText: Sendable {
  let version: String

  /// A receiver as listed in `hello`.
  struct Device: Sendable, Hashable {
    var name: String
    var state: String
    var product: String?
  }

  /// How long a browser waits before it reconnects.
  static let retry = Array("retry: 2000\n\n".utf8)

  /// The first frame of each stream; without it, a newly opened page would show wrong ages.
  func hello(
    _ ring: RecordRing, _ devices: [Device], hasRecordings: Bool, hasDays: Bool, at now: UTC
  ) -> [UInt8] {
    Self.frame("hello") { json in
      json.member("now", now)
      json.member("boot", ring.boot)
      json.member("oldest", ring.oldest)
      json.member("next", ring.next)
      json.member("version", version)
      json.array("receivers") { json in
        for device in devices {
          json.object { json in
            json.member("device", device.name)
            json.member("state", device.state)
            json.member("product", device.product)
          }
        }
      }
      if hasRecordings { json.member("recordings", true) }
      if hasDays { json.member("days", true) }
    }
  }

  /// The time, sent when there is nothing else to send.
  static func tick(at now: UTC) -> [UInt8] { frame("tick") { $0.member("now", now) } }

  /// Records that were dropped before the listener got them; nil if its id was from another start.
  static func missed(_ numbers: Range<Int>?) -> [UInt8] {
    frame("missed") { json in
      guard let numbers else { return }
      json.member("from", numbers.lowerBound)
      json.member("to", numbers.upperBound - 1)
    }
  }

  private static func frame(_ type: String, _ fill: (inout JSONWriter) -> Void) -> [UInt8] {
    let line = JSONWriter.line { json in
      json.member("type", type)
      json.member("v", 1)
      fill(&json)
    }
    return Array("data: ".utf8) + line + [0x0A]
  }
}
