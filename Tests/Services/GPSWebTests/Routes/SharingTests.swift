import GPSBridge
import GPSFormats
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSWeb
@testable import GPSWebHost

@Suite(.enabled(if: HTTPLibrary.open() == nil, "libmicrohttpd is not installed"), .timeLimit(.minutes(5)))
struct `A link to share` {
  private static let token = "a-secret-of-thirty-two-letters-or-more"
  private static let bearer = "Authorization: Bearer \(token)\r\n"

  private func path(_ house: House, _ query: String) throws -> String {
    let (status, _, body) = try house.answer("/share.json?\(query)", Self.bearer)
    try #require(status == 200, "\(body)")
    let answer = try JSONReader.read(body)
    #expect(answer["until"]?.text?.count == "2026-11-20T07:02:00.000Z".count)
    return try #require(answer["path"]?.text)
  }

  @Test func `shows one receiver without the token, and opens nothing else`() throws {
    let house = try House { $0.token = Self.token }
    let device = try #require(
      try JSONReader.read(house.answer("/fix.json", Self.bearer).body)["device"]?.text)
    let path = try path(house, "device=\(device)&hours=4")
    let (status, head, body) = try house.answer(path)
    #expect(status == 200 && body.contains("<h1>\(device)</h1>"))
    #expect(body.contains("This link shows nothing else") && !body.contains("/fix.json"))
    #expect(head.contains("Cache-Control: no-store") && !head.contains { $0.hasPrefix("Set-Cookie") })
    for other in ["/fix.json", "/", "/share.json?hours=1", "/share.json?end=all", "/plain"] {
      #expect(try house.answer(other).status == 401, "\(other)")
    }
    let opened = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: "
    for (mode, status) in [("navigate", 200), ("cors", 403)] {
      #expect(
        try house.answer(path, "\(opened)\(mode)\r\n").status == status, "a page that links to it: \(mode)")
    }
  }

  @Test func `shows one position with its time`() throws {
    let house = try House { $0.token = Self.token }
    let path = try path(house, "position=-48.11727,11.51667,1795158480")
    let body = try house.answer(path).body
    #expect(body.contains("<h1>48.117270° S, 11.516670° E</h1>"))
    #expect(body.contains("The position at 2026-11-20T07:08:00"))
  }

  @Test func `ends when all links are ended, and one that was changed shows nothing`() throws {
    let house = try House { $0.token = Self.token }
    let path = try path(house, "hours=1")
    for wrong in [
      String(path.dropLast()) + "x", path.replacing("~1", with: "~2"), "/shared/0", path + "~0",
      "/shared/0~9999999999~\(String(repeating: "0", count: 64))",
    ] {
      let (status, _, body) = try house.answer(wrong)
      #expect(status == 404 && body.contains("ask for a new one"), "\(wrong)")
    }
    #expect(try house.answer("/share.json?end=all", Self.bearer).status == 200)
    #expect(try house.answer(path).status == 404)
    #expect(try house.answer(try self.path(house, "hours=1")).status == 200)
    #expect(try House { $0.token = Self.token }.answer(path).status == 404)
  }

  @Test(arguments: [
    ("hours=0", "1 to 168"), ("hours=169", "1 to 168"), ("hours=x", "1 to 168"), ("end=one", "end=all alone"),
    ("end=all&hours=1", "end=all alone"), ("device=other", "one of"), ("position=91,0,1", "LATITUDE"),
    ("position=1,2", "LATITUDE"), ("position=1,2,3~4", "LATITUDE"),
    ("position=1,2,3&device=x", "without device"), ("to=1", "one of the parameters"),
  ]) func `is not made of what it can't show`(query: String, expected: String) throws {
    let house = try House()
    let (status, _, body) = try house.answer("/share.json?\(query)")
    #expect(status == 400 && body.contains(expected), "\(body)")
  }

  @Test func `names the receiver where there are several`() throws {
    let simulated = (0..<2).map { _ in SimulatedReceiver(.staticDesk, time: ManualTime()) }
    let server = WebServer(simulated.map(\.receiver))
    defer { server.stop() }
    let port = try server.listen("127.0.0.1:0")
    for (query, status) in [("hours=1", 400), ("position=1,2,3", 200)] {
      let peer = try Peer(port: port)
      peer.say("GET /share.json?\(query) HTTP/1.0\r\nHost: localhost:\(port)\r\n\r\n")
      #expect(try House.read(peer).status == status, "\(query)")
    }
  }

  @Test func `goes on until its second, and not longer`() {
    let clock = Guarded(1_000_000)
    let links = SharedLinks { clock.withLock { $0 } }
    let (path, until) = links.link(to: "0", seconds: 60)
    #expect(until == 1_000_060)
    for (second, isOpen) in [(1_000_000, true), (1_000_059, true), (1_000_060, false), (1_100_000, false)] {
      clock.withLock { $0 = second }
      #expect((links.subject(of: path) != nil) == isOpen, "\(second)")
    }
  }
}
