import Testing

@testable import GPSFleetPublisher

@Suite struct `The address of a collector` {
  @Test(
    arguments: [
      ("https://fleet.example", "fleet.example", nil, ""),
      ("https://fleet.example/", "fleet.example", nil, ""),
      ("https://fleet.example:443", "fleet.example", nil, ""),
      ("https://fleet.example:8443/a/b//", "fleet.example", 8443, "/a/b"),
      ("https://192.0.2.7/x", "192.0.2.7", nil, "/x"),
      ("https://[2001:db8::1]:8443", "2001:db8::1", 8443, ""),
      ("http://127.0.0.1:8080", "127.0.0.1", 8080, ""), ("http://127.1.2.3", "127.1.2.3", nil, ""),
      ("http://localhost", "localhost", nil, ""), ("http://[::1]", "::1", nil, ""),
      ("https://home.example/api/webhook/a1B2", "home.example", nil, "/api/webhook/a1B2"),
    ] as [(String, String, UInt16?, String)])
  func `has a host, and perhaps a port and a path`(text: String, host: String, port: UInt16?, path: String)
    throws
  {
    let address = try FleetAddress(text)
    #expect(address.host == host && address.port == port && address.path == path)
    #expect(try FleetAddress("\(address)") == address)
  }

  @Test(arguments: [
    "http://fleet.example", "http://192.0.2.7", "http://127.0.0.1.example", "http://localhost.example",
    "http://[2001:db8::1]", "http://127.0.0", "http://1270.0.0.1", "http://0.0.0.0",
  ])
  func `of another machine is encrypted`(text: String) {
    let fault = #expect(throws: FleetFault.self) { try FleetAddress(text) }
    #expect(fault?.code == .unprotected)
  }

  @Test(arguments: [
    "", "fleet.example", "mqtts://fleet.example", "https://", "https:///a", "https://:443", "https://a:0",
    "https://a:65536", "https://a:+1", "https://a:1:2", "https://user@fleet.example",
    "https://user:secret@fleet.example", "https://a b", "https://a/b c", "https://a/?x", "https://a/#x",
    "https://a/\"", "https://é.example", "https://[::1", "https://[::1]x", "https://[g::]", "https://-a",
    "https://.a", "https://\(String(repeating: "a", count: 201))", "HTTPS://a", " https://a", "https://a\n",
    "https://a/\r\nX: y",
  ])
  func `has nothing that could be another request`(text: String) {
    let fault = #expect(throws: FleetFault.self) { try FleetAddress(text) }
    #expect(fault?.code == .malformed && fault?.description.contains("secret") == false)
  }

  @Test func `gives a file a name without its path, which may be a secret`() throws {
    for (text, name) in [
      ("https://fleet.example/secret", "fleet.example"), ("http://127.0.0.1:8080", "127.0.0.1_8080"),
      ("https://[2001:db8::1]:8443", "2001_db8__1_8443"),
    ] { #expect(try FleetAddress(text).fileName == name) }
  }
}
