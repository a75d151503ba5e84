import SimulatedGPS
import Testing
import UBX
import TestSupport

/// PyPI's pyubx2, as another reader of what a simulated u-blox says.
enum PyUBX2 {
  /// The Python that has it, with the other packages of checks; nil where it can't be had.
  static let python: String? = {
    let words = ["-c", "import checking; print(checking.python_with_packages())"]
    let path = "PYTHONPATH=\(ProjectFolder.path)/Tests/Scripts"
    guard let run = try? OtherProgram("/usr/bin/env", [path, "python3"] + words, seconds: 600),
      run.status == 0
    else { return nil }
    return run.output.split(separator: "\n").last.map(String.init)
  }()

  /// The path of a program that came with it.
  static func program(_ name: String) -> String { "\(ProjectFolder.path)/.build/pypi/bin/\(name)" }

  /// Reads frames and sentences, and prints PVT; it ends at the first that it can't read.
  static let reader = """
    import sys, io
    from pyubx2 import UBXReader, UBX_PROTOCOL, NMEA_PROTOCOL, ERR_RAISE
    good = 0
    stream = io.BytesIO(sys.stdin.buffer.read())
    for raw, message in UBXReader(stream, protfilter=UBX_PROTOCOL | NMEA_PROTOCOL, quitonerror=ERR_RAISE):
        if raw[:2] != b"\\xb5\\x62":
            continue
        good += 1
        if message.identity == "NAV-PVT" and message.fixType and len(raw) == 100:
            print("PVT", message.iTOW, message.lat, message.lon, message.hMSL, message.numSV)
    print("good", good)
    """
}

@Suite(.enabled(if: PyUBX2.python != nil, "pyubx2 is not to be had: pip install pyubx2"))
struct `What pyubx2 makes of a simulated u-blox` {
  @Test(arguments: Dialect.ofUBlox + [.ublox8Sensors], [Scenario.Language.ubx, .both])
  func `is every frame, with the values that were meant`(dialect: Dialect, language: Scenario.Language) throws
  {
    let python = try #require(PyUBX2.python)
    let reader = ExternalProgram(path: python, ["-c", PyUBX2.reader])
    let scenario = Scenario.coldStart.with {
      $0.journey = .drive
      $0.dialect = dialect
      $0.language = language
      $0.speed = 921_600
    }
    let stream = bytes(scenario, seconds: 90)
    let printed = try reader.run(stream).split(whereSeparator: \.isNewline).map(String.init)
    let ours = messages(stream)
    #expect(printed.last == "good \(ours.count)")
    let solutions = ours.compactMap { message -> String? in
      guard case .navPVT(let pvt) = message, message.payload.count == 92, pvt.fixType != .none,
        let place = pvt.position
      else { return nil }
      let degrees = { (value: Double) in Int((value * 1e7).rounded()) }
      return "PVT \(pvt.timeOfWeek) \(degrees(place.latitude)) \(degrees(place.longitude)) "
        + "\(Int((place.altitude * 1000).rounded())) \(pvt.satellitesUsed)"
    }
    let theirs = printed.dropLast().map { line in
      let words = line.split(separator: " ")
      let degrees = { (word: Substring) in Int(((Double(word) ?? 0) * 1e7).rounded()) }
      return "PVT \(words[1]) \(degrees(words[2])) \(degrees(words[3])) \(words[4]) \(words[5])"
    }
    #expect(theirs == solutions)
  }
}
