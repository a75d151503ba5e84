internal import GPSBridge

extension Verdict {
  /// The receiver claims a place that it only names when it knows none.
  static let refusedPosition = Verdict(
    Verdict.Code(rawValue: "refused_position"), what: "The receiver claims to be at 0°, 0°: that is refused.",
    why: "It names this place in the Gulf of Guinea when it has lost its memory, and calls it a fix.",
    advice: "Wait a minute for a real fix; if it stays, unplug it for ten seconds.",
    expectation: "A fix half a minute to a minute later.", expectedTime: .seconds(60))
}
