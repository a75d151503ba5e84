internal import GPSBridge

/// Lines of a recording that could not be read.
struct RecordingProblems {
  private(set) var count = 0
  /// Why nothing of it can be read.
  private(set) var refusal: String?

  mutating func take(_ problem: RecordedLog.Problem) {
    count += 1
    if problem.code == .unsupportedVersion { refusal = problem.description }
  }
}
