import GPSSockets
import Testing

@testable import GPSWebHost

@Suite struct `A path for programs with tokens of their own` {
  private let rule = UploadRule(path: "/v1/batch", most: 1000) { Array("{\"status\":\($0)}".utf8) }

  private func post(_ headers: [(String, String)], _ method: String = "POST") -> WebRequest {
    var request = WebRequest(path: "/v1/batch")
    (request.method, request.hasBody) = (method, true)
    request.headers = headers.map { WebField($0, $1) }
    return request
  }

  @Test(arguments: [
    ([("Content-Length", "1001")], "POST", 413), ([], "POST", 411), ([("Content-Length", "x")], "POST", 400),
    ([("Transfer-Encoding", "chunked")], "POST", 411), ([("Content-Length", "1")], "PUT", 405),
  ]) func `is refused in JSON`(headers: [(String, String)], method: String, status: Int) {
    let answer = rule.refusal(of: post(headers, method))
    #expect(answer?.status == status && text(of: answer) == "{\"status\":\(status)}")
    // A batch of a minute is smaller than the headers of a page.
    #expect(answer?.complete.headers.map(\.name) == ["Content-Type"] + (status == 405 ? ["Allow"] : []))
  }

  @Test func `needs neither the name of the machine nor the token of the page`() {
    let token = Secret(Array("0123456789abcdef".utf8))
    func refusal(_ request: WebRequest, _ uploads: UploadRule) -> Int? {
      var requestGuard = RequestGuard(
        hosts: HostRule(at: .four(0x7F00_0001, port: 8950)), flag: "",
        gate: TokenGate(token: token, port: 8950), uploads: uploads)
      return requestGuard.refusal(of: request, at: .now)?.status
    }
    let request = post([
      ("Host", "fleet.example"), ("Content-Length", "9"), ("Authorization", "Bearer gb1.x"),
    ])
    #expect(refusal(request, rule) == nil && refusal(request, UploadRule(path: rule.path, most: 1000)) == 421)
    // Other paths keep all rules, and a long head is refused everywhere.
    #expect(refusal(WebRequest(path: "/metrics"), rule) == 421)
    #expect(refusal(post([("X", String(repeating: "a", count: 8000))]), rule) == 431)
  }
}
