import SimulatedGPS
import Testing

@Suite struct `A story` {
  @Test func `puts one thing behind the other`() {
    let story = Story {
      Story.Wait(for: .seconds(10))
      Story.Enter(.tunnel, for: .seconds(20))
      Story.Fault(.noise, share: 0.2, for: .seconds(5))
      Story.Unplug(for: .seconds(3), returningAs: "ttyUSB1")
      Story.Restart(.warm)
      Story.Refuse(.busy, for: .seconds(2))
    }
    #expect(
      story.events == [
        Scenario.Event(from: .seconds(10), to: .seconds(30), .surroundings(.tunnel)),
        Scenario.Event(from: .seconds(30), to: .seconds(35), .fault(.noise, share: 0.2)),
        Scenario.Event(from: .seconds(35), to: .seconds(38), .unplug(returnsAs: "ttyUSB1", waking: .hot)),
        Scenario.Event(from: .seconds(38), to: .seconds(38), .restart(.warm)),
        Scenario.Event(from: .seconds(38), to: .seconds(40), .refusal(.busy)),
      ])
    #expect(story.duration == .seconds(40))
  }

  @Test func `does not wait for what happens meanwhile`() {
    let story = Story {
      Story.Meanwhile {
        Story.Wait(for: .seconds(5))
        Story.Fault(.cut, for: .seconds(50))
      }
      Story.Enter(.canyon, for: .seconds(10))
    }
    #expect(story.events[0].start == .seconds(5) && story.events[0].end == .seconds(55))
    #expect(story.events[1].start == .zero && story.duration == .seconds(10))
  }

  @Test func `may repeat itself, and may depend`() {
    func tell(_ isBad: Bool) -> Story {
      Story {
        for _ in 0..<3 {
          Story.Enter(.tunnel, for: .seconds(1))
          Story.Wait(for: .seconds(9))
        }
        if isBad { Story.Fault(.silent) } else { Story.Wait(for: .seconds(1)) }
      }
    }
    #expect(tell(true).events.count == 4)
    #expect(tell(false).events.map(\.start) == [.zero, .seconds(10), .seconds(20)])
    #expect(tell(true).events.last?.end == nil)
  }

  @Test func `cannot go back in time`() {
    #expect(
      Story {
        Story.Wait(for: .seconds(-5)); Story.Enter(.tunnel, for: .seconds(-1))
      }.duration == .zero)
  }
}
