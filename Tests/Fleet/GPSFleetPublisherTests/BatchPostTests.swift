import GPSEventRuntime
import GPSFleetProtocol
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSFleetPublisher

/// A post on a loop of its own, whose replies a test awaits.
final class PostRun {
  private let loop = EventLoop()
  let post: BatchPost
  private var replies: AsyncStream<Posted>.Iterator
  private var number = 0

  init(_ url: String, _ change: (inout PostSettings) throws -> Void = { _ in }) throws {
    var settings = PostSettings(try FleetAddress(url))
    try change(&settings)
    loop.start()
    let (stream, input) = AsyncStream.makeStream(of: Posted.self)
    post = BatchPost(on: loop, settings) { input.yield($0) }
    replies = stream.makeAsyncIterator()
  }

  deinit {
    let post = post
    loop.sync { post.here { $0.close() } }
    loop.stop()
  }

  func send(_ body: [UInt8] = [1]) async {
    number += 1
    await post.post(number, body)
  }

  func next(isolation: isolated (any Actor)? = #isolation) async -> Posted? {
    await replies.next(isolation: isolation)
  }

  func reply(to body: [UInt8] = [1]) async -> FleetReply? {
    await send(body)
    return await next()?.reply
  }

  /// What kind of failure a reply is, if it is one.
  func failure() async -> String? {
    guard case .failed(let condition) = await reply() else { return nil }
    return String("\(condition)".prefix { $0 != "(" })
  }
}

@Suite struct `A post by libcurl` {
  @Test func `has the whole batch, its token, and nothing that is sent ahead`() async throws {
    let peer = try HTTPPeer { _ in .whole(200, Array("{}".utf8)) }
    defer { peer.end() }
    let run = try PostRun("http://127.0.0.1:\(peer.port)/a") {
      ($0.secret, $0.version) = ("gb1.secret", "1.2")
    }
    let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(await run.reply(to: body) == .answered(status: 200, body: Array("{}".utf8)))
    let request = try #require(peer.requests.first)
    #expect(request.body == body && request.head.hasPrefix("POST /a/v1/batch HTTP/1.1\r\n"))
    let fields = request.head.split(separator: "\r\n").dropFirst().map { $0.prefix { $0 != ":" } }
    #expect(
      Set(fields) == ["Host", "User-Agent", "Content-Type", "Authorization", "Content-Length"], "\(fields)")
    #expect(request.field("Authorization") == "Bearer gb1.secret")
    #expect(request.field("User-Agent") == "gpsbridge/1.2")
    // A body of no bytes is one, too.
    #expect(await run.reply(to: []) == .answered(status: 200, body: Array("{}".utf8)))
    #expect(peer.requests.last?.field("Content-Length") == "0")
  }

  @Test func `has basic authentication and both names for OwnTracks`() async throws {
    let peer = try HTTPPeer { _ in .whole(200, Array("[]".utf8)) }
    defer { peer.end() }
    let run = try PostRun("http://127.0.0.1:\(peer.port)/pub") {
      ($0.receiver, $0.user, $0.secret) = (try .ownTracks("home", "car"), "anna", "geheim")
    }
    _ = await run.reply()
    let request = try #require(peer.requests.first)
    #expect(request.head.hasPrefix("POST /pub HTTP/1.1\r\n"))
    #expect(request.field("Authorization") == "Basic YW5uYTpnZWhlaW0=")
    #expect(request.field("X-Limit-U") == "home" && request.field("X-Limit-D") == "car")
    #expect(request.field("Content-Type") == "application/json")
  }

  @Test(arguments: [200, 204, 302, 400, 401, 413, 422, 429, 500, 503])
  func `reports each whole answer with its status, and follows no redirection`(status: Int) async throws {
    let peer = try HTTPPeer { _ in
      .whole(
        status, status == 204 ? [] : [9, 8], fields: ["Retry-After: 7", "Location: http://127.0.0.1:9/"])
    }
    defer { peer.end() }
    let run = try PostRun("http://127.0.0.1:\(peer.port)")
    #expect(await run.reply() == .answered(status: status, body: status == 204 ? [] : [9, 8], retryAfter: 7))
    #expect(peer.requests.count == 1)
  }

  @Test func `reports what kept an answer from being whole`() async throws {
    for (answer, failure) in [
      (.cut([1, 2]), "lost"), (.end, "lost"), (.silence, "slow"),
    ] as [(HTTPPeer.Answer, String)] {
      let peer = try HTTPPeer { _ in answer }
      defer { peer.end() }
      let run = try PostRun("http://127.0.0.1:\(peer.port)") { $0.limit = .seconds(1) }
      #expect(await run.failure() == failure)
    }
    let peer = try HTTPPeer { _ in .silence }
    peer.end()
    let run = try PostRun("http://127.0.0.1:\(peer.port)")
    #expect(await run.failure() == "unreachable")
  }

  @Test func `keeps its connection from batch to batch, and makes another one if that was closed`()
    async throws
  {
    let peer = try HTTPPeer { _ in .whole(200) }
    defer { peer.end() }
    let run = try PostRun("http://127.0.0.1:\(peer.port)")
    for _ in 0..<5 { _ = await run.reply() }
    #expect(peer.requests.count == 5 && peer.connections == 1)
    peer.endConnections()
    var answered = 0
    // libcurl hides most of such ends, but not all.
    for _ in 0..<4 where await run.reply() == .answered(status: 200, body: []) { answered += 1 }
    #expect(answered >= 3 && peer.connections >= 2)
  }

  @Test func `has four connections at most, and a reply for each of many batches`() async throws {
    let peer = try HTTPPeer { request in .whole(200, request.body) }
    defer { peer.end() }
    let run = try PostRun("http://127.0.0.1:\(peer.port)")
    for count in 1...20 as ClosedRange<UInt8> { await run.send([count]) }
    var replies: [Int: FleetReply] = [:]
    for _ in 1...20 {
      guard let next = await run.next() else { break }
      replies[next.number] = next.reply
    }
    #expect(replies.count == 20 && peer.connections <= 4)
    for (number, reply) in replies { #expect(reply == .answered(status: 200, body: [UInt8(number)])) }
  }

  @Test func `reads no more than the begin of a long page`() async throws {
    let page = [UInt8](repeating: 0x78, count: 5_000_000)
    let peer = try HTTPPeer { _ in .whole(200, page) }
    defer { peer.end() }
    let run = try PostRun("http://127.0.0.1:\(peer.port)")
    #expect(await run.reply() == .answered(status: 200, body: Array(page.prefix(8192))))
  }

  @Test func `uses other settings from the next batch on`() async throws {
    let peer = try HTTPPeer { _ in .whole(200) }
    defer { peer.end() }
    let run = try PostRun("http://127.0.0.1:\(peer.port)") { $0.secret = "one" }
    _ = await run.reply()
    var settings = PostSettings(try FleetAddress("http://127.0.0.1:\(peer.port)"))
    settings.secret = "two"
    await run.post.renew(settings)
    _ = await run.reply()
    #expect(peer.requests.map { $0.field("Authorization") } == ["Bearer one", "Bearer two"])
  }

  @Test func `reports nothing after it was closed`() async throws {
    let peer = try HTTPPeer { _ in .silence }
    defer { peer.end() }
    let loop = EventLoop()
    loop.start()
    defer { loop.stop() }
    let replies = Guarded(0)
    let post = BatchPost(on: loop, PostSettings(try FleetAddress("http://127.0.0.1:\(peer.port)"))) { _ in
      replies.withLock { $0 += 1 }
    }
    await post.post(1, [1])
    await post.close()
    await post.post(2, [1])
    loop.sync(rounds: 3) {}
    #expect(replies.withLock(\.self) == 0)
  }

  @Test func `names the package of a missing library, and takes the second one if the first is missing`()
    throws
  {
    let fault = #expect(throws: FleetFault.self) { try CurlClient.load(["libcurl-none.so.4"]) }
    #expect(fault?.code == .library && fault?.description.contains("apt install libcurl4") == true)
    try CurlClient.load(["libcurl-none.so.4"] + CurlClient.libraries)
  }

  @Test(
    arguments: [
      (6, "x", false, .unreachable("x")), (7, "x", false, .unreachable("x")),
      (28, "x", false, .unreachable("x")), (28, "x", true, .slow), (35, "x", false, .untrusted("x")),
      (35, "Connection reset by peer", false, .lost("Connection reset by peer")),
      (60, "x", false, .untrusted("x")), (58, "x", false, .untrusted("x")), (77, "x", false, .untrusted("x")),
      (56, "tlsv13 alert certificate required", true, .untrusted("tlsv13 alert certificate required")),
      (56, "x", true, .lost("x")), (52, "x", true, .lost("x")), (18, "x", true, .lost("x")),
      (3, "x", false, .notTried("x")), (99, "x", true, .lost("x")),
    ] as [(CInt, String, Bool, FleetCondition)])
  func `says of each error of the library what it means`(
    error: CInt, words: String, isSent: Bool, condition: FleetCondition
  ) {
    #expect(CurlClient.condition(error, words, isSent: isSent) == condition)
  }
}
