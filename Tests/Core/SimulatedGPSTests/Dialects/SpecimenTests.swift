import SimulatedGPS
import Testing

@Suite struct `A burst` {
  @Test(arguments: Specimen.driving + Specimen.starting)
  func `looks like that of the real receiver`(specimen: Specimen) throws {
    var engine = SimulatedReceiverMachine(try Scenario(parsing: specimen.scenario))
    _ = engine.advance(to: .milliseconds(specimen.second * 1000 - 500))
    #expect(lines(engine.advance(to: .milliseconds(specimen.second * 1000 + 900)).bytes) == specimen.lines)
  }
}
