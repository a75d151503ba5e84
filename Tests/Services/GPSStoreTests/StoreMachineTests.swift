import GNSS
import GPSBridge
import GPSFormats
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSStore

/// A machine with its clocks, to which a test reports seconds.
private struct Story {
  var machine: StoreMachine
  private let start = ContinuousClock.now
  private(set) var second = 0
  /// Seconds by which this machine's clock is ahead of the receiver's.
  var ahead = 0.0
  /// How wrong this machine's clock may be; nil if nothing synchronizes it.
  var accuracy: Duration? = .milliseconds(1)
  /// Whether the receiver reports a time.
  var hasTime = true
  static let morning: Int64 = 1_795_158_000

  init(next: Int64 = 1, last: Int64? = nil, place: DevicePlace? = DevicePlace(key: "usb-1.2")) {
    self.init(next: next, last: last, places: [place])
  }

  init(next: Int64 = 1, last: Int64? = nil, places: [DevicePlace?]) {
    machine = StoreMachine(next: next, last: last, places: places)
  }

  var moment: LiveMoment {
    LiveMoment(start + .seconds(second), utcSeconds: Double(Self.morning) + Double(second) + ahead)
  }

  mutating func wait(_ seconds: Int) { second += seconds }

  mutating func fix(at time: Int64? = nil, _ latitude: Double = 47, _ longitude: Double = 9) {
    var fix = Fix()
    (fix.mode, fix.speed) = (.threeDimensional, 3)
    if hasTime { fix.time = UTC(secondsSince1970: time ?? Self.morning + Int64(second)) }
    fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    report(fix, .live, nil)
    second += 1
  }

  mutating func nothing(_ reason: NoLocationReason, _ verdict: String? = "no_fix_view") {
    report(Fix(), .lost, reason)
    machine.judge { verdict }
    second += 1
  }

  mutating func event(_ kind: ReceiverEvent.Kind) {
    machine.take(.event(ReceiverEvent(kind, at: moment.instant)), at: moment)
  }

  private mutating func report(_ fix: Fix, _ freshness: Freshness, _ reason: NoLocationReason?) {
    let update = LocationUpdate(lastKnown: nil, freshness: freshness, age: nil, reason: reason)
    let epoch = Epoch(fix, update, received: moment.instant)
    machine.take(.epoch(epoch), at: moment, accuracy: accuracy)
  }

  /// The rows of the fixes.
  var rows: [TrackRow] {
    machine.entries.compactMap { if case .fix(let row) = $0.content { row } else { nil } }
  }

  /// The contents in one word each.
  var words: [String] {
    machine.entries.map { entry in
      switch entry.content {
      case .fix: "fix"
      case .event(_, let kind, _): kind
      case .gap(let from, let to, let cause, _): "\(cause) \((to - from) / 1000)"
      case .dropped: "dropped"
      }
    }
  }
}

@Suite struct `What is stored of a receiver's reports` {
  private var story = Story()

  @Test func `has numbers without a hole, from the given one on`() {
    var story = Story(next: 42)
    story.event(.attached(DevicePlace(key: "usb-1.2")))
    for _ in 0..<3 { story.fix() }
    story.wait(60)
    story.fix()
    #expect(story.words == ["attached", "fix", "fix", "fix", "silent 61", "fix"])
    #expect(story.machine.entries.map(\.number) == Array(42...47))
  }

  @Test func `is of each receiver for itself: its sessions, gaps and segments`() {
    var story = Story(last: (Story.morning - 60) * 1000, places: ["a", "b"].map { DevicePlace(key: $0) })
    func report(_ receiver: Int, _ seconds: Range<Int>) {
      story.machine.turn(to: receiver)
      story.wait(seconds.lowerBound - story.second)
      for _ in seconds { story.fix() }
    }
    for receiver in [0, 1] { report(receiver, 0..<3) }
    report(0, 3..<13)
    report(1, 12..<13)
    #expect(story.machine.sessions.map(\.key) == ["a", "b"])
    let runs = [["not_running 60"], ["fix"], ["not_running 60"], ["fix"], ["fix"], ["silent 10", "fix"]]
    let counts = [1, 3, 1, 3, 10, 1]
    #expect(story.words == zip(runs, counts).flatMap { Array(repeating: $0, count: $1).joined() })
    #expect(
      story.machine.entries.map(\.session) == [0, 0, 0, 0, 1, 1, 1, 1] + Array(repeating: 0, count: 10) + [
        1, 1,
      ])
    #expect(story.machine.segments.map { [$0.first, $0.last] } == [[2, 4], [6, 8], [9, 18], [20, 20]])
    #expect(story.machine.segments.map(\.session) == [0, 1, 0, 1])
  }

  @Test func `has two devices where two receivers have the same serial number`() {
    let places = ["usb-1.2", "usb-1.3", "usb-1.3"].map { key in
      var place = DevicePlace(key: key)
      place.durableKey = "serial:0001"
      return place
    }
    var story = Story(places: places)
    for receiver in places.indices {
      story.machine.turn(to: receiver)
      story.fix()
    }
    #expect(story.machine.sessions.map(\.key) == ["serial:0001", "usb-1.3", "usb-1.3 #3"])
  }

  @Test mutating func `has no gap where single epochs are missing`() {
    story.fix()
    story.wait(4)
    story.fix()
    #expect(story.words == ["fix", "fix"])
  }

  @Test mutating func `has a gap with the reason that began it, and the verdict of that time`() throws {
    story.fix()
    for _ in 0..<2 { story.nothing(.disconnected, "good") }
    for _ in 0..<18 { story.nothing(.disconnected, "not_plugged_in") }
    for _ in 0..<3 { story.nothing(.searching, "good") }
    story.fix()
    for _ in 0..<9 { story.nothing(.searching, nil) }
    story.fix()
    #expect(story.words == ["fix", "disconnected 24", "fix", "searching 10", "fix"])
    let verdicts = story.machine.entries.compactMap { entry -> String? in
      if case .gap(_, _, _, let verdict) = entry.content { verdict ?? "none" } else { nil }
    }
    #expect(verdicts == ["not_plugged_in", "none"])
  }

  @Test(arguments: [6, 600, 36_000, 30 * 86_400])
  func `has the true time without a program after a boot with the time of the shutdown`(off: Int) {
    func boot() -> Story {
      var story = Story(next: 10, last: (Story.morning - Int64(off)) * 1000)
      (story.accuracy, story.ahead) = (nil, -Double(off) + 3)
      return story
    }
    // The receiver's first time decides, or a clock that the network has set, whichever comes first.
    var (receiver, network, neither) = (boot(), boot(), boot())
    for _ in 0..<20 { receiver.nothing(.searching) }
    receiver.fix()
    #expect(receiver.words.filter { $0 != "clock_stepped" } == ["not_running \(off)", "searching 20", "fix"])
    for _ in 0..<10 { network.nothing(.searching) }
    (network.accuracy, network.ahead) = (.milliseconds(9), 0)
    for _ in 0..<10 { network.nothing(.searching) }
    #expect(network.words == ["not_running \(off)"])
    network.fix()
    #expect(network.words == ["not_running \(off)", "searching 20", "fix"])
    neither.hasTime = false
    for _ in 0..<20 { neither.fix() }
    neither.wait(60)
    neither.machine.end(at: neither.moment)
    #expect(!neither.words.contains { $0.hasPrefix("not_running") })
    // Without any position the gap of this run has no time either.
    var dark = boot()
    for _ in 0..<60 { dark.nothing(.searching) }
    dark.machine.end(at: dark.moment)
    #expect(dark.words == [])
  }

  @Test func `begins with a gap for the time in which no program ran`() {
    var story = Story(next: 10, last: (Story.morning - 3600) * 1000)
    for _ in 0..<30 { story.nothing(.searching) }
    story.fix()
    #expect(story.words == ["not_running 3600", "searching 30", "fix"])
    // With a clock behind the last fix, how long that was is not known.
    var other = Story(next: 10, last: (Story.morning + 3600) * 1000)
    other.fix()
    #expect(other.words == ["fix"])
  }

  @Test mutating func `ends with the gap that is open`() {
    story.fix()
    for _ in 0..<20 { story.nothing(.searching) }
    story.machine.end(at: story.moment)
    #expect(story.words == ["fix", "searching 21"])
    var other = Story()
    other.fix()
    other.machine.end(at: other.moment)
    #expect(other.words == ["fix"])
  }

  @Test mutating func `has a gap also where the receiver's time goes back`() {
    story.fix()
    for _ in 0..<20 { story.nothing(.searching) }
    story.fix(at: Story.morning - 619_315_200)
    #expect(story.words.filter { $0 != "clock_stepped" } == ["fix", "searching 21", "fix"])
  }

  @Test mutating func `has no step of the clock where another device begins`() {
    for _ in 0..<60 { story.fix() }
    story.event(.opened(DevicePlace(key: "usb-1.3"), speed: nil))
    story.fix()
    #expect(story.words.suffix(2) == ["opened", "fix"])
  }

  @Test func `has a new session when another device is opened, and none when the same one is back`() {
    var story = Story(place: nil)
    story.event(.opened(DevicePlace(key: "usb-1.2"), speed: nil))
    story.fix()
    story.event(.detached(DevicePlace(key: "usb-1.2")))
    story.event(.opened(DevicePlace(key: "usb-1.2", node: "/dev/ttyACM1"), speed: nil))
    story.fix()
    story.event(.opened(DevicePlace(key: "usb-1.3"), speed: nil))
    story.fix()
    #expect(story.machine.sessions.map(\.key) == ["usb-1.2", "usb-1.3"])
    #expect(story.machine.entries.filter(\.isFix).map(\.session) == [0, 0, 1])
  }

  @Test func `has one device in two sockets, if its serial number shows that`() {
    var story = Story(place: nil)
    for key in ["usb-1.2", "usb-1.3"] {
      var place = DevicePlace(key: key)
      place.durableKey = "serial:DK0A1B2C"
      story.event(.opened(place, speed: nil))
      story.fix()
    }
    #expect(story.machine.sessions.map(\.key) == ["serial:DK0A1B2C", "serial:DK0A1B2C"])
  }

  @Test func `keeps the events before the first device is open`() {
    var story = Story(place: nil)
    story.event(.attached(DevicePlace(key: "usb-1.2")))
    #expect(story.words == [])
    story.event(.opened(DevicePlace(key: "usb-1.2"), speed: nil))
    #expect(story.words == ["attached", "opened"])
  }

  @Test mutating func `reports a step of this machine's clock, and keeps the order of what came`() {
    story.fix()
    story.ahead = -3600
    story.fix()
    story.ahead = -3601
    story.fix()
    #expect(story.words == ["fix", "clock_stepped", "fix", "fix"])
    #expect(story.rows.map(\.lag) == [0, -3_600_000, -3_601_000])
  }

  @Test mutating func `marks times that can't be right`() {
    for time in [315_964_800, Story.morning + 90_000, Story.morning + 2] { story.fix(at: time) }
    #expect(story.rows.map { $0.flags.contains(.wrongTime) } == [true, true, false])
  }

  @Test mutating func `refuses the place where no receiver is`() {
    story.fix()
    for _ in 0..<10 { story.fix(at: nil, 0, 0) }
    story.fix()
    #expect(story.words == ["fix", "implausible 11", "fix"])
  }

  @Test mutating func `has a segment for 256 fixes, in which times rise`() {
    for number in 0..<300 { story.fix(at: nil, 47 + Double(number) / 1000) }
    let segments = story.machine.segments
    #expect(segments.map(\.first) == [1, 257] && segments.map(\.last) == [256, 300])
    #expect(segments[0].latitudes == 470_000_000...472_550_000 && segments[0].fastest == 300)
    #expect(segments[1].times.lowerBound == (Story.morning + 256) * 1000)
    story.fix(at: Story.morning)
    #expect(story.machine.segments.count == 3, "time went back")
    story.machine.settle(story.machine.entries.count)
    #expect(story.machine.segments.map(\.first) == [301] && story.machine.entries.isEmpty)
    story.fix(at: Story.morning + 400)
    #expect(story.machine.segments.map(\.last) == [302])
  }

  @Test mutating func `is bounded: the oldest go, and an entry counts them`() throws {
    for _ in 0..<3601 {
      story.fix()
      story.machine.limit(at: story.moment, cause: "disk_full")
    }
    let machine = story.machine
    #expect(machine.entries.count <= StoreMachine.mostEntries && machine.made == 3601)
    guard case .dropped(let last, _, let cause) = try #require(machine.entries.first).content else {
      throw Unexpected()
    }
    #expect(cause == "disk_full" && machine.dropped == Int(last))
    #expect(machine.entries.count(where: \.isFix) + machine.dropped == machine.made)
    #expect(machine.entries[1].number == last + 1 && machine.segments.allSatisfy { $0.last > last })
  }

  @Test mutating func `counts what was lost on the way with numbers of its own`() {
    story.fix()
    story.machine.lose(5, at: story.moment, cause: "slow_disk")
    story.fix()
    #expect(story.machine.entries.map(\.number) == [1, 2, 7])
    #expect(story.machine.made == 7 && story.machine.dropped == 5)
  }
}
