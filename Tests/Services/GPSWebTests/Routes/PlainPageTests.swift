import FoundationEssentials
import GNSS
import GPSBridge
import TestSupport
import Testing

@testable import GPSWeb

@Suite struct `The page without scripts` {
  private static func text(
    _ freshness: Freshness, isSuspect: Bool = false, _ code: Verdict.Code = .jammed, fix: Fix? = nil
  ) -> String {
    var page = PlainPage()
    let verdict = Verdict(
      code, what: "The <band> is jammed & loud.", why: "Why.", remedy: "Do.", expectation: "Expect.",
      evidence: [])
    let health = ReceiverHealth(device: "sim/ttyACM0", freshness: freshness, isSuspect: isSuspect)
    page.add(health, fix, nil, age: nil, verdict)
    return String(decoding: page.finish(), as: UTF8.self)
  }

  @Test func `shows the verdict of a receiver without a position, with no mark of HTML in it`() {
    let text = Self.text(.lost)
    #expect(text.contains("<h2>No fix yet</h2>"))
    #expect(text.contains("<h2>The &lt;band&gt; is jammed &amp; loud.</h2>"))
    #expect(text.contains("<p>Do. Expect.</p>"))
    #expect(text.contains("<meta http-equiv=\"refresh\" content=\"5\">") && !text.contains("<script"))
  }

  @Test func `says that a position is forged while it counts, and lost once it is`() {
    for freshness in [Freshness.live, .aging, .stale] {
      #expect(Self.text(freshness, isSuspect: true).contains("<h2>Forged?</h2>"))
    }
    #expect(Self.text(.lost, isSuspect: true).contains("<h2>No fix yet</h2>"))
  }

  @Test func `calls a fix what the page with scripts calls it`() {
    var fix = Fix()
    fix.mode = .threeDimensional
    #expect(Self.text(.live, fix: fix).contains("<h2>3D fix</h2>"))
    fix.mode = .twoDimensional
    #expect(Self.text(.live, fix: fix).contains("<h2>2D fix</h2>"))
    fix.quality = .deadReckoning
    #expect(Self.text(.live, fix: fix).contains("<h2>Dead reckoning</h2>"))
  }

  @Test func `names the fault of a receiver that gives nothing in the words of the page with scripts`() throws
  {
    let root = ProjectFolder.path
    let script = try String(
      contentsOfFile: root + "/Sources/Services/CGPSPageFiles/Page/words.js", encoding: .utf8)
    let table = script.split(separator: "export const faults = {")[1].split(separator: "}")[0]
    var words: [String: String] = [:]
    for entry in table.split(separator: ",") {
      let parts = entry.split(separator: ":").map { $0.drop { " \n'".contains($0) } }
      guard parts.count == 2 else { continue }
      words[String(parts[0])] = String(parts[1].prefix { $0 != "'" })
    }
    let faults = Dictionary(uniqueKeysWithValues: PlainPage.faults.map { ($0.key.rawValue, $0.value) })
    #expect(faults == words)
    for (code, word) in PlainPage.faults {
      #expect(Self.text(.lost, code).contains("<h2>\(word)</h2>"), "\(word)")
      // What still counts is no fault.
      #expect(!Self.text(.live, code).contains("<h2>\(word)</h2>"), "\(word)")
    }
  }
}
