/// The one path that takes a body, and the size of that body.
///
/// ```
/// 405  a method but POST          411  no Content-Length
/// 400  two of them, or no number  413  too many bytes
/// ```
package struct UploadRule: Sendable {
  package let path: String
  /// The most bytes of a body.
  package let most: Int
  /// The body of each refusal, for programs that read JSON; nil to refuse in words.
  ///
  /// The handler of such a path checks its own tokens; the page's token, names and origins are ignored.
  package let json: (@Sendable (_ status: Int) -> [UInt8])?

  package init(
    path: String, most: Int, json: (@Sendable (_ status: Int) -> [UInt8])? = nil
  ) { (self.path, self.most, self.json) = (path, most, json) }

  /// The refusal of a request for the path; nil if its body may follow.
  func refusal(of request: WebRequest) -> WebAnswer? {
    let refusal = refusalInWords(of: request)
    guard let refusal, let json else { return refusal }
    let allowed = refusal.headers.filter { $0.isNamed("Allow") }
    return WebAnswer(refusal.status, json: json(refusal.status), headers: allowed)
  }

  private func refusalInWords(of request: WebRequest) -> WebAnswer? {
    guard request.method == "POST" else {
      return WebAnswer(405, saying: "a file is expected here, by POST", headers: [WebField("Allow", "POST")])
    }
    let lengths = request.headers("Content-Length")
    guard request.headers("Transfer-Encoding").isEmpty, !lengths.isEmpty else {
      return WebAnswer(411, saying: "the Content-Length header must state the size of the file")
    }
    guard lengths.count == 1, let length = Self.length(of: request) else {
      return WebAnswer(400, saying: "Content-Length must be one number of bytes")
    }
    guard length <= most else {
      return WebAnswer(413, saying: "the file is larger than \(most / 1_000_000) MB")
    }
    return nil
  }

  /// The announced size of a body; nil without a number.
  static func length(of request: WebRequest) -> Int? {
    guard let text = request.header("Content-Length"), !text.isEmpty,
      text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    return Int(text)
  }

  /// The time limit for a body: twenty seconds, plus one for each 100 kB.
  ///
  /// Otherwise a client that sends single bytes would hold its place for hours.
  package static func patience(with request: WebRequest) -> Duration {
    .seconds(20 + (length(of: request) ?? 0) / 100_000)
  }
}
