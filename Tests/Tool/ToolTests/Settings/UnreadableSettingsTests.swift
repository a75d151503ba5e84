import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSBridgeTool

/// Settings that belong to somebody else.
@Suite(.enabled(if: Unprivileged.isPossible, "root may read everything, and there is no setpriv"))
struct `Settings that can't be read` {
  /// A home with settings, and what is closed of it: the file, or the folder on the way to it.
  private func run(_ words: [String], isFolderClosed: Bool) throws -> (run: Run, path: String) {
    let folder = try WorkFolder()
    let file = try folder.settle("{ source: 'sim:walk' }", below: ".config")
    for path in [".config", ".config/gpsbridge"] { FileMode.change(folder(path), 0o755) }
    FileMode.change(isFolderClosed ? folder(".config") : file, 0o000)
    defer { FileMode.change(folder(".config"), 0o755) }
    let run = try Unprivileged.run(
      words, environment: ["HOME": folder.path, "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": ""])
    return (run, file)
  }

  @Test(arguments: [
    ["config", "show"], ["config", "check"], ["fix"], ["watch"], ["monitor", "sim:walk", "--once"],
  ]) func `are 4, with the file that is meant`(words: [String]) throws {
    let (run, path) = try run(words, isFolderClosed: false)
    #expect(run.exit == 4)
    #expect(run.message.hasPrefix("error: cannot open \(path): Permission denied\n  it belongs to user "))
    #expect(run.message.hasSuffix("\n  try: have its owner allow you to read it (chmod), or read a copy\n"))
  }

  @Test func `are passed over where a closed home hides whether there are any`() throws {
    let (fix, _) = try run(["fix", "sim:walk?start=hot", "--timeout=20s"], isFolderClosed: true)
    #expect(fix.exit == 0, "\(fix.message)")
    #expect(fix.message == "")
    let (screen, _) = try run(["monitor", "sim:walk", "--once", "--ascii"], isFolderClosed: true)
    #expect(screen.exit == 0, "\(screen.message)")
    // Without a source, the receiver that is plugged in is meant, and not that of the hidden file.
    let (waiting, _) = try run(["wait", "--device", "--timeout=100ms"], isFolderClosed: true)
    #expect(waiting.exit == 7)
  }

  @Test func `are named by whoever is asked after settings`() throws {
    let (run, path) = try run(["config", "check"], isFolderClosed: true)
    #expect(run.exit == 0)
    #expect(
      run.message == """
        note: \(path) is skipped: you may not enter a folder on its path
        nothing is set; a file would be \(path)

        """)
  }
}

@Suite final class `A manual that can't be written`: FolderSuite {
  @Test(.enabled(if: Unprivileged.isPossible, "root may write everywhere, and there is no setpriv"))
  func `is 4 where that is not allowed`() throws {
    FileMode.change(folder.path, 0o555)
    #expect(
      try Unprivileged.run(["manual", folder.path])
        == Run(
          exit: 4, output: "",
          message: "error: cannot write \(folder.path)/gpsbridge.1: Permission denied\n"
            + "  try: name a folder of your own, or do it as its owner\n"))
    #expect(folder.contents.isEmpty)
  }

  @Test func `is an error where the folder is a file, or a page's name is a folder's`() throws {
    let file = try folder.write("file", [])
    #expect(
      try gpsbridge("manual", file)
        == Run(
          exit: 3, output: "",
          message: "error: cannot write \(file)/gpsbridge.1: Not a directory\n"
            + "  try: create the folder first, or name another\n"))
    let place = folder("man/gpsbridge.1")
    try SmallFile.makeFolder(Array(place.utf8))
    let run = try gpsbridge("manual", folder("man"))
    #expect(run.exit == 1)
    #expect(
      run.message == "error: cannot write \(place): Is a directory\n  try: check where the output goes\n")
    // Nothing that was half done stays behind.
    #expect(!Kernel.names(in: folder("man")).contains { $0.hasSuffix(".new") })
  }

  @Test(.enabled(if: FullDisk.isPossible, "a disk that is full can be made by root only"))
  func `is 1 on a full disk, and what was there before stays`() throws {
    let disk = try FullDisk(bytes: 65_536)
    try disk.fill()
    let run = try gpsbridge("manual", disk.path)
    #expect(run.exit == 1 && run.message.hasPrefix("error: cannot write \(disk.path)/gpsbridge"))
    #expect(
      run.message.hasSuffix("No space left on device\n  try: free space there, or write somewhere else\n"))
    #expect(!Kernel.names(in: disk.path).contains { $0.hasSuffix(".new") })
  }
}
