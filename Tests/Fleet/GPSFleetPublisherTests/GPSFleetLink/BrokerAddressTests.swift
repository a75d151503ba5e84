import Foundation
import Glibc
import TestSupport
import Testing

@testable import GPSFleetLink

@Suite struct `The address of a broker` {
  @Test(arguments: [
    ("mqtts://broker.example", "mqtts://broker.example:8883"),
    ("mqtts://broker.example:443/", "mqtts://broker.example:443"),
    ("mqtts://[2001:db8::1]:8884", "mqtts://[2001:db8::1]:8884"),
    ("mqtt://127.0.0.1", "mqtt://127.0.0.1:1883"), ("mqtt://[::1]", "mqtt://[::1]:1883"),
    ("mqtt://localhost:2000", "mqtt://localhost:2000"),
  ]) func `has a port by default`(text: String, whole: String) throws {
    #expect(try BrokerAddress(text).description == whole)
  }

  @Test(arguments: [
    "", "broker", "http://broker", "mqtts://", "mqtts://:1", "mqtts://a:0", "mqtts://a:65536", "mqtts://a:+1",
    "mqtts://a:b", "mqtts://a/b", "mqtts://user@a", "mqtts://[::1", "mqtts://[::1]1", "mqtts://[x]",
    "mqtts://a\n", "mqtts://a b", "mqtts://a#", "mqtts://\(String(repeating: "a", count: 254))",
  ]) func `is refused if it is malformed`(text: String) {
    #expect(throws: FleetLinkFault.self) { try BrokerAddress(text) }
  }

  @Test(arguments: [
    "mqtt://192.168.1.2", "mqtt://broker.example", "mqtt://127.0.0.1.example", "mqtt://128.0.0.1",
    "mqtt://localhost.example", "mqtt://127.0.0", "mqtt://[::2]",
  ]) func `is refused without encryption if it is another machine`(text: String) throws {
    let fault = #expect(throws: FleetLinkFault.self) { try BrokerAddress(text) }
    #expect(fault?.code == .unprotected)
    #expect(fault?.description.contains("use mqtts://") == true)
  }
}

@Suite struct `The settings of a connection` {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func file(_ text: String, mode: mode_t) throws -> String {
    let path = folder.file("password")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(unsafe chmod(path, mode) == 0)
    return path
  }

  @Test func `take a password from the first line of a file`() throws {
    #expect(try FleetLinkSettings.password(inFile: file("geheim\nmore", mode: 0o600)) == "geheim")
  }

  @Test func `refuse a password file that all users can read`() throws {
    let path = try file("geheim\n", mode: 0o644)
    let fault = #expect(throws: FleetLinkFault.self) { try FleetLinkSettings.password(inFile: path) }
    #expect(fault?.description.contains("chmod 600") == true)
    guard geteuid() == 0, unsafe chmod(path, 0o600) == 0, unsafe chown(path, 4711, 4711) == 0 else { return }
    let other = #expect(throws: FleetLinkFault.self) { try FleetLinkSettings.password(inFile: path) }
    #expect(other?.description.contains("belongs to another user") == true)
  }

  @Test func `refuse a password file that is empty, missing or a folder`() throws {
    let empty = try file("\n", mode: 0o600)
    for path in [empty, folder.file("none"), folder.path] {
      #expect(throws: FleetLinkFault.self) { try FleetLinkSettings.password(inFile: path) }
    }
  }

  @Test func `name the package of a missing library`() {
    let fault = #expect(throws: FleetLinkFault.self) { try MosquittoClient.load("libmosquitto.so.none") }
    #expect(fault?.code == .library)
    #expect(fault?.description.contains("apt install libmosquitto1") == true)
  }
}
