internal import CommandLineTable

/// How fast something is played.
enum PlayPace: Hashable, Sendable {
  /// So many times as fast as it was.
  case times(Double)
  /// As fast as it is taken.
  case full

  /// Reads `1x`, `10x`, `0.5x`, `2` or `max`.
  init?(_ text: String) {
    if text == "max" {
      self = .full
      return
    }
    let number = text.hasSuffix("x") ? String(text.dropLast()) : text
    guard number.utf8.allSatisfy({ 48...57 ~= $0 || $0 == 46 }), let times = Double(number),
      0.001...1000 ~= times
    else { return nil }
    self = .times(times)
  }
}

extension Flag {
  static let pace = Flag(
    name: "speed", value: .text(placeholder: "N|max"),
    help: "so many times as fast as it was, as 1x (the default), 10x; max is as fast as it is taken")
  static let terminal = Flag(
    name: "pty", value: .text(placeholder: "LINK|auto"),
    help:
      "play behind a pseudo-terminal that other programs open like a port; LINK is a name of its own for it, as /tmp/gps0"
  )
}

extension ParsedArguments {
  func pace() throws(Complaint) -> PlayPace {
    guard let text = value(of: .pace) else { return .times(1) }
    if let pace = PlayPace(text) { return pace }
    throw Usage.wrongForm(
      .pace, text, expected: "a number of 0.001 to 1000 and an x, or max", "write it like --speed 10x")
  }
}
