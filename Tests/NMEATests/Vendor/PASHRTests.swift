import NMEA
import TestSupport
import Testing

@Suite struct `A sentence of Ashtech` {
  @Test func `tells how a vessel lies in the water`() throws {
    let pashr: PASHR = try read("$PASHR,204132.000,010.51,T,+00.39,-00.79,-00.84,0.151,0.075,0.555,1,0*03")
    #expect(pashr.time == TimeOfDay(hour: 20, minute: 41, second: 32))
    #expect(pashr.heading == 10.51)
    #expect(pashr.roll == 0.39)
    #expect(pashr.pitch == -0.79)
    #expect(pashr.heave == -0.84)
    #expect(pashr.rollAccuracy == 0.151)
    #expect(pashr.pitchAccuracy == 0.075)
    #expect(pashr.headingAccuracy == 0.555)
    #expect(pashr.quality == .single)
    #expect(pashr.inertialStatus == 0)
  }

  @Test func `tells the attitude without the state of an inertial unit`() throws {
    let pashr: PASHR = try read(wire("PASHR,204132.000,010.51,T,+00.39,-00.79,-00.84,0.151,0.075,0.555,1"))
    #expect(pashr.quality == .single)
    #expect(pashr.inertialStatus == nil)
  }

  @Test func `tells the whole fix`() throws {
    let head = "$PASHR,POS,0,03,183530.00,2037.76012,N,08704.07373,W,058.48,,"
    let pos: PASHRPOS = try read(head + "359.4,000.0,+000.0,2.2,2.2,0.0,1.0,BQ00*20")
    #expect(pos.solution == .autonomous)
    #expect(pos.satellitesUsed == 3)
    #expect(pos.time == TimeOfDay(hour: 18, minute: 35, second: 30))
    #expect(pos.latitude == degrees(20, 37.76012))
    #expect(pos.longitude == -degrees(87, 4.07373))
    #expect(pos.ellipsoidalAltitude == 58.48)
    #expect(pos.ageOrSite.isEmpty)
    #expect(pos.course == 359.4)
    #expect(pos.speed == 0)
    #expect(pos.verticalVelocity == 0)
    #expect(pos.positionDilution == 2.2)
    #expect(pos.horizontalDilution == 2.2)
    #expect(pos.verticalDilution == 0)
    #expect(pos.timeDilution == 1)
    #expect(pos.firmwareOrStation == "BQ00")
  }

  @Test func `is refused when it has too few fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 2, expected: 10)) {
      try Sentence(wire("PASHR,204132.000,010.51"))
    }
    #expect(throws: SentenceError.tooFewFields(found: 2, expected: 16)) {
      try Sentence(wire("PASHR,POS,0,03"))
    }
  }

  @Test func `is refused when its latitude lies beyond the pole`() {
    let body = "PASHR,POS,0,03,183530.00,9937.76012,N,08704.07373,W,058.48,,359.4,000.0,0.0,2.2,2.2,0.0,1.0,"
    #expect(throws: SentenceError.field(FieldFault(field: 5, reason: .outOfRange))) {
      try Sentence(wire(body))
    }
  }

  @Test func `of a name that is not known keeps all its fields`() throws {
    let sentence = try readUnknown("PASHR,SAT,03,03,103,56,60,U,23,225,61,39,U,16,045,02,21,U")
    #expect(sentence.tag == "PASHR")
    #expect(sentence.count == 17)
    #expect(sentence[1] == "SAT")
    #expect(sentence[17] == "U")
    for body in ["PASHR,RID,DG,BQ00", "PASHR,ACK", "PASHR,POSX,1", "PASHR", "PASHR,"] {
      _ = try readUnknown(body)
    }
    #expect(try readUnknown("PASHRX,204132.000,010.51,T,,,,,,,1").tag == "PASHRX")
  }
}
