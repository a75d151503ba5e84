import Testing

/// The examples as they stand, on a terminal in place of a cable.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `An example` {
  @Test func `says where it is, in a handful of lines`() throws {
    let (printed, _) = try Example("hello-location").run(latitudes: [48, 48.001], until: "48.001")
    let lines = printed.split(separator: "\n")
    #expect(lines.first?.hasPrefix("48.000000, 11.516667 ±3.6 m, 545 m, 0.0 m/s, 2026-11-20T12:00:0") == true)
    #expect(lines.last?.hasPrefix("48.001000, 11.516667 ±3.6 m, 545 m, 0.0 m/s, 2026-11-20T12:00:0") == true)
  }

  @Test func `follows a walk with a view model`() throws {
    let (printed, status) = try Example("example-walk").run(latitudes: [48, 48.001, 48.002])
    #expect(
      printed == """
        48.0000, 11.5167: 0 m walked, accurate to 3 m
        48.0010, 11.5167: 111 m walked, accurate to 3 m
        48.0020, 11.5167: 222 m walked, accurate to 3 m

        """)
    #expect(status == 0)
  }

  @Test func `tells an observer and a delegate`() throws {
    let (printed, status) = try Example("example-two-delegates").run(latitudes: [48, 48.001, 48.002])
    #expect(
      printed == """
        delegate: 48.0
        observer: 48.0
        delegate: 48.001
        observer: 48.001
        delegate: 48.002
        observer: 48.002

        """)
    #expect(status == 0)
  }

  @Test func `passes one location on to two screens, and to none that is closed`() throws {
    let (printed, status) = try Example("example-repository").run(latitudes: [48.25])
    #expect(printed == "home: 48.25, 11.516666666666667\nregister: 48.25, 11.516666666666667\n")
    #expect(status == 0)
  }
}
