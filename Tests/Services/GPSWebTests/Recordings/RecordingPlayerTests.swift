import GNSS
import GPSFormats
import TestSupport
import Testing

@testable import GPSWeb

/// A listener to a recording, on time that is moved by hand.
private struct Listener {
  var player: RecordingPlayer
  var now = ContinuousClock.now
  private(set) var text = ""
  private(set) var step = BodyStep.later

  init(_ bytes: [UInt8] = RecordingShelf.walk, _ change: (inout RecordingPlayer.Playback) -> Void = { _ in })
    throws
  {
    let shelf = try RecordingShelf()
    try shelf.add("walk.gbr", bytes)
    var playback = RecordingPlayer.Playback()
    change(&playback)
    let file = try shelf.folder.file("walk.gbr")
    player = RecordingPlayer(file, "walk.gbr", playback, greeting: Array("hello\n\n".utf8), at: now)
  }

  /// Takes what there is now, in pieces of a size.
  mutating func take(room: Int = 1000) {
    var buffer = [UInt8](repeating: 0, count: room)
    repeat {
      step = unsafe buffer.withUnsafeMutableBytes { unsafe player.fill($0, at: now) }
      if case .wrote(let count) = step { text += String(decoding: buffer[..<count], as: UTF8.self) }
    } while isGoingOn
  }

  private var isGoingOn: Bool {
    switch step {
    case .wrote, .later: true
    case .wait, .waitFor, .end, .broken, .leftBehind: false
    }
  }

  mutating func wait(_ duration: Duration, room: Int = 1000) {
    now += duration
    take(room: room)
  }

  var records: [Substring] { text.fullLines.filter { $0.hasPrefix("data: ") } }
  var fixes: [Substring] { records.filter { $0.contains(#""type":"fix""#) } }
}

extension UTC {
  fileprivate init(minute: Int, second: Int) {
    // 2026-11-20T07:00:00Z
    self.init(secondsSince1970: 1_795_158_000 + Int64(minute * 60 + second))
  }
}

@Suite struct `A recording that is played` {
  @Test func `comes at the pace at which it was made`() throws {
    var listener = try Listener()
    listener.take()
    #expect(listener.text.hasPrefix("hello\n\n") && listener.fixes.count == 1)
    guard case .waitFor(let duration) = listener.step else { throw Unexpected(listener.step) }
    #expect(duration > .zero && duration <= .seconds(1))
    listener.wait(.seconds(30))
    #expect(30...32 ~= listener.fixes.count)
    listener.wait(.milliseconds(100))
    #expect(30...32 ~= listener.fixes.count)
  }

  @Test func `comes faster and slower as it is asked`() throws {
    var quick = try Listener { $0.speed = 100 }
    quick.take()
    quick.wait(.seconds(1))
    #expect(100...102 ~= quick.fixes.count)
    var slow = try Listener { $0.speed = 0.1 }
    slow.take()
    slow.wait(.seconds(30))
    #expect(3...5 ~= slow.fixes.count)
  }

  @Test(arguments: [1, 7, 100_000]) func `is the same in pieces of any size`(room: Int) throws {
    var listener = try Listener { $0.speed = 1000 }
    listener.take(room: room)
    listener.wait(.seconds(3600), room: room)
    #expect(listener.step == .end)
    var whole = try Listener { $0.speed = 1000 }
    whole.take()
    whole.wait(.seconds(3600))
    #expect(listener.text == whole.text && whole.fixes.count > 290)
  }

  @Test func `has fixes, skies, events and verdicts, each one marked as recorded or dated`() throws {
    var listener = try Listener()
    listener.take()
    listener.wait(.seconds(3600))
    for type in ["fix", "sky", "event", "verdict"] {
      #expect(listener.records.contains { $0.contains(#""type":"\#(type)""#) }, "\(type)")
    }
    #expect(listener.fixes.allSatisfy { $0.contains(#""state":"recorded""#) })
    #expect(listener.text.contains(#""event":"first_fix""#))
    #expect(listener.records.allSatisfy { $0.contains(#""device":"walk.gbr""#) })
    // No id: there is nothing to come back to.
    #expect(!listener.text.contains("id: "))
  }

  @Test func `from a moment on tells first what was known then`() throws {
    var listener = try Listener { $0.from = UTC(minute: 4, second: 30) }
    listener.take()
    let types = listener.records.map { record in
      ["fix", "sky", "event", "verdict"].first { record.contains(#""type":"\#($0)""#) } ?? "?"
    }
    #expect(types.starts(with: ["verdict", "sky", "fix", "event"]), "\(types)")
    #expect(listener.fixes.count == 2 && listener.fixes.first?.contains("07:04:29.000Z") == true)
    #expect(listener.fixes.last?.contains("07:04:30.000Z") == true)
  }

  @Test func `from a moment on begins there where the receiver's clock is years behind`() throws {
    let bytes = try RecordingShelf.recording(begun: "2029-03-01T07:02:00.000Z")
    var listener = try Listener(bytes) { $0.from = UTC(minute: 4, second: 30) }
    listener.take()
    #expect(listener.fixes.last?.contains("2026-11-20T07:04:30.000Z") == true && listener.fixes.count == 2)
  }

  @Test func `from behind its end tells what was known then, and ends`() throws {
    var listener = try Listener { $0.from = UTC(minute: 50, second: 0) }
    listener.take()
    #expect(listener.step == .end && listener.fixes.count == 1 && listener.fixes[0].contains("07:06:59.000Z"))
  }

  @Test func `has the kinds that were asked for`() throws {
    var listener = try Listener { $0.types = [.sky] }
    listener.take()
    listener.wait(.seconds(3600))
    #expect(listener.records.count > 200 && listener.records.allSatisfy { $0.contains(#""type":"sky""#) })
  }

  @Test func `decodes one piece of the file in a turn`() throws {
    // No epoch in it is ever wanted, so each turn only reads.
    let long = Array(repeating: RecordingShelf.walk, count: 8).flatMap { $0 }
    var listener = try Listener(long) { $0.from = UTC(minute: 59, second: 0) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var (turns, comments) = (0, 0)
    while true {
      let step = unsafe buffer.withUnsafeMutableBytes { unsafe listener.player.fill($0, at: listener.now) }
      if step == .end { break }
      if step == .later { turns += 1 }
      // So that a listener who has gone is noticed.
      if step == .wrote(3) { comments += 1 }
    }
    #expect(turns > long.count / 16_384 - 3 && comments == long.count >> 20)
  }

  @Test func `says the time beside its records while none is due`() throws {
    var listener = try Listener { $0.speed = 0.1 }
    listener.take()
    listener.player.say(Array("tick\n\n".utf8))
    listener.take()
    #expect(listener.text.hasSuffix("tick\n\n"))
    guard case .waitFor = listener.step else { throw Unexpected(listener.step) }
  }
}
