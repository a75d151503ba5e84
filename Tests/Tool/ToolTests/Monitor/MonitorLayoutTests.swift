import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `The layout of the overview` {
  private func areas(_ layout: MonitorLayout) -> [Area] {
    [layout.fix, layout.sky, layout.why, layout.signals, layout.track, layout.events].compactMap { $0 }
  }

  /// Each size from the smallest with frames, with little and with much to show.
  private func forEach(_ body: (ScreenSize, MonitorLayout) -> Void) {
    for width in [72, 73, 80, 100, 131, 132, 200, 500] {
      for height in Array(20...64) + [100, 300] {
        for advice in [1, 3, 7, 40] {
          for signals in [1, 4, 8, 60] {
            for hasSky in [true, false] {
              let size = ScreenSize(width: width, height: height)
              body(size, MonitorLayout(size, advice: advice, signals: signals, hasSky: hasSky))
            }
          }
        }
      }
    }
  }

  @Test func `fills each row of frames between the first line and the last one, and no two overlap`() {
    var wrong: [String] = []
    forEach { size, layout in
      let all = areas(layout)
      for (index, area) in all.enumerated() {
        if area.y < 1 || area.bottom > size.height - 1 || area.x < 0 || area.right > size.width {
          wrong.append("\(size): \(area) is outside")
        }
        if area.inner.isEmpty { wrong.append("\(size): \(area) has no line within its frame") }
        // Neighbors share an edge.
        for other in all[(index + 1)...] {
          let wide = min(area.right, other.right) - max(area.x, other.x)
          let high = min(area.bottom, other.bottom) - max(area.y, other.y)
          if wide > 1 && high > 1 { wrong.append("\(size): \(area) overlaps \(other)") }
        }
      }
      let ends = [
        (layout.sky ?? layout.fix).right, layout.why.right, layout.signals.right, layout.events?.right,
      ]
      if ends.compactMap({ $0 }).contains(where: { $0 != size.width }) { wrong.append("\(size): \(ends)") }
    }
    #expect(wrong == [])
  }

  @Test func `has a sky only where somebody wants it`() {
    let size = ScreenSize(width: 100, height: 30)
    #expect(MonitorLayout(size, advice: 1, signals: 4, hasSky: true).sky != nil)
    let without = MonitorLayout(size, advice: 1, signals: 4, hasSky: false)
    #expect(without.sky == nil && without.fix.width == 100)
  }

  @Test func `gives advice no more lines than it has, and no more than two fifths`() {
    forEach { size, layout in #expect(layout.why.inner.height <= max(1, (size.height - 6) * 2 / 5)) }
    let size = ScreenSize(width: 100, height: 40)
    #expect(MonitorLayout(size, advice: 2, signals: 4, hasSky: true).why.inner.height == 2)
  }

  @Test func `has the track and the events both, or none of them`() {
    forEach { _, layout in #expect((layout.track == nil) == (layout.events == nil)) }
    #expect(
      MonitorLayout(ScreenSize(width: 132, height: 50), advice: 1, signals: 8, hasSky: true).track != nil)
  }
}
