internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase

/// How long receivers took to their first fix, and whether their memory helped.
///
/// No finding has a chip's number or a file named after it, because reports are shown to others.
enum StartChecks {
  /// The maximum number of starts listed.
  private static let most = 5

  static let starts: Check = { facts in
    // The data is about receivers on ports of this machine.
    guard facts.port != nil || facts.target == .none else { return [] }
    return switch facts.starts {
    case .known(let memories): memories.filter { !$0.starts.isEmpty }.map(finding)
    case .unreadable(let error):
      [
        .warning(
          "memory_unreadable", "stored receiver data can't be read", why: error.reason,
          remedy: "check the file that gpsbridge memory show names, or remove it")
      ]
    }
  }

  private static func finding(_ memory: ReceiverMemory) -> Finding {
    let latest = memory.starts.suffix(most)
    let times = latest.map { HumanText.fixed($0.timeToFix.seconds, 0) }.joined(separator: ", ")
    let what =
      latest.count == 1
      ? "the last start of the receiver with \(memory.owner.firmware) took \(times) s"
      : "the last \(latest.count) starts of the receiver with \(memory.owner.firmware) took \(times) s"
    return .fine("starts", what, why: why(memory))
  }

  private static func why(_ memory: ReceiverMemory) -> String? {
    if memory.isOfHelp == false { return "with its memory it is no faster, so the memory is not restored" }
    guard let first = memory.starts.first(where: { $0.kind == .restored }) else { return nil }
    let since = first.time.map { " since \(Timestamp.text(UTC(secondsSince1970: $0)))" } ?? ""
    return "its memory is restored\(since)"
  }
}
