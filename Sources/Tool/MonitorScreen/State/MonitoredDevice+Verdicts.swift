package import GPSBridge
internal import ToolSources

extension MonitoredDevice {
  /// What is the case, what matters most first; never nothing.
  ///
  /// A port that refuses has words of its own, with the group, the program and the command as they are here.
  package func verdicts(at now: ContinuousClock.Instant) -> [Verdict] {
    var verdicts = facts.verdicts(at: now)
    switch verdicts[0].code {
    case .recordingOver: verdicts[0].advice = "Press q to end."
    case .recordingPauses:
      verdicts[0].expectation =
        "A pause in a file is played for \(PauseCut.longest.components.seconds) seconds at most."
    default: break
    }
    guard case .waitingToRetry(let error) = state, [.permissionDenied, .portBusy].contains(verdicts[0].code)
    else {
      return verdicts
    }
    verdicts[0].why = Self.sentence(error.message)
    if let remedy = error.remedy { verdicts[0].advice = Self.sentence(remedy) }
    return verdicts
  }

  private static func sentence(_ text: String) -> String {
    let text = text.hasSuffix(".") ? text : text + "."
    // A path or a command keeps its letters.
    guard let first = text.first, first.isLetter, !text.hasPrefix("sudo") else { return text }
    return first.uppercased() + text.dropFirst()
  }
}
