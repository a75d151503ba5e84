import Foundation
import Glibc
import TestSupport
import Testing

@testable import GPSFleetLink

private let openssl = "/usr/bin/openssl"
private let mayRun = Broker.isInstalled && FileManager.default.isExecutableFile(atPath: openssl)

extension `A link` {
  @Suite(.enabled(if: mayRun, "the packages mosquitto and openssl are not installed"), .serialized)
  struct `An encrypted connection` {
    let folder: TestFolder

    init() throws {
      folder = try TestFolder()
      for name in ["ours", "other"] { try makeAuthority(name) }
      try makeCertificate("here", for: "IP:127.0.0.1", by: "ours")
      try makeCertificate("elsewhere", for: "DNS:broker.example", by: "ours")
      try makeCertificate("expired", for: "IP:127.0.0.1", by: "ours", isExpired: true)
      try makeCertificate("device", for: "DNS:device", by: "ours")
    }

    private func makeAuthority(_ name: String) throws {
      try run(
        openssl,
        words("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=\(name)")
          + ["-keyout", "\(name).key", "-out", "\(name).pem"], in: folder.path)
    }

    private func makeCertificate(
      _ name: String, for host: String, by authority: String, isExpired: Bool = false
    )
      throws
    {
      try run(
        openssl,
        words("req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=\(name)")
          + ["-keyout", "\(name).key", "-out", "\(name).csr"], in: folder.path)
      let section =
        "[ca]\ndefault_ca=a\n[a]\nnew_certs_dir=.\ndatabase=\(name).db\nserial=\(name).serial\n"
        + "default_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n[e]\nsubjectAltName=\(host)\n"
      try Data(section.utf8).write(to: URL(fileURLWithPath: folder.file("\(name).cnf")))
      try Data().write(to: URL(fileURLWithPath: folder.file("\(name).db")))
      try Data("0\(name.utf8.count)\n".utf8).write(to: URL(fileURLWithPath: folder.file("\(name).serial")))
      let end = isExpired ? "200102000000Z" : "491231000000Z"
      try run(
        openssl,
        words("ca -batch -notext -config \(name).cnf -extensions e -startdate 200101000000Z -enddate \(end)")
          + words("-cert \(authority).pem -keyfile \(authority).key -in \(name).csr -out \(name).pem"),
        in: folder.path)
    }

    private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    private let password = "a-password-that-is-easy-to-find"

    private func broker(_ certificate: String, asksForCertificates: Bool = false) throws -> Broker {
      try Broker(
        folder,
        [
          "allow_anonymous true", "certfile \(folder.file(certificate)).pem",
          "keyfile \(folder.file(certificate)).key", "cafile \(folder.file("ours.pem"))",
          "require_certificate \(asksForCertificates)",
        ])
    }

    /// A link through a relay that keeps what it sends.
    private func link(_ port: UInt16, _ change: (inout FleetLinkSettings) -> Void = { _ in }) throws
      -> Observed
    {
      var settings = FleetLinkSettings(try BrokerAddress("mqtts://127.0.0.1:\(port)"), client: "device")
      settings.authorities = folder.file("ours.pem")
      (settings.user, settings.password) = ("user", password)
      change(&settings)
      return Observed(settings)
    }

    private func isReadable(_ relay: Relay) -> Bool {
      let sent = String(decoding: relay.sent, as: UTF8.self)
      return sent.contains(password) || sent.contains("MQTT")
    }

    @Test func `is established with the right certificate, and nothing of it is readable`() throws {
      let broker = try broker("here")
      let relay = try Relay(to: broker.port)
      defer { relay.end() }
      let link = try link(relay.port)
      try link.connectAndWait()
      #expect(link.events == [.connected(version: 5, largestPacket: 0)])
      #expect(try link.answer("a", String(repeating: "text", count: 20_000)) == .noSubscribers)
      #expect(relay.sent.count > 80_000)
      #expect(!isReadable(relay))
    }

    @Test(
      arguments: [
        ("elsewhere", "ours.pem"), ("expired", "ours.pem"), ("here", "other.pem"), ("here", nil),
        ("here", "text.pem"),
      ] as [(String, String?)])
    func `is refused with a wrong certificate, and by no authority or one that is not ours`(
      certificate: String, authorities: String?
    ) throws {
      let broker = try broker(certificate)
      let relay = try Relay(to: broker.port)
      defer { relay.end() }
      try Data("text\n".utf8).write(to: URL(fileURLWithPath: folder.file("text.pem")))
      let link = try link(relay.port) { $0.authorities = authorities.map(folder.file) }
      try link.connectAndWait()
      #expect(link.kindOfEnd == "untrusted" && link.events.count == 1)
      #expect(!isReadable(relay))
    }

    @Test func `is not tried without the file of the authorities`() throws {
      let relay = try Relay()
      defer { relay.end() }
      for path in [folder.file("none.pem"), folder.path] {
        let link = try link(relay.port) { $0.authorities = path }
        let fault = #expect(throws: FleetLinkFault.self) { try link.connect() }
        #expect(fault?.code == .file)
        #expect(link.events.isEmpty)
      }
      #expect(relay.connections == 0)
    }

    @Test func `sends nothing readable to a broker without encryption`() throws {
      let broker = try Broker(folder)
      let relay = try Relay(to: broker.port)
      defer { relay.end() }
      let link = try link(relay.port) { $0.limit = .seconds(2) }
      try link.connectAndWait()
      #expect(link.version == nil)
      #expect(!isReadable(relay))
    }

    @Test func `shows our certificate where the broker demands it`() throws {
      let broker = try broker("here", asksForCertificates: true)
      let nameless = try link(broker.port)
      try nameless.connectAndWait()
      #expect(nameless.version == nil)
      let named = try link(broker.port) {
        $0.certificate = folder.file("device.pem")
        $0.key = folder.file("device.key")
      }
      try named.connectAndWait()
      #expect(named.version == 5)
      let half = try link(broker.port) { $0.certificate = folder.file("device.pem") }
      #expect(throws: FleetLinkFault.self) { try half.connect() }
    }
  }
}
