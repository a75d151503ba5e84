import Foundation
import GPSFleetLink
import GPSFleetProtocol
import TestSupport
import Testing

@testable import GPSFleetCollector

@Suite struct `The command line of the collector` {
  private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private func settings(_ text: String) throws -> CollectorSettings {
    try CollectorArguments(words("--hosts mqtt://127.0.0.1 --name c1 " + text)).settings
  }

  @Test func `names brokers, a database and limits`() throws {
    let arguments = try CollectorArguments(
      words(
        "--hosts mqtts://a,mqtt://127.0.0.1:1 --database host=db --name c1 --group g --tenant acme --keep 30d --archive"
      ))
    #expect(arguments.action == .collect)
    let settings = arguments.settings
    #expect(settings.brokers.map(\.description) == ["mqtts://a:8883", "mqtt://127.0.0.1:1"])
    #expect(settings.database == "host=db")
    #expect((settings.group, settings.tenant?.description) == ("g", "acme"))
    #expect((settings.keep, settings.keepsMessages) == (30, true))
  }

  @Test(arguments: [
    "", "--hosts", "--hosts mqtt://1.2.3.4", "--hosts mqtt://127.0.0.1,", "--hosts mqtt://127.0.0.1 --what",
    "--hosts mqtt://127.0.0.1 --keep 5s", "--hosts mqtt://127.0.0.1 --mqtt 4",
    "--hosts mqtt://127.0.0.1 --keep many",
    "--hosts mqtt://127.0.0.1 --hosts mqtt://127.0.0.1", "--hosts mqtt://127.0.0.1 --name a/b",
    "--hosts mqtt://127.0.0.1 --group #", "--hosts mqtt://127.0.0.1 --tenant +",
    "--hosts mqtt://127.0.0.1 --devices /nowhere", "--hosts mqtt://127.0.0.1 --password-file /nowhere",
  ]) func `is refused with the reason`(text: String) {
    let fault = #expect(throws: CollectorArguments.Fault.self) { try CollectorArguments(words(text)) }
    #expect(fault?.description.isEmpty == false)
  }

  @Test func `uses the older protocol on request`() throws {
    #expect(try settings("").versions == .newest)
    #expect(try settings("--mqtt 5").versions == .newest)
    #expect(try settings("--mqtt 3.1.1").versions == .old)
  }

  @Test func `reads a list of devices`() throws {
    let folder = try TestFolder()
    let path = folder.file("devices")
    try Data("# two\nacme/one\n\nacme/two\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(
      try settings("--devices \(path)").devices?.map(\.description).sorted() == ["acme/one", "acme/two"])
    try Data("acme\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: CollectorArguments.Fault.self) { try settings("--devices \(path)") }
  }

  @Test func `creates or prints the tables, and lists its options`() throws {
    #expect(try CollectorArguments(["--create", "--database", "x"]).action == .create)
    #expect(try CollectorArguments(["--schema"]).action == .printSchema)
    #expect(try CollectorArguments(["--help"]).action == .help)
    // A machine's name may have any characters.
    for word in ["--create", "--schema", "--help"] {
      #expect(try CollectorArguments([word, "--name", "a/b"]).action != .collect)
    }
    #expect(CollectorArguments.help.utf8.count > 500)
  }
}
