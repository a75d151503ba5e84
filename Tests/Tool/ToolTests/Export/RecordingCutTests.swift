import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `export to a recording` {
  private let folder: WorkFolder
  /// Twelve lines in four seconds, with a sentence cut in two at 1500 ms, a gap that is marked, and other bytes.
  private static let text =
    "#gpsbridge-recording 1 2026-11-20T12:00:00.250Z\n# device: usb-1.2\n# speed: 9600\n# port: /dev/ttyUSB0\n"
    + "212 $GPGGA,1\\x0D\\x0A\n212 $GPRMC,2\\x0D\\x0A\n1003 \\xB5b\\x01\\x07\\x5C\n1500 $GPGGA,12351\n1516 9,4807\\x0D\\x0A\n"
    + "1516 tail\\x20\n# 2026-11-20T12:00:02.000Z detached /dev/ttyUSB0\n"
    + "# 2026-11-20T12:00:03.000Z opened /dev/ttyUSB0, 9600 bit/s\n3250 $GPGGA,3\\x0D\\x0A\n4000 $GPRMC,4\\x0D\\x0A\n"
  private let whole: String

  init() throws {
    folder = try WorkFolder()
    whole = try folder.write("whole.gbr", Array(Self.text.utf8))
  }

  private func recording(_ name: String, at time: String, _ lines: String, device: String = "usb-1.2") throws
    -> String
  {
    try folder.write(
      name, Array("#gpsbridge-recording 1 2026-11-20T\(time)Z\n# device: \(device)\n\(lines)".utf8))
  }

  private func export(_ words: String...) throws -> (CInt, String) {
    let run = try gpsbridge(["export"] + words)
    #expect(run.output == "")
    return (run.exit, run.message)
  }

  @Test func `keeps each byte and each time`() throws {
    let (exit, message) = try export(whole, "-o", folder("copy.gbr"))
    #expect(exit == 0)
    #expect(message == "\(folder("copy.gbr")): 70 bytes in 4 s\n")
    #expect(try folder.text("copy.gbr") == Self.text)
    #expect(try gpsbridge("export", whole, "--format=gbr").output == Self.text)
  }

  @Test(arguments: 0...4)
  func `cut at any moment and merged again is the original`(_ second: Int) throws {
    let time = "2026-11-20T12:00:0\(second)Z"
    #expect(try export(whole, "--to", time, "-o", folder("a.gbr")).0 == (second == 0 ? 6 : 0))
    #expect(try export(whole, "--from", time, "-o", folder("b.gbr")).0 == 0)
    #expect((try folder.text("b.gbr") == Self.text) == (second == 0))
    let parts = second == 0 ? [folder("b.gbr")] : [folder("b.gbr"), folder("a.gbr")]
    let run = try gpsbridge(["export", "--format=gbr"] + parts)
    #expect(run.exit == 0 && run.output == Self.text)
  }

  @Test func `cuts a sentence in two, states where, and knows a gap from a cut`() throws {
    let lines = (0..<10).map { "\($0 * 1000) $GPGGA,12\n\($0 * 1000 + 500) 34\\x0D\\x0A\n" }.joined()
    let long = try recording("long.gbr", at: "12:00:00.750", lines)
    #expect(try export(long, "--to", "12:00:03", "-o", folder("a.gbr")).0 == 0)
    #expect(try export(long, "--from", "12:00:03", "--to", "12:00:06", "-o", folder("b.gbr")).0 == 0)
    #expect(try export(long, "--from", "12:00:06", "-o", folder("c.gbr")).0 == 0)
    let middle = try folder.text("b.gbr")
    #expect(
      middle.hasPrefix(
        """
        #gpsbridge-recording 1 2026-11-20T12:00:03.250Z
        # cut-after: 2026-11-20T12:00:02.750Z
        # device: usb-1.2
        0 34\\x0D\\x0A
        500 $GPGGA,12
        1000 34\\x0D\\x0A

        """))
    let original = try folder.text("long.gbr")
    func merged(_ names: String...) throws -> String {
      try gpsbridge(["export", "--format=gbr"] + names.map { folder($0) }).output
    }
    #expect(try merged("c.gbr", "a.gbr", "b.gbr") == original)
    // Twice the same is once.
    #expect(try merged("a.gbr", "b.gbr", "c.gbr", "long.gbr", "a.gbr") == original)
    // Without the middle, the halves of two sentences do not become one.
    let gap = try merged("a.gbr", "c.gbr")
    #expect(
      gap == original.split(separator: "\n", omittingEmptySubsequences: false)[..<7].joined(separator: "\n")
        + "\n# 2026-11-20T12:00:06.250Z opened usb-1.2\n"
        + original.split(separator: "\n", omittingEmptySubsequences: false)[13...].joined(separator: "\n"))
  }

  @Test func `marks the beginning of another recording, with its other facts`() throws {
    let first = try recording("1.gbr", at: "12:00:00.000", "# speed: 9600\n0 one\n1000 two\n")
    let later = try recording("2.gbr", at: "13:00:00.000", "# speed: 38400\n# port: /dev/ttyUSB1\n50 three\n")
    let (exit, message) = try export(later, first, "-o", folder("all.gbr"))
    #expect(exit == 0 && message.hasSuffix("11 bytes of 2 recordings in 1 h\n"), "\(message)")
    #expect(
      try folder.text("all.gbr") == """
        #gpsbridge-recording 1 2026-11-20T12:00:00.000Z
        # device: usb-1.2
        # speed: 9600
        0 one
        1000 two
        # 2026-11-20T13:00:00.000Z opened /dev/ttyUSB1, 38400 bit/s
        # speed: 38400
        # port: /dev/ttyUSB1
        3600050 three

        """)
    // A file that `record --rotate` began goes on with the next bytes.
    let next = try recording("3.gbr", at: "12:00:01.900", "# speed: 9600\n0 three\n")
    #expect(try gpsbridge("export", first, next, "--format=gbr").output.hasSuffix("1000 two\n1900 three\n"))
    // Another run of `record` waits for its first bytes.
    let again = try recording("4.gbr", at: "12:00:01.800", "# speed: 9600\n100 three\n")
    #expect(
      try gpsbridge("export", first, again, "--format=gbr").output.hasSuffix(
        "1000 two\n# 2026-11-20T12:00:01.800Z opened usb-1.2, 9600 bit/s\n1900 three\n"))
  }

  @Test func `keeps the comments before the first bytes, in a cut and of each merged recording`() throws {
    let head = "# the roof, by Ann\n# speed: 9600\n#\n# a borrowed antenna\n"
    let first = try recording("1.gbr", at: "12:00:00.000", head + "0 one\n1000 two\n# windy\n2000 three\n")
    let original = try folder.text("1.gbr")
    #expect(try gpsbridge("export", first, "--format=gbr").output == original)
    #expect(try export(first, "--to", "12:00:00", "-o", folder("a.gbr")).0 == 0)
    #expect(try export(first, "--from", "12:00:01", "-o", folder("b.gbr")).0 == 0)
    #expect(try folder.text("a.gbr").hasSuffix("# device: usb-1.2\n\(head)0 one\n"))
    #expect(
      try folder.text("b.gbr").hasSuffix(
        "# cut-after: 2026-11-20T12:00:00.000Z\n# device: usb-1.2\n\(head)0 two\n# windy\n1000 three\n"))
    for parts in [["a.gbr", "b.gbr", "b.gbr"], ["b.gbr", "1.gbr", "a.gbr"]].map({ $0.map { folder($0) } }) {
      #expect(try gpsbridge("export", parts[0], parts[1], parts[2], "--format=gbr").output == original)
    }
    // A later recording adds its own comments, where it begins, with or without a gap.
    let next = try recording(
      "2.gbr", at: "12:00:02.500", "# speed: 9600\n# the roof, by Ann\n# by Bob\n0 four\n")
    #expect(
      try gpsbridge("export", next, first, "--format=gbr").output == original + "# by Bob\n2500 four\n")
    let late = try recording(
      "3.gbr", at: "13:00:00.000", "soon\n# after damage\n# by Cy\n0 five\n1000 six\n")
    #expect(try export(first, late, "-o", folder("all.gbr")).0 == 9)
    #expect(
      try folder.text("all.gbr") == original
        + "# 2026-11-20T13:00:00.000Z opened usb-1.2\n# after damage\n# by Cy\n3600000 five\n3601000 six\n")
  }

  @Test func `keeps a comment with a colon of a later recording, with and without a gap`() throws {
    let first = try recording("1.gbr", at: "12:00:00.000", "# by: Ann\n0 one\n1000 two\n")
    for (time, mark) in [
      ("12:00:01.900", ""), ("13:00:00.000", "# 2026-11-20T13:00:00.000Z opened usb-1.2\n"),
    ] {
      let next = try recording("2.gbr", at: time, "# by: Ann\n# 12:30 moved to the mast\n0 three\n")
      let text = try gpsbridge("export", first, next, "--format=gbr").output
      let parts = text.split(separator: "1000 two\n", omittingEmptySubsequences: false)
      #expect(parts.last?.hasPrefix("\(mark)# 12:30 moved to the mast\n") == true, "\(text)")
      #expect(parts.last?.hasSuffix("00 three\n") == true, "\(text)")
    }
  }

  @Test func `states the cut before the facts, of which a reader takes a bounded number`() throws {
    let lines = (1...80).map { "# fact \($0): x\n" }.joined()
    let long = try recording("long.gbr", at: "12:00:00.000", lines + "0 one\n1000 two\n2000 three\n")
    #expect(try export(long, "--to", "12:00:01", "-o", folder("a.gbr")).0 == 9)
    #expect(try export(long, "--from", "12:00:02", "-o", folder("b.gbr")).0 == 9)
    #expect(try folder.text("b.gbr").hasSuffix("# fact 62: x\n0 three\n"))
    let run = try gpsbridge("export", folder("a.gbr"), folder("b.gbr"), "--format=gbr")
    #expect(run.exit == 0 && run.output.hasSuffix("1000 two\n2000 three\n"), "\(run.message) \(run.output)")
  }

  @Test func `keeps a bounded number of comments before the first bytes, and reports the rest`() throws {
    let lines = (1...300).map { "# line \($0)\n" }.joined()
    let long = try recording("a.gbr", at: "12:00:00.000", lines + "0 x\n")
    let (exit, message) = try export(long, "-o", folder("b.gbr"))
    #expect(exit == 9 && message.contains("more than 256 comments before its first bytes; left out"))
    #expect(try folder.text("b.gbr").hasSuffix("# line 255\n0 x\n"))
  }

  @Test func `has room for the mark of a cut among lines with a name, and reports those left out`() throws {
    let lines = (1...64).map { "# name \($0): text\n" }.joined()
    let long = try recording("a.gbr", at: "12:00:00.000", lines + "0 x\n1000 y\n")
    let (exit, message) = try export(long, "--from", "12:00:01", "-o", folder("b.gbr"))
    #expect(exit == 9 && message.contains("lines like `# name: text` before its first bytes; left out"))
    let text = try folder.text("b.gbr")
    #expect(text.contains("# cut-after: 2026-11-20T12:00:00.000Z\n") && text.hasSuffix("text\n0 y\n"))
    #expect(try gpsbridge("export", folder("b.gbr"), "--format=gbr").exit == 0)
  }

  @Test func `joins recordings in any order that meet in a millisecond, or of which one lies in a gap`()
    throws
  {
    let one = try recording("1.gbr", at: "12:00:00.000", "0 one\n1000 tw\n")
    let next = try recording("2.gbr", at: "12:00:01.000", "0 o\n700 three\n")
    for parts in [[one, next], [next, one]] {
      let text = try gpsbridge("export", parts[0], parts[1], "--format=gbr").output
      #expect(text.hasSuffix("0 one\n1000 tw\n1000 o\n1700 three\n"), "\(text)")
    }
    let gap = try recording("3.gbr", at: "12:00:00.000", "0 one\n1000 tw\n600000 o\n")
    let inside = try recording("4.gbr", at: "12:05:00.000", "5 in\n1005 side\n")
    for parts in [[gap, inside], [inside, gap]] {
      let text = try gpsbridge("export", parts[0], parts[1], "--format=gbr").output
      #expect(
        text.hasSuffix(
          """
          1000 tw
          # 2026-11-20T12:05:00.000Z opened usb-1.2
          300005 in
          301005 side
          # 2026-11-20T12:10:00.000Z opened usb-1.2
          600000 o

          """), "\(text)")
    }
    // One that goes on beyond the gap differs.
    let beyond = try recording("5.gbr", at: "12:05:00.000", "5 in\n290005 side\n300500 x\n")
    #expect(try export(gap, beyond, "-o", folder("all.gbr")).0 == 2)
  }

  @Test func `refuses recordings that overlap and differ, with a remedy`() throws {
    let one = try recording("1.gbr", at: "12:00:00.000", "0 one\n1000 two\n2000 three\n")
    for lines in ["0 two\n700 three\n", "0 TWO\n1000 three\n", "500 x\n"] {
      let other = try recording("2.gbr", at: "12:00:01.000", lines)
      let (exit, message) = try export(one, other, "-o", folder("all.gbr"))
      #expect(exit == 2)
      #expect(message.hasPrefix("error: \(one) and \(other) overlap, and differ\n"), "\(message)")
      #expect(message.contains("  found different bytes at 2026-11-20T12:00:0"))
      #expect(message.contains("  fix: cut one of them before: gpsbridge export "))
    }
    // A copy that was made while it grew agrees as far as it goes.
    let copy = try recording("3.gbr", at: "12:00:00.000", "0 one\n1000 two\n20")
    #expect(try export(one, copy, "-o", folder("all.gbr")).1.contains("last line of \(copy) is incomplete"))
    #expect(try folder.text("all.gbr") == folder.text("1.gbr"))
    #expect(folder.contents == ["1.gbr", "2.gbr", "3.gbr", "all.gbr", "whole.gbr"])
  }

  @Test func `refuses what has no bytes, no times, no beginning, or another receiver`() throws {
    let other = try recording("other.gbr", at: "13:00:00.000", "0 x\n", device: "usb-1.3")
    let empty = try folder.write("empty.gbr", [])
    let bare = try recording("bare.gbr", at: "13:00:00.000", "")
    let undated = try folder.write("undated.gbr", Array("#gpsbridge-recording 1 -\n0 x\n".utf8))
    let new = try folder.write("new.gbr", Array("#gpsbridge-recording 2 -\n0 x\n".utf8))
    let expected = [
      (empty, 6, "there are no bytes of a receiver in \(empty)", "it is empty", "leave it out"),
      (bare, 6, "there are no bytes of a receiver in \(bare)", "it ends after its header", "leave it out"),
      (
        undated, 6, "\(undated) does not state when it began",
        "--from, --to and several recordings need the time in its first line",
        "write it there: #gpsbridge-recording 1 2026-11-20T12:00:00.000Z"
      ),
      (
        new, 6, "\(new) can't be read",
        "line 1: it is of version \"2\", and this program reads version 1; use a newer one",
        "use the program that wrote it, or a newer gpsbridge"
      ),
      (
        Places.morningWalk, 6, "\(Places.morningWalk) has no times of arrival",
        "found the bytes of another program; a .gbr is cut and merged from recordings of gpsbridge record",
        "cut its track: gpsbridge export \(Places.morningWalk) -o TRACK.gpx --from TIME --to TIME"
      ),
      (
        other, 2, "\(whole) and \(other) are recordings of two receivers",
        "found usb-1.2 and usb-1.3; in one recording their bytes would mix",
        "merge recordings of one receiver; if it is one, correct the line \"# device:\" of one of them"
      ),
    ]
    for (file, exit, message, reason, hint) in expected {
      let found = try export(whole, file, "-o", folder("out.gbr"))
      #expect(found == (CInt(exit), "error: \(message)\n  \(reason)\n  fix: \(hint)\n"))
    }
    // One without a beginning can be copied, since no time is asked for.
    #expect(try gpsbridge("export", undated, "--format=gbr").output == "#gpsbridge-recording 1 -\n0 x\n")
    #expect(!folder.contents.contains("out.gbr"))
  }

  @Test func `writes the rest of a damaged recording, and reports the damage`() throws {
    let damaged = try recording(
      "bad.gbr", at: "12:00:00.000", "0 one\nsoon two\n2000 thr\\xZZ\n3000 four\n2500 five\n")
    let (exit, message) = try export(damaged, "-o", folder("out.gbr"))
    #expect(
      (exit, message) == (
        9,
        """
        error: \(folder("out.gbr")) is written, but 3 lines of \(damaged) can't be read as it is
          line 4: it begins with "soon two", not with milliseconds and a space; left out
          fix: a recording is text: correct the line in an editor, and export it again

        """
      ))
    #expect(try folder.text("out.gbr").hasSuffix("# device: usb-1.2\n0 one\n3000 four\n3000 five\n"))
  }

  @Test func `names each damaged recording`() throws {
    let one = try recording("bad.gbr", at: "12:00:00.000", "0 one\nsoon two\n")
    let other = try recording("worse.gbr", at: "13:00:00.000", "0 one\nsoon two\nlate three\n")
    let (exit, message) = try export(one, other, "-o", folder("out.gbr"))
    #expect(exit == 9)
    #expect(
      message.hasPrefix(
        "error: \(folder("out.gbr")) is written, but 1 line of \(one), 2 lines of \(other) can't be read as it is\n"
      ),
      "\(message)")
  }

  @Test func `never replaces its own recording, and writes none of nothing`() throws {
    for force in [["--force"], []] {
      let run = try gpsbridge(
        ["export", try recording("a.gbr", at: "13:00:00.000", "0 x\n"), whole, "-o", whole] + force)
      #expect(run.exit == 2)
      #expect(run.message.hasPrefix("error: \(whole) would be overwritten by its own export\n"))
    }
    #expect(try folder.text("whole.gbr") == Self.text)
    let (exit, message) = try export(whole, "--from", "2026-11-21", "-o", folder("none.gbr"))
    #expect(exit == 6)
    #expect(
      message == """
        error: no bytes of \(whole) came within --from and --to
          they came from 2026-11-20T12:00:00.462Z to 2026-11-20T12:00:04.250Z, by the clock of the recording computer
          fix: name times between these, in UTC

        """)
    #expect(!folder.contents.contains("none.gbr"))
  }

  @Test func `has no track's flags, and a track no second recording`() throws {
    let (exit, message) = try export(whole, "--simplify=2m", "-o", folder("a.gbr"))
    #expect(exit == 2)
    #expect(message.hasPrefix("error: --simplify goes with a track, and .gbr is a recording\n"))
    let (status, words) = try export(whole, whole, "-o", folder("a.gpx"))
    #expect(status == 2)
    #expect(words.hasPrefix("error: a track is of one recording, and 2 are given\n"))
    #expect(try export("store:x", "-o", folder("a.gbr")).0 != 0)
  }
}
