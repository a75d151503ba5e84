import TestSupport
import Testing

@testable import GPSBridgeTool

/// Command lines of the built program with all that it prints, word for word, in a file that was read and found right.
///
/// `GPSBRIDGE_SNAPSHOTS=write` puts what it prints now in the file's place, except in CI: look at the difference before you
/// commit it.
enum Transcript {
  /// Runs the command lines behind each claim, and compares all that is printed with a file in the folder `Snapshots`.
  ///
  /// In a command line, `@` is the folder, `WALK` is the recorded walk, `·` is a blank within a word, and `< NAME` at its end
  /// gives it a file of the folder to read.
  static func expect(_ name: String, in folder: WorkFolder, _ rows: KeyValuePairs<String, [String]>) throws {
    var text = ""
    for (claim, lines) in rows {
      text += "# \(claim)\n"
      for line in lines { text += try entry(line, folder) }
    }
    try expect(text, is: name)
  }

  /// Compares a text with a file, and shows the first line that differs.
  static func expect(_ text: String, is name: String) throws {
    let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let kept = try SnapshotFile(name, in: folder).lines(replacingWith: lines)
    let index = zip(kept, lines).prefix { $0 == $1 }.count
    let expected = index < kept.count ? kept[index] : "the end"
    let found = index < lines.count ? lines[index] : "the end"
    let command = lines.prefix(index + 1).last { $0.hasPrefix("$ ") } ?? ""
    #expect(kept == lines, "\(name).txt:\(index + 1): expected \(expected)\nfound \(found)\n\(command)")
  }

  /// Runs a command line, and returns it with all that is printed and its status; lines of the error stream begin with `! `.
  ///
  /// What a program may read is held against the schema of records, and each error must have a remedy.
  static func entry(_ line: String, _ folder: WorkFolder) throws -> String {
    let parts = line.split(separator: " < ", omittingEmptySubsequences: false)
    let words = parts[0].split(separator: " ").map {
      String($0).replacing("@", with: folder.path).replacing("WALK", with: Places.morningWalk)
        .replacing("·", with: " ")
    }
    let home = folder("home")
    let run = try gpsbridge(
      words, input: parts.count > 1 ? Places.bytes(of: folder(String(parts[1]))) : nil,
      environment: ["XDG_STATE_HOME": home, "XDG_CONFIG_HOME": home, "TZ": "UTC", "LC_ALL": "C.UTF-8"])
    let records = run.lines.filter { $0.hasPrefix(#"{"type":"#) }
    _ = try SecludedRun.records(Run(exit: 0, output: records.joined(separator: "\n"), message: ""))
    let isTold = run.message.contains("error: ") && run.message.contains("\n  try: ")
    let isPart = run.exit == ExitCode.dataProblems.rawValue
    let isFound = run.exit == ExitCode.needsYou.rawValue && run.output.contains("\n      try: ")
    #expect(
      run.exit == 0 || isPart || isTold || isFound || records.last?.contains(#""type":"error""#) == true,
      "\(line)")
    let printed = (run.output + run.message.replacing(/(?m)^(?=.)/, with: "! "))
      .replacing(folder.path, with: "@").replacing(Places.morningWalk, with: "WALK")
      .replacing("gpsbridge \(Tool.version)", with: "gpsbridge VERSION").replacing("\r\n", with: "\\r\n")
    return "$ gpsbridge \(line)\n\(printed)= \(run.exit)\n\n"
  }
}
