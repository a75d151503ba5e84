import Foundation
import GPSFleetProtocol
import GPSSystemCalls
import Glibc
import TestSupport
import Testing

@testable import GPSFleetPublisher

private let openssl = OtherProgram.path(of: "openssl")
private let python = OtherProgram.path(of: "python3")
private let mayRun = openssl != nil && python != nil

/// A server with TLS, in Python: it answers each request with an empty list, and prints its port first.
private let server = """
  import http.server, ssl, sys
  class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    def log_message(self, *words): pass
    def do_POST(self):
      self.rfile.read(int(self.headers['Content-Length']))
      self.send_response(200)
      self.send_header('Content-Length', '2')
      self.end_headers()
      self.wfile.write(b'[]')
  server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
  server.handle_error = lambda *words: None
  context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
  context.load_cert_chain(sys.argv[1] + '.pem', sys.argv[1] + '.key')
  if len(sys.argv) > 2:
    context.load_verify_locations(sys.argv[2])
    context.verify_mode = ssl.CERT_REQUIRED
  server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
  print(server.server_port, flush=True)
  server.serve_forever()
  """

@Suite(.enabled(if: mayRun, "openssl and python3 are not installed"), .serialized)
struct `An encrypted post` {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    for name in ["ours", "other"] {
      try run(
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=\(name) -keyout \(name).key -out \(name).pem"
      )
    }
    try makeCertificate("here", for: "IP:127.0.0.1")
    try makeCertificate("elsewhere", for: "DNS:fleet.example")
    try makeCertificate("expired", for: "IP:127.0.0.1", end: "200102000000Z")
    try makeCertificate("device", for: "DNS:device")
  }

  private func run(_ words: String) throws {
    let words = words.split(separator: " ").map(String.init).map { word in
      word.contains(".") && !word.contains(":") && !word.contains("/") ? folder.file(word) : word
    }
    let run = try OtherProgram(openssl ?? "", words)
    #expect(run.status == 0, "\(words): \(run.errors)")
  }

  private func write(_ name: String, _ text: String) throws {
    try Kernel.replaceFile(Array(folder.file(name).utf8), with: Array(text.utf8))
  }

  private func makeCertificate(_ name: String, for host: String, end: String = "491231000000Z") throws {
    try run(
      "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=\(name) -keyout \(name).key -out \(name).csr"
    )
    try write(
      "\(name).cnf",
      "[ca]\ndefault_ca=a\n[a]\nnew_certs_dir=\(folder.path)\ndatabase=\(folder.file(name)).db\n"
        + "serial=\(folder.file(name)).serial\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n"
        + "[e]\nsubjectAltName=\(host)\n")
    try write("\(name).db", "")
    try write("\(name).serial", "0\(name.utf8.count)\n")
    try run(
      "ca -batch -notext -config \(name).cnf -extensions e -startdate 200101000000Z -enddate \(end) "
        + "-cert ours.pem -keyfile ours.key -in \(name).csr -out \(name).pem")
  }

  /// Starts a server, and calls a closure with its port.
  private func withServer(
    _ certificate: String, asksForCertificates: Bool = false, _ body: (Int) async throws -> Void
  ) async throws {
    let words = ["-c", server, folder.file(certificate)]
    let authority = asksForCertificates ? [folder.file("ours.pem")] : []
    let (process, output) = try OtherProgram.start(python ?? "", words + authority)
    let limit = ChildLimit(process)
    defer {
      kill(process, SIGKILL)
      var status: CInt = 0
      _ = unsafe waitpid(process, &status, 0)
      limit.end()
      close(output)
    }
    var line = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(output, &line, line.count)
    let text = String(decoding: line.prefix(max(0, count)), as: UTF8.self)
    try await body(try #require(Int(text.prefix { $0.isNumber })))
  }

  private func post(_ port: Int, _ change: (inout PostSettings) -> Void = { _ in }) throws -> PostRun {
    try PostRun("https://127.0.0.1:\(port)") {
      $0.authorities = folder.file("ours.pem")
      change(&$0)
    }
  }

  private let answer = FleetReply.answered(status: 200, body: Array("[]".utf8))

  @Test func `is answered with the right certificate, over one connection`() async throws {
    try await withServer("here") { port in
      let run = try post(port)
      for _ in 0..<3 { #expect(await run.reply() == answer) }
    }
  }

  @Test(
    arguments: [
      ("elsewhere", "ours.pem"), ("expired", "ours.pem"), ("here", "other.pem"), ("here", nil),
      ("here", "text.pem"),
    ] as [(String, String?)])
  func `is refused with a wrong certificate, and by no authority or one that is not ours`(
    certificate: String, authorities: String?
  ) async throws {
    try write("text.pem", "text\n")
    try await withServer(certificate) { port in
      let run = try post(port) { $0.authorities = authorities.map { folder.file($0) } }
      for _ in 0..<2 { #expect(await run.failure() == "untrusted") }
    }
  }

  @Test func `sends nothing readable to a server without encryption`() async throws {
    let peer = try HTTPPeer { _ in .whole(200) }
    defer { peer.end() }
    let run = try post(Int(peer.port)) {
      ($0.secret, $0.limit) = ("a-token-that-is-easy-to-find", .seconds(2))
    }
    #expect(await run.failure() != nil)
    let received = String(decoding: peer.received, as: UTF8.self)
    #expect(!received.contains("easy-to-find") && !received.contains("POST"))
  }

  @Test func `shows our certificate where the server demands it`() async throws {
    try await withServer("here", asksForCertificates: true) { port in
      let nameless = try post(port)
      #expect(await nameless.failure() != nil)
      let named = try post(port) {
        ($0.certificate, $0.key) = (folder.file("device.pem"), folder.file("device.key"))
      }
      #expect(await named.reply() == answer)
    }
  }
}
