import Foundation
import TestSupport

/// `xmllint`, which holds XML against schemas.
struct XMLLint {
  private let folder: TestFolder

  /// Keeps schemas, by the names of their files.
  init(_ schemas: [String: String]) throws {
    folder = try TestFolder()
    for (name, text) in schemas { try Data(text.utf8).write(to: URL(filePath: folder.file(name))) }
  }

  /// Where it is; nil if it is not installed.
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    .map { "\($0)/xmllint" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Returns what it finds wrong with a text: as XML, and by a schema among these, or at another path.
  func complaints(about text: String, schema: String? = nil) throws -> String {
    let file = folder.file("checked.xml")
    try Data(text.utf8).write(to: URL(filePath: file))
    let process = Process()
    process.executableURL = URL(filePath: Self.path ?? "/usr/bin/xmllint")
    let place = schema.map { $0.hasPrefix("/") ? $0 : folder.file($0) }
    process.arguments = ["--noout", "--nonet"] + (place.map { ["--schema", $0] } ?? []) + [file]
    let complaints = Pipe()
    process.standardError = complaints
    try process.run()
    let limit = ChildLimit(process.processIdentifier)
    defer { limit.end() }
    let said = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? "" : said
  }
}
