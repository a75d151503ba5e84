import SimulatedGPS
import Testing

/// The examples as they stand, with simulated receivers behind ports, at their real pace.
@Suite(
  .serialized, .timeLimit(.minutes(2)),
  .enabled(if: Example.folder != nil, "`make outside` builds the examples, and runs these tests")
) struct `An example` {
  @Test func `says where it is, in a handful of lines`() throws {
    let shown = try Example("hello-location").run([], [Cable(carried: [(1, "48.0000")])], until: "48.0010")
    // As the front page shows it.
    #expect(shown.lines.first == "The receiver is being opened.")
    let places = shown.lines.drop { $0.hasPrefix("The receiver ") }
    #expect(places.first == "48.000024, 11.500036 ±2.6 m, 540 m ±2.9 m, 0.0 m/s, 2026-11-20T07:08:02Z")
    #expect(places.last?.hasPrefix("48.0010") == true)
    let form = /48\.00\d{4}, 11\.\d{6} ±\d+(\.\d)? m, 5\d\d m.*, 2026-11-20T07:08:\d\dZ/
    for line in places { #expect(line.wholeMatch(of: form) != nil, "\(line)") }
  }

  @Test func `says what keeps it from saying where it is, at once and into a pipe`() throws {
    let shown = try Example("hello-location").runIntoPipe(source: "nonsense:x", until: "GPSBRIDGE_SOURCE")
    #expect(shown.contains("\"nonsense:x\" names no port"))
    #expect(shown.contains("Set GPSBRIDGE_SOURCE to a source, or unset it."))
  }

  @Test func `asks once, and has its answer`() throws {
    let shown = try Example("ask-once").run([], [Cable()])
    #expect(shown.lines.count == 1 && shown.lines.first?.hasPrefix("here: 48.0000") == true)
    #expect(shown.status == 0)
  }

  @Test func `asks once, and says why there is no answer`() throws {
    let shown = try Example("ask-once").run(["2"], [Cable(.noFix)])
    #expect(shown.lines.count == 1)
    #expect(shown.lines.first?.hasPrefix("nowhere: no location within 2.0 seconds") == true)
    #expect(shown.status == 1)
  }

  @Test func `is told when a fence is crossed`() throws {
    let circle = ["48", "11.5", "100"]
    let cable = try Cable(carried: [(3, "is at home"), (0, "left home")])
    let shown = try Example("watch-a-fence").run(circle, [cable], until: "came home")
    #expect(shown.lines == ["is at home", "left home", "came home"])
  }

  @Test(arguments: [[], ["48"], ["48", "11.5", "-1"], ["98", "11.5", "100"], ["48", "11.5", "near"]])
  func `wants to know which fence`(_ arguments: [String]) throws {
    let shown = try Example("watch-a-fence").run(arguments)
    #expect(shown == .init(lines: ["usage: watch-a-fence LATITUDE LONGITUDE RADIUS"], status: 2))
  }

  @Test func `observes a model`() throws {
    let shown = try Example("observe-a-model").run([], [Cable(carried: [(1, "48.0000")])], until: "48.0010")
    #expect(shown.lines.contains { $0.hasPrefix("48.0000") })
    #expect(shown.lines.last?.hasPrefix("48.0010") == true && shown.lines.last?.hasSuffix(" m") == true)
  }

  @Test func `writes down where two vehicles are`() throws {
    let cables = try [Cable(carried: [(2, "van,48.00")]), Cable(carried: [(1, "bike,48.00")])]
    let shown = try Example("log-a-fleet").run(
      ["van={0}", "bike={1}"], cables, until: "van,48.0020", "bike,48.0010")
    #expect(shown.lines.first == "time,vehicle,latitude,longitude,reason")
    #expect(shown.lines.contains { $0.wholeMatch(of: /,van,,,[a-z_]+/) != nil })
    let form = /2026-11-20T07:0\d:\d\dZ,(van|bike),(48\.00\d\d)\d*,11\.5000\d*,/
    let places = shown.lines.compactMap { $0.wholeMatch(of: form)?.output }
    // On a busy machine seconds come so unevenly that a vehicle seems lost for a moment; then its place comes once more.
    func way(of name: String) -> [Substring] {
      places.filter { $0.1 == name }.map(\.2).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
    #expect(way(of: "van") == ["48.0000", "48.0020"] && way(of: "bike") == ["48.0000", "48.0010"])
  }

  @Test(arguments: [
    ([], "usage: log-a-fleet NAME=SOURCE..."), (["van"], "usage: log-a-fleet NAME=SOURCE..."),
    (["van=/dev/ttyUSB0", "bike"], "usage: log-a-fleet NAME=SOURCE..."),
    (["van=sim:rocket"], "there is no scenario"),
  ])
  func `wants to know which vehicles`(_ arguments: [String], _ answer: String) throws {
    let shown = try Example("log-a-fleet").run(arguments)
    #expect(shown.lines.count == 1 && shown.lines.first?.hasPrefix(answer) == true && shown.status == 2)
  }

  @Test func `knows a broken sentence in a log, and goes on behind it`() throws {
    var engine = SimulatedReceiverMachine(.staticDesk)
    var log: [UInt8] = Array("$GPGLL,4916.45,N,12311.12,W,225444,A*32\r\n".utf8)
    for emission in engine.advance(to: .seconds(10)) {
      if case .bytes(let chunk) = emission { log += chunk.bytes }
    }
    let shown = try Example("read-sentences").run(input: log)
    #expect(shown.lines.first == "line 1: checksum(found: 50, expected: 49)")
    #expect(shown.lines.contains("GNGGA 9") && shown.lines.contains("GPGSV 27"))
    #expect(shown.lines.last?.hasPrefix("heights: 54") == true && shown.status == 0)
  }

  @Test func `reads a port until it is pulled out`() throws {
    let cable = try Cable(unpluggedAt: "$GNGGA,070805")
    let shown = try Example("read-a-port").run([cable.path], [cable])
    #expect(shown.lines.count { $0.hasPrefix("$GNGGA,07080") } >= 3)
    #expect(shown.lines.dropLast().allSatisfy { $0.hasPrefix("$") })
    // The last sentence may be cut in two.
    #expect(shown.lines.last?.contains("\(cable.path) has been unplugged") == true && shown.status == 0)
  }

  @Test func `says why a port cannot be read`() throws {
    let shown = try Example("read-a-port").run(["/dev/ttyUSB99"])
    #expect(shown.lines.first?.hasPrefix("cannot open /dev/ttyUSB99: there is no such device") == true)
    #expect(shown.status == 1)
  }

  @Test func `follows a walk with a view model`() throws {
    let shown = try Example("follow-a-walk").run([], [Cable(carried: [(1, "48.0000"), (2, "48.0010")])])
    let form = /48\.00(\d)0, 11\.5000: (\d+) m walked, accurate to \d m/
    let walked = shown.lines.map { $0.wholeMatch(of: form).map { [Int($0.1), Int($0.2).map { $0 / 10 }] } }
    #expect(walked == [[0, 0], [1, 11], [2, 22]] && shown.status == 0)
  }

  @Test func `follows a walk that begins late, and uses next to no processor time until then`() throws {
    let cable = try Cable(carried: [(1, "48.0000"), (2, "48.0010")])
    let (shown, idle) = try Example("follow-a-walk").run(plugging: cable)
    #expect(idle < .milliseconds(50))
    #expect(shown.lines.count == 3 && shown.lines.last?.hasPrefix("48.0020") == true && shown.status == 0)
  }

  @Test func `tells an observer and a delegate`() throws {
    let cable = try Cable(carried: [(1, "observer: 48.000"), (2, "observer: 48.001")])
    let shown = try Example("tell-two-delegates").run([], [cable])
    let expected = ["48.000", "48.001", "48.002"].flatMap { ["delegate: \($0)", "observer: \($0)"] }
    #expect(shown == .init(lines: expected, status: 0))
  }

  @Test func `passes one location on to two screens, and to none that is closed`() throws {
    let shown = try Example("share-a-manager").run([], [Cable()])
    let place = "48.0000, 11.5000"
    #expect(shown == .init(lines: ["home: \(place)", "register: \(place)"], status: 0))
  }
}
