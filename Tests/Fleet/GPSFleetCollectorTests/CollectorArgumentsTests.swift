import Foundation
import Glibc
import GPSFleetLink
import GPSFleetProtocol
import TestSupport
import Testing

@testable import GPSFleetCollector

@Suite struct `The command line of the collector` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Writes a file, and returns its path.
  private func file(_ text: String, _ name: String = "x.json5") throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

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
    let path = try file("# two\nacme/one\n\nacme/two\n")
    #expect(
      try settings("--devices \(path)").devices?.map(\.description).sorted() == ["acme/one", "acme/two"])
    let wrong = try file("acme\n")
    #expect(throws: CollectorArguments.Fault.self) { try settings("--devices \(wrong)") }
  }

  @Test func `creates or prints the tables, and lists its options`() throws {
    #expect(try CollectorArguments(["--create", "--database", "x"]).action == .create)
    #expect(try CollectorArguments(["--schema"]).action == .printSchema)
    #expect(try CollectorArguments(["--help"]).action == .help)
    #expect(try ["--version", "-V"].allSatisfy { try CollectorArguments([$0]).action == .version })
    // A machine's name may have any characters.
    for word in ["--create", "--schema", "--help", "--version"] {
      #expect(try CollectorArguments([word, "--name", "a/b"]).action != .collect)
    }
    #expect(CollectorManual.help.utf8.count > 500)
  }

  @Test func `has each flag in its help, its manual page and its completions`() throws {
    #expect(try CollectorArguments(["--manual"]).action == .manual)
    #expect(try CollectorArguments(["--completions", "zsh"]).action == .completions("zsh"))
    for option in CollectorOption.all {
      #expect(CollectorManual.help.contains("\n  \(option.synopsis)  "))
      #expect(CollectorManual.page.contains("\\fB\(option.synopsis.replacing("-", with: "\\-"))\\fR"))
      for shell in ["bash", "zsh", "fish"] {
        #expect(CollectorManual.completions(shell)?.contains(option.name) == true, "\(shell)")
      }
    }
    #expect(CollectorManual.completions("tcsh") == nil)
  }

  @Test(arguments: [("bash", "bash -n"), ("zsh", "zsh -n"), ("fish", "fish --no-execute")])
  func `completes in a shell`(shell: String, command: String) throws {
    let program = command.split(separator: " ")[0]
    guard unsafe system("command -v \(program) >/dev/null") == 0 else { return }
    let path = try file(CollectorManual.completions(shell) ?? "")
    #expect(unsafe system("\(command) '\(path)'") == 0)
    guard shell == "bash" else { return }
    let line =
      "COMP_WORDS=(gpsbridge-collect --ho) COMP_CWORD=1; _gpsbridge_collect; [ \"${COMPREPLY[*]}\" = --hosts ]"
    #expect(unsafe system("bash -c '. \(path); \(line)'") == 0)
  }

  @Test func `has a manual page that man accepts`() throws {
    guard unsafe system("command -v groff >/dev/null") == 0 else { return }
    let (path, log) = (try file(CollectorManual.page), folder.file("log"))
    #expect(unsafe system("groff -man -Tutf8 -ww -z '\(path)' 2>'\(log)'") == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: log)).isEmpty)
  }

  // MARK: - The settings file

  /// The arguments with a settings file in the usual place.
  private func arguments(_ text: String, file: String) throws -> CollectorArguments {
    try CollectorArguments(words(text), .init(credentials: nil, file: self.file(file, "collect.json5")))
  }

  @Test func `has the rest of its flags in a file`() throws {
    let file = """
      { // the fleet's
        hosts: ['mqtts://a', 'mqtts://b'], database: 'host=db', name: 'c1', keep: '30d', archive: true, page: 8949 }
      """
    let settings = try arguments("--keep 7d", file: file).settings
    #expect(settings.brokers.map(\.description) == ["mqtts://a:8883", "mqtts://b:8883"])
    #expect((settings.database, settings.keep, settings.keepsMessages) == ("host=db", 7, true))
    #expect(settings.page == "8949")
    #expect(try arguments("--create", file: file).settings.database == "host=db")
  }

  @Test func `shows the page alone, whatever brokers the usual file has`() throws {
    let file = "{ hosts: 'mqtts://a', database: 'host=db', page: 8949 }"
    let alone = try arguments("--page 8950", file: file).settings
    #expect(alone.brokers.isEmpty)
    #expect((alone.page, alone.database) == ("8950", "host=db"))
    #expect(try arguments("--page 8950 --hosts mqtts://b --name c1", file: file).settings.brokers.count == 1)
    #expect(try arguments("--name c1", file: file).settings.brokers.count == 1)
    let path = try self.file(file)
    #expect(try arguments("--page 8950 --name c1 --config \(path)", file: "{}").settings.brokers.count == 1)
  }

  @Test(arguments: [
    "host=db password=x", "host=db password = x", "host=db sslpassword=x", "postgresql://u:x@db/fleet",
    "postgresql://db/fleet?password=x",
  ]) func `has no password in a file that all can read`(database: String) throws {
    let path = try file("{ database: '\(database)' }")
    #expect(unsafe chmod(path, 0o644) == 0)
    let fault = #expect(throws: CollectorArguments.Fault.self) { try settings("--config \(path)") }
    #expect(fault?.description.contains("line 1: all users can read") == true)
    #expect(unsafe chmod(path, 0o640) == 0)
    #expect(try settings("--config \(path)").database == database)
  }

  @Test(arguments: [
    "host=db passfile=/x", "postgresql://u@db/fleet", "postgresql://db:5433/fleet", "dbname=password",
  ])
  func `may have a database without a password in a file that all can read`(database: String) throws {
    let path = try file("{ database: '\(database)' }")
    #expect(unsafe chmod(path, 0o644) == 0)
    #expect(try settings("--config \(path)").database == database)
  }

  @Test(arguments: [
    ("[]", "line 1: expected an object"), ("{", "line 1: expected"),
    ("{ what: 1 }", "there is no setting 'what'"),
    ("{ hosts: 'mqtts://a',\n hosts: 'mqtts://b' }", "line 2: hosts is given twice"),
    ("{ archive: 'yes' }", "archive: true or false"), ("{ keep: 1.5 }", "expected keep with a text"),
    ("{ hosts: [] }", "expected hosts with a text"), ("{ group: ['a'] }", "expected group with a text"),
    ("{ create: true }", "there is no setting 'create'"), ("{ config: 'x' }", "there is no setting 'config'"),
  ]) func `is refused for its file with the line`(file: String, words: String) {
    let fault = #expect(throws: CollectorArguments.Fault.self) { try arguments("--name c1", file: file) }
    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
  }

  @Test func `names another file`() throws {
    #expect(throws: CollectorArguments.Fault.self) { try settings("--config /nowhere") }
    let path = try file("{ tenant: 'acme' }")
    #expect(try settings("--config \(path)").tenant?.description == "acme")
  }

  @Test func `takes secrets from the service manager`() throws {
    let token = String(repeating: "x", count: 32)
    _ = try file("\(token)\n", "gpsbridge-collect.token")
    let password = try file("pass\n", "gpsbridge-collect.password")
    // A credential's mode may have the rights of a group, for the unit's user.
    #expect(unsafe chmod(password, 0o440) == 0)
    func settings(_ more: String) throws -> CollectorSettings {
      try CollectorArguments(
        words("--hosts mqtt://127.0.0.1 --name c1 " + more), .init(credentials: folder.path, file: "/nowhere")
      ).settings
    }
    #expect(try settings("--page *:8949 --user u").token == token)
    #expect(try settings("--page *:8949 --user u").access?.password == "pass")
    #expect(try settings("").access?.password == nil)
    let database = "host=db password=x y"
    _ = try file("\(database)\n", "gpsbridge-collect.database")
    #expect(try settings("").database == database)
    #expect(try settings("--database dbname=x").database == "dbname=x")
    _ = try file("short\n", "gpsbridge-collect.token")
    #expect(throws: CollectorArguments.Fault.self) { try settings("") }
  }
}
