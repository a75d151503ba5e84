// What the articles of SimulatedGPS show. The test of a tunnel and the story are run beside the simulator's own tests.
import GPSBridge
import SimulatedGPS

func moveTime() {
  let time = ManualTime(utcSeconds: 1_795_176_000)
  time.after(.seconds(10), on: .shared) { print("ten") }
  time.jump(by: .seconds(10))  // prints ten
}

func pull(_ simulated: SimulatedReceiver, _ time: ManualTime) {
  simulated.tell { Story.Unplug(for: .seconds(5)) }
  time.jump(by: .seconds(2))  // the cable is out
}

func drive() -> Scenario {
  var scenario = Scenario.drive
  scenario.dialect = .sirf
  scenario.seed = 7
  let story = Story {
    Story.Wait(for: .seconds(60))
    Story.Enter(.tunnel, for: .seconds(40))
    Story.Meanwhile { Story.Fault(.wrongChecksum, share: 0.1, for: .seconds(300)) }
    Story.Wait(for: .seconds(30))
    Story.Unplug(for: .seconds(5), returningAs: "ttyUSB1")
  }
  scenario.events = story.events
  return scenario
}

func speakUBX() -> Scenario {
  var scenario = Scenario.walk
  scenario.dialect = .ublox8
  scenario.language = .both
  return scenario
}

func play(_ scenario: Scenario) {
  var engine = SimulatedReceiverMachine(scenario)
  for emission in engine.advance(to: .seconds(60)) {
    if case .bytes(let chunk) = emission { print(chunk.start, chunk.bytes.count) }
  }
  let command = Array("$PMTK220,200*2C\r\n".utf8)  // five fixes a second, for a MediaTek
  engine.receive(command.span)
}
