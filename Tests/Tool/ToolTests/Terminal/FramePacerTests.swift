import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `The pace of frames` {
  private var pacer = FramePacer(shortest: .milliseconds(100), longest: .milliseconds(250))
  private let start = ContinuousClock.now

  @Test mutating func `draws the first frame at once, and soon after a change`() {
    #expect(pacer.due(at: start) <= start)
    pacer.drew(at: start)
    #expect(pacer.due(at: start) == start + .milliseconds(250))
    let later = start + .milliseconds(150)
    pacer.change(at: later)
    #expect(pacer.due(at: later) == later + FramePacer.gathering)
    #expect(pacer.due(at: later, isQuiet: true) == later)
  }

  @Test mutating func `keeps the shortest time between two frames`() {
    pacer.drew(at: start)
    pacer.change(at: start + .milliseconds(1))
    #expect(pacer.due(at: start + .milliseconds(1)) == start + .milliseconds(100))
    #expect(pacer.due(at: start + .milliseconds(1), isQuiet: true) == start + .milliseconds(100))
  }

  @Test mutating func `answers a key at once, however short ago the last frame was`() {
    pacer.drew(at: start)
    let soon = start + .milliseconds(2)
    pacer.press()
    #expect(pacer.due(at: soon) == soon)
    pacer.drew(at: soon)
    #expect(pacer.due(at: soon) == soon + .milliseconds(250))
  }

  @Test mutating func `makes ten frames a second of a storm, and the last one shows how it ended`() {
    var sizes: [Int] = []
    var size = 0
    // A thousand changes of the window's size in a second, and then quiet.
    for millisecond in 0..<1300 {
      let now = start + .milliseconds(millisecond)
      if millisecond < 1000 {
        size = 40 + millisecond % 97
        pacer.change(at: now)
      }
      guard pacer.due(at: now) <= now else { continue }
      sizes.append(size)
      pacer.drew(at: now)
    }
    #expect(sizes.count <= 13 && sizes.count >= 10 && sizes.last == size)
  }

  @Test func `draws now and then where nothing happens but time`() {
    var pacer = FramePacer(shortest: .milliseconds(33), longest: .milliseconds(250))
    var frames = 0
    for millisecond in 0..<1000 {
      let now = start + .milliseconds(millisecond)
      guard pacer.due(at: now) <= now else { continue }
      frames += 1
      pacer.drew(at: now)
    }
    #expect(frames == 4)
  }
}
