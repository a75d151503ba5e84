internal import GPSWebHost

// Files that a browser sends to see their tracks: decoded in pieces while they arrive, and never stored.

extension WebEngine {
  /// The path that takes files.
  nonisolated static let uploads = UploadRule(path: WebRoute.decode.rawValue, most: OpenedFile.most)

  /// Decides about a request whose body follows.
  func upload(_ request: WebRequest) -> HTTPUpload {
    defer { tellCounts() }
    counts.answered += 1
    if let refusal = host.refusal(of: request) {
      counts.refused += 1
      return .refused(refusal.complete)
    }
    // Only the one path gets this far with a body.
    if let refusal = WebRoute.decode.refusal(of: request.query) { return .refused(refusal.answer.complete) }
    guard let place = openFiles.place() else {
      return .refused(
        WebAnswer(
          503, saying: "\(OpenedFile.mostOpen) files are being read, which is the limit",
          headers: [WebField("Retry-After", "2")]
        ).complete)
    }
    lastFile += 1
    files[lastFile] = OpenedFile(place)
    return .accepted(lastFile, patience: UploadRule.patience(with: request))
  }

  /// Answers a file when it is here.
  func finishFile(_ number: Int) -> WebAnswer {
    (files.removeValue(forKey: number)?.answer() ?? FileRefusal.empty.answer).complete
  }
}
