/// How many positions lie inside the radius that their accuracy states:
/// `gpsbridge-benchmark accuracy [SEEDS] [MINUTES] [RECORDING=LATITUDE,LONGITUDE...]`.
///
/// Prints a share for each surroundings and each source of the accuracy. The radius is meant to hold the true position in 68 of
/// 100 cases.
///
/// Simulated receivers know the true position. Constants are fitted with odd seeds only; the table shows both halves, and
/// the even seeds are the result. A recording is compared with the place that its header names; the first, third and so on
/// may be used to fit.
///
/// The status is 1 if a class of simulated receivers has less than 58 or more than 78 of 100 positions inside and is no
/// exception of `AccuracyGoal`.
enum AccuracyBenchmark {
  static func run(_ arguments: [String]) -> CInt {
    var recordings: [KnownRecording] = []
    var numbers: [Int] = []
    for argument in arguments {
      if let number = Int(argument), number > 0 {
        numbers.append(number)
      } else if let recording = KnownRecording(argument) {
        recordings.append(recording)
      } else {
        print("accuracy: cannot read \(argument)")
        print("usage: gpsbridge-benchmark accuracy [SEEDS] [MINUTES] [RECORDING=LATITUDE,LONGITUDE...]")
        return 2
      }
    }
    let faults = simulated(seeds: numbers.first ?? 8, minutes: numbers.count > 1 ? numbers[1] : 20)
    guard recordings.isEmpty || recorded(recordings) else { return 1 }
    for fault in faults { print("accuracy: \(fault)") }
    return faults.isEmpty ? 0 : 1
  }

  /// Prints the table of simulated receivers, and returns the classes with a wrong share.
  private static func simulated(seeds: Int, minutes: Int) -> [String] {
    var faults: [String] = []
    AccuracyTable.printHeading("simulated, \(seeds) seeds, \(minutes) minutes each")
    for environment in Environment.all {
      for kind in ReceiverKind.allCases {
        var fitted = AccuracyTally()
        var reported = AccuracyTally()
        for seed in 1...max(seeds, 2) {
          var trial = SimulatedTrial(environment, kind, seed: UInt64(seed))
          let tally = trial.run(minutes: minutes)
          if seed.isMultiple(of: 2) { reported.add(tally) } else { fitted.add(tally) }
        }
        AccuracyTable.printRow(environment.name, kind.rawValue, fitted, reported)
        if let fault = AccuracyGoal.fault(of: reported, environment.name, kind) { faults.append(fault) }
      }
    }
    return faults
  }

  /// Prints the table of recordings; false if one cannot be read.
  private static func recorded(_ recordings: [KnownRecording]) -> Bool {
    AccuracyTable.printHeading("recordings with a known place: one place is one sample")
    for (number, recording) in recordings.enumerated() {
      guard let tally = recording.tally() else {
        print("\(recording.path): cannot be read")
        return false
      }
      let isFitted = number.isMultiple(of: 2)
      AccuracyTable.printRow(
        recording.name, tally.source, isFitted ? tally : AccuracyTally(), isFitted ? AccuracyTally() : tally)
    }
    return true
  }
}
