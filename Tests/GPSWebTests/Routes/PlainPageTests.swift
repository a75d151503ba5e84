import GPSBridge
import TestSupport
import Testing

@testable import GPSWeb

@Suite struct `The page without scripts` {
  private static let verdict = Verdict(
    .jammed, what: "The <band> is jammed & loud.", why: "Why.", advice: "Do.", expectation: "Expect.",
    evidence: [])

  private static func text(_ latest: LocationUpdate?, age: Duration? = nil, isSuspect: Bool = false) -> String
  {
    var page = PlainPage()
    page.add("sim/ttyACM0", latest, age: age, isSuspect: isSuspect, verdict)
    return String(decoding: page.finish(), as: UTF8.self)
  }

  @Test func `shows the verdict of a receiver without a position, with no mark of HTML in it`() {
    let text = Self.text(nil)
    #expect(text.contains("<h2>No fix yet</h2>"))
    #expect(text.contains("<h2>The &lt;band&gt; is jammed &amp; loud.</h2>"))
    #expect(text.contains("<p>Do. Expect.</p>"))
    #expect(text.contains("<meta http-equiv=\"refresh\" content=\"5\">"))
    #expect(!text.contains("<script"))
  }

  @Test func `says that a position is not to be trusted, however new it is`() {
    let text = Self.text(LocationUpdate(lastKnown: nil, freshness: .live, age: nil), isSuspect: true)
    #expect(text.contains("<h2>Position not to be trusted</h2>"))
    #expect(!text.contains("<h2>Fix</h2>"))
  }

  @Test func `calls nothing a fix that was never there`() {
    #expect(
      Self.text(LocationUpdate(lastKnown: nil, freshness: .lost, age: nil)).contains("<h2>No fix yet</h2>"))
  }
}
