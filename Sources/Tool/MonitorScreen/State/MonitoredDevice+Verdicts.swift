package import GPSBridge
internal import ToolSources

extension MonitoredDevice {
  /// What is the case, what matters most first; never nothing.
  ///
  /// A port that refuses has words of its own, with the group, the program and the command as they are here.
  package func verdicts(at now: ContinuousClock.Instant) -> [Verdict] {
    if isOver { return [Self.over] }
    if isRecording, silentSince != nil { return [Self.pausing] }
    var verdicts = facts.verdicts(at: now)
    guard case .waitingToRetry(let error) = state, [.permissionDenied, .portBusy].contains(verdicts[0].code)
    else {
      return verdicts
    }
    verdicts[0].why = Self.sentence(error.message)
    if let remedy = error.remedy { verdicts[0].advice = Self.sentence(remedy) }
    return verdicts
  }

  private static let over = Verdict(
    Verdict.Code(rawValue: "recording_over"), what: "The recording is over.",
    why: "All of it has been played; this is how it ended.", advice: "Press q to end.",
    expectation: "Nothing more comes.")

  /// Nobody can unplug a recording: there is nothing to do but to wait.
  private static let pausing = Verdict(
    Verdict.Code(rawValue: "recording_pauses"), what: "Nothing comes at the moment.",
    why: "The recording has a pause here, or the program that it comes from says nothing.",
    advice: "Wait; a recording goes on by itself.",
    expectation: "A pause in a file is played for \(PauseCut.longest.components.seconds) seconds at most.")

  private static func sentence(_ text: String) -> String {
    let text = text.hasSuffix(".") ? text : text + "."
    // A path or a command keeps its letters.
    guard let first = text.first, first.isLetter, !text.hasPrefix("sudo") else { return text }
    return first.uppercased() + text.dropFirst()
  }
}
