import Foundation
import GPSBase
import GPSSockets
import Glibc
import TestSupport
import Testing

@testable import GPSFleetCollector

@Suite struct `The command line of the collector` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func file(_ text: String, _ name: String = "x.json5") throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

  private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private func settings(_ text: String) throws -> CollectorSettings {
    try CollectorArguments(words("--listen 8950 " + text)).settings
  }

  @Test func `names addresses, a database and proxies`() throws {
    let arguments = try CollectorArguments(
      words(
        "--listen *:8950 --page 8949 --database host=db --proxy 10.0.0.5,fd00:1:2:3::5 --connections 4 --page-name a,b"
      ))
    #expect(arguments.action == .collect)
    let settings = arguments.settings
    #expect((settings.listen, settings.page, settings.database) == ("*:8950", "8949", "host=db"))
    // As connections are counted: a machine may use any address of its network.
    #expect(settings.proxies == [.four(0x0A00_0005, port: 0), .six(0xFD00_0001_0002_0003, 0, port: 0)])
    #expect((settings.connections, settings.names) == (4, ["a", "b"]))
  }

  @Test(arguments: [
    "", "--listen", "--listen 8950 --what", "--listen 8950 --listen 8951", "--listen 8950 more",
    "--listen 8950 --proxy proxy.example", "--listen 8950 --proxy 10.0.0.5:80", "--listen 8950 --proxy 1.2.3",
    "--listen 8950 --connections 0", "--listen 8950 --connections many", "--listen 8950 --keep 30d",
    "--listen 8950 --token-file /nowhere/x", "--listen 8950 --config /nowhere",
    "device", "device add", "device add one", "device add a/b/c", "device add acme/one acme/one",
    "device add ../x", "device add acme/one --token x", "device token", "device rename acme/one",
    "device rename acme/one a/b", "device list acme more", "device forget acme/one --from yesterday",
    "device forget acme/one --from 2026-11-01", "device revoke acme/one --into d", "device burn acme/one",
    "tenant add", "tenant keep acme", "tenant keep acme 0", "tenant keep acme 5h", "tenant limit acme -1",
    "tenant limit acme many", "tenant add acme --page 8949 x", "device add --file /nowhere", "device; add",
  ]) func `is refused with the reason`(text: String) {
    let fault = #expect(throws: CollectorArguments.Fault.self) { try CollectorArguments(words(text)) }
    #expect(fault?.description.isEmpty == false)
  }

  @Test func `creates or prints the tables, and lists its options`() throws {
    #expect(try CollectorArguments(["--create", "--database", "x"]).action == .create)
    #expect(try CollectorArguments(["--schema"]).action == .printSchema)
    #expect(try CollectorArguments(["--help"]).action == .help)
    #expect(try ["--version", "-V"].allSatisfy { try CollectorArguments([$0]).action == .version })
    #expect(CollectorManual.page.help.utf8.count > 500)
  }

  @Test func `has each flag in its help, its manual page and its completions`() throws {
    #expect(try CollectorArguments(["--manual"]).action == .manual)
    #expect(try CollectorArguments(["--completions", "zsh"]).action == .completions("zsh"))
    for option in CollectorOption.all {
      #expect(CollectorManual.page.help.contains("\n  \(option.synopsis)  "))
      #expect(CollectorManual.page.manual.contains("\\fB\(option.synopsis.replacing("-", with: "\\-"))\\fR"))
      for shell in ["bash", "zsh", "fish"] {
        #expect(CollectorManual.completions(shell)?.contains(option.name) == true, "\(shell)")
      }
    }
    #expect(CollectorManual.completions("tcsh") == nil)
  }

  @Test func `has examples that it accepts, and exit statuses in its manual page only`() throws {
    #expect(CollectorManual.examples.count > 2)
    for example in CollectorManual.examples {
      #expect(example.term.hasPrefix("gpsbridge-collect "))
      _ = try CollectorArguments(Array(words(example.term).dropFirst()), .init(credentials: nil, file: ""))
    }
    let page = CollectorManual.page
    for section in ["DESCRIPTION", "EXIT STATUS", "EXAMPLES"] {
      #expect(page.manual.contains("\n.SH \(section)\n"), "\(section)")
    }
    #expect(page.help.contains("\nexamples:\n") && !page.help.contains("exit status"))
  }

  @Test(arguments: [("bash", "bash -n"), ("zsh", "zsh -n"), ("fish", "fish --no-execute")])
  func `completes in a shell`(shell: String, command: String) throws {
    let program = command.split(separator: " ")[0]
    guard unsafe system("command -v \(program) >/dev/null") == 0 else { return }
    let path = try file(CollectorManual.completions(shell) ?? "")
    #expect(unsafe system("\(command) '\(path)'") == 0)
    guard shell == "bash" else { return }
    let line =
      "COMP_WORDS=(gpsbridge-collect --li) COMP_CWORD=1; _gpsbridge_collect; [ \"${COMPREPLY[*]}\" = --listen ]"
    #expect(unsafe system("bash -c '. \(path); \(line)'") == 0)
  }

  @Test func `has a manual page that man accepts`() throws {
    guard unsafe system("command -v groff >/dev/null") == 0 else { return }
    let (path, log) = (try file(CollectorManual.page.manual), folder.file("log"))
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
        listen: 8950, database: 'host=db', proxy: ['10.0.0.5', '10.0.0.6'], connections: 3, page: 8949 }
      """
    let settings = try arguments("--connections 4", file: file).settings
    #expect((settings.listen, settings.page, settings.database) == ("8950", "8949", "host=db"))
    #expect(settings.proxies.count == 2 && settings.connections == 4)
    #expect(try arguments("--create", file: file).settings.database == "host=db")
    #expect(try arguments("device list", file: file).settings.database == "host=db")
  }

  @Test func `shows the page alone, whatever address the usual file has`() throws {
    let file = "{ listen: 8950, database: 'host=db', page: 8949 }"
    let alone = try arguments("--page 8951", file: file).settings
    #expect((alone.listen, alone.page, alone.database) == (nil, "8951", "host=db"))
    #expect(try arguments("--page 8951 --listen 8952", file: file).settings.listen == "8952")
    #expect(try arguments("", file: file).settings.listen == "8950")
    let path = try self.file(file)
    #expect(try arguments("--page 8951 --config \(path)", file: "{}").settings.listen == "8950")
  }

  @Test(arguments: [
    ("host=db password=x", true), ("host=db password = x", true), ("host=db sslpassword=x", true),
    ("postgresql://u:x@db/fleet", true), ("postgresql://db/fleet?password=x", true),
    ("host=db passfile=/x", false), ("postgresql://u@db/fleet", false), ("postgresql://db:5433/fleet", false),
    ("dbname=password", false),
  ]) func `has no password in a file that all can read`(database: String, isSecret: Bool) throws {
    let path = try file("{ database: '\(database)' }")
    #expect(unsafe chmod(path, 0o644) == 0)
    if isSecret {
      let fault = #expect(throws: CollectorArguments.Fault.self) { try settings("--config \(path)") }
      #expect(fault?.description.contains("line 1: all users can read") == true)
      #expect(unsafe chmod(path, 0o640) == 0)
    }
    #expect(try settings("--config \(path)").database == database)
  }

  @Test(arguments: [
    ("[]", "line 1: expected an object"), ("{", "line 1: expected"),
    ("{ what: 1 }", "there is no setting 'what'"),
    ("{ listen: 8950,\n listen: 8951 }", "line 2: listen is given twice"),
    ("{ connections: 1.5 }", "expected connections with a text"),
    ("{ proxy: [] }", "expected proxy with a text"), ("{ listen: ['a'] }", "expected listen with a text"),
    ("{ create: true }", "there is no setting 'create'"), ("{ config: 'x' }", "there is no setting 'config'"),
    ("{ keep: '30d' }", "there is no setting 'keep'"),
    ("{ hosts: 'mqtts://a' }", "there is no setting 'hosts'"),
  ]) func `is refused for its file with the line`(file: String, words: String) {
    let fault = #expect(throws: CollectorArguments.Fault.self) { try arguments("", file: file) }
    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
  }

  @Test func `takes secrets from the service manager`() throws {
    let token = String(repeating: "x", count: 32)
    _ = try file("\(token)\n", "gpsbridge-collect.token")
    func settings(_ more: String) throws -> CollectorSettings {
      try CollectorArguments(
        words("--listen 8950 " + more), .init(credentials: folder.path, file: "/nowhere")
      ).settings
    }
    // A credential's mode may have the rights of a group, for the unit's user.
    #expect(unsafe chmod(folder.file("gpsbridge-collect.token"), 0o440) == 0)
    #expect(try settings("--page *:8949").token == token)
    let database = "host=db password=x y"
    _ = try file("\(database)\n", "gpsbridge-collect.database")
    #expect(try settings("").database == database)
    #expect(try settings("--database dbname=x").database == "dbname=x")
    _ = try file("short\n", "gpsbridge-collect.token")
    #expect(throws: CollectorArguments.Fault.self) { try settings("") }
  }
}
