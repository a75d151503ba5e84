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

  @discardableResult private func recording(
    _ name: String, at time: String, _ lines: String, device: String = "usb-1.2"
  ) throws -> String {
    try folder.write(
      name, Array("#gpsbridge-recording 1 2026-11-20T\(time)Z\n# device: \(device)\n\(lines)".utf8))
  }

  private func export(_ words: String...) throws -> (CInt, String) {
    let run = try gpsbridge(["export"] + words)
    #expect(run.output == "")
    return (run.exit, run.message)
  }

  @Test(arguments: 0...4) func `cut at any moment and merged again is the original`(_ second: Int) throws {
    let time = "2026-11-20T12:00:0\(second)Z"
    #expect(try export(whole, "--to", time, "-o", folder("a.gbr")).0 == (second == 0 ? 6 : 0))
    #expect(try export(whole, "--from", time, "-o", folder("b.gbr")).0 == 0)
    #expect((try folder.text("b.gbr") == Self.text) == (second == 0))
    let parts = second == 0 ? [folder("b.gbr")] : [folder("b.gbr"), folder("a.gbr")]
    let run = try gpsbridge(["export", "--format=gbr"] + parts)
    #expect(run.exit == 0 && run.output == Self.text)
  }

  @Test func `keeps each byte, time and comment in copies, cuts and what is merged of them`() throws {
    let lines = (0..<10).map { "\($0 * 1000) $GPGGA,12\n\($0 * 1000 + 500) 34\\x0D\\x0A\n" }.joined()
    let head = "# the roof, by Ann\n# speed: 9600\n#\n# a borrowed antenna\n"
    for (name, time, text) in [
      ("long", "12:00:00.750", lines), ("first", "12:00:00.000", "# speed: 9600\n0 one\n1000 two\n"),
      ("later", "13:00:00.000", "# speed: 38400\n# port: /dev/ttyUSB1\n50 three\n"),
      ("next", "12:00:01.900", "# speed: 9600\n0 three\n"),
      ("again", "12:00:01.800", "# speed: 9600\n100 three\n"),
      ("roof", "12:00:00.000", head + "0 one\n1000 two\n# windy\n2000 three\n"),
      ("bob", "12:00:02.500", "# speed: 9600\n# the roof, by Ann\n# by Bob\n0 four\n"),
      ("cy", "13:00:00.000", "soon\n# after damage\n# by Cy\n0 five\n1000 six\n"),
      ("ann", "12:00:00.000", "# by: Ann\n0 one\n1000 two\n"),
      ("mast", "12:00:01.900", "# by: Ann\n# 12:30 moved to the mast\n0 three\n"),
      ("evening", "13:00:00.000", "# by: Ann\n# 12:30 moved to the mast\n0 three\n"),
      ("meets", "12:00:00.000", "0 one\n1000 tw\n"), ("met", "12:00:01.000", "0 o\n700 three\n"),
      ("gap", "12:00:00.000", "0 one\n1000 tw\n600000 o\n"), ("inside", "12:05:00.000", "5 in\n1005 side\n"),
      ("bad", "12:00:00.000", "0 one\nsoon two\n2000 thr\\xZZ\n3000 four\n2500 five\n"),
      ("worse", "13:00:00.000", "0 one\nsoon two\nlate three\n"),
    ] { try recording("\(name).gbr", at: time, text) }
    func merge(_ names: String...) -> String { "export --format=gbr" + names.map { " @/\($0).gbr" }.joined() }
    func cut(_ name: String, _ times: String, _ part: String) -> String {
      "export @/\(name).gbr \(times) -o @/\(part).gbr"
    }
    try Transcript.expect(
      "cuts", in: folder,
      [
        "keeps each byte and each time": ["export @/whole.gbr -o @/copy.gbr", merge("copy"), merge("whole")],
        "cuts a sentence in two, states where, and knows a gap from a cut; twice the same is once": [
          cut("long", "--to 12:00:03", "a"), cut("long", "--from 12:00:03 --to 12:00:06", "b"),
          cut("long", "--from 12:00:06", "c"), merge("b"), merge("c", "a", "b"),
          merge("a", "b", "c", "long", "a"), merge("a", "c"),
        ],
        "marks the beginning of another recording, but not of a file that `record --rotate` began": [
          merge("later", "first"), merge("first", "next"), merge("first", "again"),
        ],
        "keeps the comments before the first bytes, in a cut and of each merged recording": [
          merge("roof"), cut("roof", "--to 12:00:00", "d"), cut("roof", "--from 12:00:01", "e"), merge("d"),
          merge("e"), merge("d", "e", "e"), merge("e", "roof", "d"), merge("bob", "roof"),
          merge("roof", "cy"),
        ],
        "keeps a comment with a colon of a later recording, with and without a gap": [
          merge("ann", "mast"), merge("ann", "evening"),
        ],
        "joins recordings in any order that meet in a millisecond, or of which one lies in a gap": [
          merge("meets", "met"), merge("met", "meets"), merge("gap", "inside"), merge("inside", "gap"),
        ],
        "writes the rest of a damaged recording, and reports the damage of each": [
          "export @/bad.gbr -o @/rest.gbr", merge("rest"), "export @/bad.gbr @/worse.gbr -o @/rests.gbr",
        ],
      ])
    #expect(try folder.text("copy.gbr") == Self.text)
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

  @Test func `is none of what can't be joined, with a remedy, and never replaces its own recording`() throws {
    for (name, time, text) in [
      ("three", "12:00:00.000", "0 one\n1000 two\n2000 three\n"),
      ("other1", "12:00:01.000", "0 two\n700 three\n"), ("other2", "12:00:01.000", "0 TWO\n1000 three\n"),
      ("other3", "12:00:01.000", "500 x\n"), ("grown", "12:00:00.000", "0 one\n1000 two\n20"),
      ("gap", "12:00:00.000", "0 one\n1000 tw\n600000 o\n"),
      ("beyond", "12:05:00.000", "5 in\n290005 side\n300500 x\n"), ("bare", "13:00:00.000", ""),
    ] { try recording("\(name).gbr", at: time, text) }
    try recording("foreign.gbr", at: "13:00:00.000", "0 x\n", device: "usb-1.3")
    try folder.write("empty.gbr", [])
    try folder.write("undated.gbr", Array("#gpsbridge-recording 1 -\n0 x\n".utf8))
    try folder.write("new.gbr", Array("#gpsbridge-recording 2 -\n0 x\n".utf8))
    let before = folder.contents
    try Transcript.expect(
      "not-joined", in: folder,
      [
        "they overlap and differ": ["other1", "other2", "other3"].map {
          "export @/three.gbr @/\($0).gbr -o @/x.gbr"
        },
        "one goes on beyond the gap": ["export @/gap.gbr @/beyond.gbr -o @/x.gbr"],
        "one has no bytes, no times, no beginning, a newer form, or another receiver": [
          "@/empty.gbr", "@/bare.gbr", "@/undated.gbr", "@/new.gbr", "WALK", "@/foreign.gbr",
        ].map { "export @/whole.gbr \($0) -o @/x.gbr" },
        "one without a beginning can be copied": ["export --format=gbr @/undated.gbr"],
        "it would be its own recording": ["", " --force"].map {
          "export @/foreign.gbr @/whole.gbr -o @/whole.gbr\($0)"
        },
        "nothing came within the times": ["export @/whole.gbr --from 2026-11-21 -o @/x.gbr"],
        "it has no track's flags, and a track no second recording": [
          "export @/whole.gbr --simplify=2m -o @/x.gbr", "export @/whole.gbr @/whole.gbr -o @/x.gpx",
          "export store:@/none.db -o @/x.gbr",
        ],
      ])
    #expect(try folder.contents == before && folder.text("whole.gbr") == Self.text)
    // A copy that was made while it grew agrees as far as it goes.
    let (_, message) = try export(folder("three.gbr"), folder("grown.gbr"), "-o", folder("all.gbr"))
    #expect(message.contains("last line of \(folder("grown.gbr")) is incomplete"))
    #expect(try folder.text("all.gbr") == folder.text("three.gbr"))
  }
}
