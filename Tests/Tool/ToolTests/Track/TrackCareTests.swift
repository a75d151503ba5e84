import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSBridgeTool

/// The words of `track` that check, copy and change a store.
@Suite final class `gpsbridge track with a word for care`: FolderSuite {
  private static let day = ["forget", "2026-11-20"]

  private func track(_ words: String..., store: String = "track.db") throws -> Run {
    try track(words, store: store)
  }

  private func track(_ words: [String], store: String = "track.db") throws -> Run {
    try gpsbridge(["track", "--store", folder(store)] + words, environment: ["TZ": "UTC"])
  }

  @Test func `checks a store, and counts its positions`() throws {
    try folder.storeDrive()
    let run = try track("check")
    #expect(run.exit == 0 && run.lines.last == "the store is whole")
    #expect(run.lines.first?.hasSuffix(" positions, 0 of them packed") == true && run.lines.count == 2)
  }

  @Test func `finds damage`() throws {
    try folder.storeDrive()
    #expect(try track("backup", folder("copy.db")).exit == 0)
    let bytes = try #require(Kernel.contents(of: folder("copy.db"), limit: 1 << 24))
    // Each page but the first is damaged once.
    for page in 1..<(bytes.count / 4096) {
      var damaged = bytes
      for place in page * 4096..<page * 4096 + 16 { damaged[place] = 0xEE }
      try Kernel.replaceFile(Array(folder("damaged.db").utf8), with: damaged)
      let run = try track("check", store: "damaged.db")
      #expect(run.exit == 9 && run.lines.last == "the store is damaged" && run.lines.count > 2, "\(page)")
    }
  }

  @Test func `copies a store, and never over a file`() throws {
    try folder.storeDrive()
    let run = try track("backup", folder("copy.db"))
    #expect(run.exit == 0 && run.output == "\(folder("copy.db")) is a copy of \(folder("track.db"))\n")
    #expect(try track("2026-11-20", store: "copy.db").output == track("2026-11-20").output)
    let again = try track("backup", folder("copy.db"))
    #expect(again.exit == 2 && again.message.hasPrefix("error: \(folder("copy.db")) already exists"))
    #expect(try track("backup", folder("none/copy.db")).exit == 3)
  }

  @Test func `makes one device of two, unless both were on`() throws {
    let records = [("a", 10), ("b", 11), ("c", 10)].map { device, hour in
      (0..<500).map { second in
        let time = "2026-11-20T\(hour):\(10 + second / 50):\(10 + second % 50).000Z"
        return "{\"type\":\"fix\",\"v\":1,\"device\":\"\(device)\",\"mode\":\"3d\","
          + "\"lat\":\(47 + Double(second) / 10_000),\"lon\":9,\"time\":\"\(time)\"}\n"
      }.joined()
    }
    try folder.write("abc.ndjson", Array(records.joined().utf8))
    #expect(try gpsbridge("import", "--store", folder("track.db"), folder("abc.ndjson")).exit == 0)
    let run = try track("join", "a", "b")
    #expect(run.exit == 0 && run.output == "the positions of b now belong to a\n", "\(run)")
    #expect(try gpsbridge("watch", "store:" + folder("track.db"), "--of", "a").lines.count == 1000)
    #expect(try track("days", "--of", "a").lines.count == 1 && track("days", "--of", "b").exit == 6)
    #expect(try track("check").exit == 0)
    let both = try track("join", "c", "a")
    #expect(both.exit == 2 && both.message.contains("both had a position at 2026-11-20 10:10"), "\(both)")
    for (words, exit) in [(["a", "b"], 6), (["a", "a"], 2), (["a"], 2), (["a", "c", "--of", "a"], 2)] {
      #expect(try track(["join"] + words).exit == exit, "\(words)")
    }
  }

  @Test func `makes a store of what can be read of a damaged one, and of its recording`() throws {
    try folder.storeDrive("-o", folder("track.gbr"))
    let whole = try positions()
    #expect(try track("backup", folder("whole.db")).exit == 0 && !whole.isEmpty)
    let bytes = try #require(Kernel.contents(of: folder("whole.db"), limit: 1 << 24))
    let name = folder("track.db") + ".damaged-20261120T070822Z"
    var lost = 0
    for page in 0..<(bytes.count / 4096) {
      var damaged = bytes
      for place in page * 4096..<(page + 1) * 4096 { damaged[place] = 0xEE }
      try Kernel.replaceFile(Array(name.utf8), with: damaged)
      try Kernel.removeFile(Array(folder("track.db").utf8))
      let repair = try gpsbridge("track", "repair", name, folder("track.gbr"))
      #expect(repair.exit == 0, "page \(page): \(repair.message)")
      let store = folder("track.db")
      let start = "\(store): \(whole.count) positions, no number up to "
      lost += repair.lines.first?.hasPrefix(start) == true ? 0 : 1
      #expect(try track("check").exit == 0, "page \(page)")
      #expect(try positions() == whole, "page \(page): \(repair.output)")
      #expect(Kernel.contents(of: name, limit: 1 << 24) == damaged, "the damaged store stays as it is")
    }
    // The pages of fixes and those of events.
    #expect((1...3).contains(lost))
    // Nothing is added twice.
    let again = try gpsbridge("track", "repair", name, folder("track.gbr"))
    #expect(again.exit == 1 && again.message.contains("has the sessions of the damaged store already"))
  }

  @Test func `takes a recording without a device for one of the store's only device`() throws {
    let recording = folder("drive.nmea")
    try folder.write("drive.nmea", StoredJourney.bytes)
    func add(_ device: String, _ store: String) throws {
      try #expect(gpsbridge("import", "--of", device, "--store", folder(store), recording).exit == 0)
    }
    try add("car", "track.db")
    let whole = try positions()
    let run = try gpsbridge("track", "repair", folder("track.db"), recording)
    #expect(run.exit == 0 && run.lines.last == "\(recording): nothing is missing", "\(run.output)")
    #expect(try positions() == whole)
    // With two devices it could be of either one.
    try add("bike", "other.db")
    let names = Kernel.names(in: folder(""))
    let refused = try gpsbridge(
      "track", "repair", folder("other.db"), recording, "--store", folder("track.db"))
    #expect(refused.exit == 2 && refused.message.contains("the store has bike, car"), "\(refused.message)")
    #expect(try positions() == whole && Kernel.names(in: folder("")) == names)
  }

  /// The stored positions as lines of a table, in the order of their times.
  private func positions() throws -> [String] {
    let run = try gpsbridge("export", "store:" + folder("track.db"), "--format", "csv")
    // The first column is the number of a segment of the export.
    return run.lines.dropFirst().map { String($0.drop { $0 != "," }) }.sorted()
  }

  @Test func `goes on in a new store where the store is damaged, and reports it`() throws {
    try folder.storeDrive()
    let bytes = try #require(Kernel.contents(of: folder("track.db"), limit: 1 << 24))
    try Kernel.replaceFile(Array(folder("track.db").utf8), with: Array(bytes.dropLast(4096)))
    let run = try folder.storeDrive()
    #expect(run.message.contains("track.db is damaged: it is "), "\(run.message)")
    #expect(Kernel.names(in: folder("")).contains { $0.hasPrefix("track.db.damaged-20") })
    #expect(try track("check").exit == 0)
  }

  @Test func `removes a day only when that is confirmed`() throws {
    try folder.storeDrive()
    let before = try track("2026-11-20").output
    let refused = try track(Self.day)
    #expect(refused.exit == 2)
    #expect(
      refused.message.contains(
        " positions and the events and gaps from 2026-11-20 00:00 to 2026-11-20 23:59 in "))
    #expect(try track("2026-11-20").output == before)
    let run = try track(Self.day + ["--yes"])
    #expect(run.exit == 0 && run.output.contains("\nremoved: "))
    #expect(run.lines.last == "recordings and backups are not searched; they may still have it")
    #expect(try track("2026-11-20").exit == 6 && track(Self.day + ["--yes"]).exit == 6)
    #expect(try track("check").exit == 0)
  }

  @Test func `removes what was near a place, and names a copy beside the store`() throws {
    try folder.storeDrive()
    #expect(try track("backup", folder("track.db.replaced-1")).exit == 0)
    #expect(try track("forget", "--near", "0,0,1km", "--yes").exit == 6)
    let run = try track("forget", "--near", "47.5,9.4,1000km", "--yes")
    #expect(run.exit == 0 && run.lines.contains("a copy may still have it: \(folder("track.db.replaced-1"))"))
    #expect(try track("--near", "47.5,9.4,1000km").exit == 6)
  }

  @Test func `asks on a terminal`() throws {
    try folder.storeDrive()
    let words = ["track", "--store", folder("track.db")] + Self.day
    let no = try TerminalRun(words)
    try no.wait(for: "Remove it? [y/N] ")
    try no.type("n\n")
    #expect(try no.end() == 1 && no.text.contains("error: nothing was removed"))
    #expect(try track("2026-11-20").exit == 0)
    let yes = try TerminalRun(words)
    try yes.wait(for: "Remove it? [y/N] ")
    try yes.type("y\n")
    #expect(try yes.end() == 0 && yes.text.contains("removed: ") && track("2026-11-20").exit == 6)
  }

  @Test func `refuses what does not fit the word, and makes no store where there is none`() throws {
    try folder.storeDrive()
    let wrong = [
      "forget", "forget --from 2026-11-20 --yes", "forget --of sim", "backup", "days x.db", "days --yes",
      "check --json", "backup x.db y.db", "repair", "repair --json x.db",
    ]
    let absent = ["check", "backup /nonexistent/copy.db", Self.day.joined(separator: " ") + " --yes"]
    try Transcript.expect(
      "track-care", in: folder,
      [
        "it does not fit the word": wrong.map { "track --store @/track.db \($0)" },
        "there is no store": absent.map { "track --store @/none.db \($0)" },
      ])
    #expect(!Kernel.exists(folder("none.db")))
  }
}
