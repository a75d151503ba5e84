/// The answer to a request: a status, headers, and a body that may be generated while it is sent.
package struct WebAnswer: Sendable {
  package var status: Int
  /// Headers in addition to the ones of every answer.
  package var headers: [WebField] = []
  package var body: Body
  /// Whether a browser may get it, so that it needs the headers of pages.
  private(set) var isForBrowsers = true

  package enum Body: Sendable {
    case bytes([UInt8])
    /// Generated while it is sent, by the handler, which knows its kinds of bodies.
    case generated(any WebBody)
    /// The connection waits for the answer with this number.
    case later(Int)
  }

  package init(_ status: Int, _ type: String, _ body: [UInt8], headers: [WebField] = []) {
    self.status = status
    self.headers = [WebField("Content-Type", type)] + headers
    self.body = .bytes(body)
  }

  /// JSON for a program, with as few headers as possible.
  package init(_ status: Int, json: [UInt8], headers: [WebField] = []) {
    self.init(status, "application/json", json, headers: headers)
    isForBrowsers = false
  }

  /// An answer that follows later.
  package init(waitingFor number: Int) { (status, body) = (200, .later(number)) }

  /// A line of text for a person; a line end is added.
  package init(_ status: Int, saying text: String, headers: [WebField] = []) {
    self.init(status, "text/plain; charset=utf-8", Array((text + "\n").utf8), headers: headers)
  }

  package var complete: WebAnswer {
    guard isForBrowsers else { return self }
    var answer = self
    answer.headers = PagePolicy.headers(of: answer)
    return answer
  }
}

/// A body that a handler generates while it is sent.
package protocol WebBody: Sendable {
  /// Whether it lasts until the client disconnects, and counts slow clients.
  var isListener: Bool { get }
}
