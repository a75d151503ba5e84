import GPSFleetProtocol
import GPSSystemCalls
import Glibc
import TestSupport
import Testing

@testable import GPSFleetPublisher

@Suite struct `The settings of a post` {
  private let folder: TestFolder
  private let address: FleetAddress
  private let token = "gb1.k3v9q0ta." + String(repeating: "aZ9-_", count: 9).prefix(43)

  init() throws {
    folder = try TestFolder()
    address = try FleetAddress("https://fleet.example/x")
  }

  private func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws -> String {
    try Kernel.replaceFile(Array(folder.file(name).utf8), with: Array(text.utf8))
    _ = unsafe chmod(folder.file(name), mode)
    return folder.file(name)
  }

  private func fault(_ settings: PostSettings) -> String? {
    var settings = settings
    do throws(FleetFault) { try settings.check() } catch {
      #expect(error.code == .file)
      return error.description
    }
    return nil
  }

  @Test func `have a token for a collector, which names the device`() throws {
    var settings = PostSettings(address)
    #expect(fault(settings)?.contains("no token is set") == true)
    settings.secretFile = try write("token", token + "\r\nand more\n")
    try settings.check()
    #expect(settings.secret == token && settings.url == "https://fleet.example/x/v1/batch")
    #expect(settings.headers.contains("Authorization: Bearer \(token)"))
    #expect(settings.headers.contains("Content-Type: application/vnd.gpsbridge.batch"))
    #expect(settings.sink == "fleet.example")
  }

  @Test(arguments: [
    "", "\n", "secret", "gb1.k3v9q0ta", "gb2.k3v9q0ta.", "gb1.K3v9q0ta.", "gb1.k3v9q0t.", "gb1.k3v9q0ta.!",
  ])
  func `refuse what is not a token, without printing it`(text: String) throws {
    let count = text.hasSuffix(".") ? 43 : text.hasSuffix("!") ? 42 : 0
    let rest = String(token.suffix(count))
    var settings = PostSettings(address)
    settings.secretFile = try write("token", text + rest)
    let found = fault(settings)
    #expect(found != nil && (rest.isEmpty || found?.contains(rest) == false))
  }

  @Test func `refuse a token that all users can read, and a file that is missing`() throws {
    var settings = PostSettings(address)
    settings.secretFile = try write("token", token, mode: 0o644)
    #expect(fault(settings)?.contains("all users can read") == true)
    settings.secretFile = folder.file("none")
    #expect(fault(settings)?.contains("can't read the token file") == true)
    settings.secretFile = folder.path
    #expect(fault(settings)?.contains("is not a file") == true)
  }

  @Test func `have a certificate and its key together, and files that exist`() throws {
    var settings = PostSettings(address)
    settings.secretFile = try write("token", token)
    settings.certificate = try write("cert", "")
    #expect(fault(settings)?.contains("belong together") == true)
    settings.key = folder.file("none")
    #expect(fault(settings)?.contains("the key, \(folder.file("none")), does not exist") == true)
    settings.key = try write("key", "")
    #expect(fault(settings) == nil)
    settings.authorities = folder.path
    #expect(fault(settings)?.contains("can't be read") == true)
  }

  @Test func `have names in the head for OwnTracks, a user with a password, and no token`() throws {
    var settings = PostSettings(address, try .ownTracks("acme", "truck"))
    #expect(fault(settings) == nil && settings.url == "https://fleet.example/x")
    #expect(settings.headers.contains("X-Limit-U: acme") && settings.headers.contains("X-Limit-D: truck"))
    #expect(!settings.headers.contains { $0.hasPrefix("Authorization") })
    settings.secretFile = try write("password", "geheim\n")
    #expect(fault(settings)?.contains("name the user") == true)
    settings.user = "anna"
    try settings.check()
    #expect(settings.secret == "geheim" && settings.sink == "fleet.example@owntracks")
    #expect(PostSettings(try FleetAddress("https://a"), try .ownTracks("acme", "truck")).url == "https://a/")
  }
}
