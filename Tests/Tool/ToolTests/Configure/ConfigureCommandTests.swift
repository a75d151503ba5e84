import NMEA
import TestSupport
import Testing

@testable import GPSBridgeTool

/// The built program, on simulated receivers that obey, refuse, or do not listen.
@Suite(.timeLimit(.minutes(5))) struct `Configuring a receiver` {
  private func configure(_ words: String...) throws -> Run { try SecludedRun.run(["configure"] + words) }

  private static let kept =
    "kept as long as the receiver has power; one without a battery or flash memory forgets it when it is unplugged\n"

  @Test func `that answers is believed when it also does it`() throws {
    #expect(
      try configure("sim:static?start=hot&dialect=mtk", "--rate", "2")
        == Run(
          exit: 0,
          output: """
            MediaTek 3339 (simulated) on sim/ttyACM0, commands: MediaTek (PMTK)
              rate  1 Hz -> 2 Hz  confirmed: acknowledged, and in effect
            \(Self.kept)
            """, message: ""))
  }

  @Test func `that is silent is believed when it does it`() throws {
    #expect(
      try configure(
        "sim:static?start=hot&dialect=ublox8&rate=5", "--dialect", "pubx", "--sentences", "GGA,RMC")
        == Run(
          exit: 0,
          output: """
            u-blox 8 (simulated) on sim/ttyACM0, commands: u-blox (PUBX)
              sentences  GGA GLL GSA GSV RMC VTG -> GGA RMC  confirmed: in effect
            \(Self.kept)
            """, message: ""))
  }

  @Test func `follows it to another speed`() throws {
    let run = try configure(
      "sim:static?start=hot&dialect=sirf", "--dialect", "psrf", "--baud", "38400", "--json")
    #expect(run.exit == 0)
    let record = try #require(try SecludedRun.records(run).first)
    #expect(record["state"]?.text == "confirmed")
    #expect(record["old_speed_baud"]?.number == 4800)
    #expect(record["speed_baud"]?.number == 38400)
    #expect(record["commands"]?.text == "PSRF")
  }

  @Test func `that refuses is told as refused, with the status 11`() throws {
    #expect(
      try configure("sim:static?start=hot&dialect=mtk&commands=refuses", "--rate", "2")
        == Run(
          exit: 11,
          output: """
            MediaTek 3339 (simulated) on sim/ttyACM0, commands: MediaTek (PMTK)
              rate  1 Hz -> 2 Hz  FAILED: the receiver refused update rate: 2 Hz: it reports that it could not do it

            """,
          message: """
            error: the rate was not accepted
              the receiver refused update rate: 2 Hz: it reports that it could not do it
              fix: request something that it supports; gpsbridge configure --show prints what it does now

            """))
  }

  @Test func `that does not listen is told as not confirmed, with the status 11`() throws {
    let run = try configure(
      "sim:static?start=hot&dialect=ublox8&commands=ignores&rate=5", "--sentences", "RMC", "--json",
      "--timeout", "4s")
    #expect(run.exit == 11)
    #expect(run.message == "")
    let records = try SecludedRun.records(run)
    #expect(records.compactMap { $0["state"]?.text } == ["timed_out"])
    #expect(records.last?["code"]?.text == "setting_timed_out")
    #expect(records.last?["exit"]?.number == 11)
  }

  @Test(arguments: [
    ("ublox6", "u-blox 6"), ("ublox8", "u-blox 8"), ("ublox9", "u-blox 9"), ("ublox10", "u-blox 10"),
  ])
  func `that speaks UBX is believed when it reads back so`(dialect: String, name: String) throws {
    let run = try configure(
      "sim:static?start=hot&dialect=\(dialect)", "--rate", "2", "--model", "sea", "--watch-antenna", "on")
    #expect(run.exit == 0)
    #expect(run.output.contains("\n\(name)"))
    #expect(
      run.output.contains("  model          portable -> sea  confirmed: acknowledged, and read back\n"))
    #expect(
      run.output.contains("  watch antenna  off -> on        confirmed: acknowledged, and read back\n"))
    #expect(
      run.output.contains(
        "  rate           1 Hz -> 2 Hz     confirmed: acknowledged, read back, and in effect\n"))
  }

  @Test(arguments: ["ublox8", "ublox10"])
  func `that acknowledges and does not keep is not believed`(dialect: String) throws {
    let run = try configure("sim:static?start=hot&dialect=\(dialect)&faults=not-kept", "--rate", "2")
    #expect(run.exit == 11)
    #expect(
      run.output.contains(
        "FAILED: the receiver refused update rate: 2 Hz: it acknowledged, but reads back 1 Hz\n"))
  }

  @Test func `is never asked for a list that would take the place of a file`() throws {
    let run = try configure("sim:static?start=hot&dialect=ublox9", "--export", Places.schema)
    #expect(run.exit == 2)
    #expect(run.output == "")
    #expect(run.message.hasSuffix("already exists\n  fix: choose another name, or remove it first\n"))
  }

  @Test(arguments: ["ublox8", "ublox10"])
  func `that refuses in UBX is told as refused`(dialect: String) throws {
    let run = try configure("sim:static?start=hot&dialect=\(dialect)&faults=nak", "--model", "sea", "--json")
    #expect(run.exit == 11)
    let record = try #require(try SecludedRun.records(run).first)
    #expect(["refused", "unsupported"].contains(record["state"]?.text))
    #expect(record["commands"]?.text == "UBX")
  }

  @Test func `that has no command for it is told so, with the status 11`() throws {
    let run = try configure(
      "sim:static?start=hot&dialect=ublox8&rate=5", "--dialect", "pubx", "--rate", "10")
    #expect(run.exit == 11)
    #expect(
      run.message == """
        error: the rate was not accepted
          u-blox (PUBX) has no command for the update rate
          fix: use its maker's program for that

        """)
  }

  @Test func `whose commands nobody knows is told so, with the status 11`() throws {
    let run = try configure("sim:static?start=hot&dialect=garmin", "--baud", "9600")
    #expect(run.exit == 11)
    #expect(
      run.message == """
        error: the baud rate was not accepted
          this receiver has not shown which commands it understands
          fix: if you know its maker, add --dialect pmtk (MediaTek), ubx or pubx (u-blox), pcas (CASIC) or psrf (SiRF)

        """)
  }

  @Test func `is tried dry without a word to it`() throws {
    #expect(
      try configure(
        "sim:static?start=hot&dialect=mtk&commands=refuses", "--baud", "57600", "--rate", "10", "--dry-run")
        == Run(
          exit: 0,
          output: """
            MediaTek 3339 (simulated) on sim/ttyACM0, commands: MediaTek (PMTK)
              baud rate  9600 -> 57600  would be set
              rate       1 Hz -> 10 Hz  would be set
            nothing was sent

            """, message: ""))
    let run = try configure(
      "sim:static?start=hot&dialect=ublox8&rate=5", "--constellations=gps", "--baud=9600", "--dry-run")
    #expect(run.exit == 11)
    #expect(run.output.contains("constellations  unknown -> gps   would be set\n"))
    #expect(run.output.contains("FAILED: the receiver's port has no baud rate: it is on native USB\n"))
    #expect(run.message.hasPrefix("error: 1 of 2 settings were not accepted\n"))
  }

  @Test func `is asked for what it does now`() throws {
    #expect(
      try configure("sim:static?start=hot&dialect=ublox8&rate=5&seed=7", "--show")
        == Run(
          exit: 0,
          output: """
            u-blox 8 (simulated) on sim/ttyACM0, commands: u-blox (UBX)
            u-blox 8 (SPG 3.01, protocol 18.00, number 461a-d118-f3), on its USB port
              baud rate          none: it is on native USB
              sentences          GGA GLL GSA GSV RMC VTG
              messages           none
              protocol           both
              constellations     glonass gps qzss
              sbas               on
              model              portable
              minimum elevation  5 degrees
              minimum signal     6 dB-Hz
              static hold        0 cm/s
              power              full
              time pulse         each 1 s for 100 ms
              nmea version       4.0
              high precision     off
              watch antenna      off
              watch jamming      off
              surveyed place     off
              rate               5 Hz

            """, message: ""))
  }

  @Test func `is not possible where it is not there, or says nothing`() throws {
    let absent = try configure("/dev/ttyUSB99", "--show", "--timeout", "1s")
    #expect(absent.exit == 3)
    #expect(absent.message.contains("error: "))
    let silent = try configure("sim:silent", "--show", "--timeout", "4s")
    #expect(silent.exit == 6)
    #expect(silent.message.contains("error: sim/ttyACM0 is open, but sends nothing\n"))
  }

  @Test func `ends with 8 when the receiver is pulled out`() throws {
    // Whoever opens a terminal meanwhile gets a lower number than the one that goes, and it does not come back.
    var spares = try (0..<6).map { _ in try PseudoTerminal() }
    let device = try PseudoTerminal()
    let run = try LiveRun.run(["configure", device.path, "--show"], on: device) { round, _ in
      if round == 12 { spares.removeAll() }
      return round == 12 ? .unplug : round < 12 && round % 4 == 0 ? .send(Epoch.fix(tenth: round)) : .nothing
    }
    #expect(run.exit == 8)
    #expect(run.message.contains("\(device.path) is gone for good: "))
  }

  @Test func `ends by the signal that interrupts it`() throws {
    let run = try LiveRun.run(["configure", "sim:static?start=hot", "--show"]) { round, _ in
      round == 10 ? .signal(2) : .nothing
    }
    #expect(run.exit == 128 + 2)
    #expect(run.output == "")
  }
}
