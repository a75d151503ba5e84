// accuracy-benchmark [SEEDS] [MINUTES] [RECORDING=LATITUDE,LONGITUDE...]
//
// Prints how many positions lie inside the radius that their accuracy states, for each surroundings and each source of that
// accuracy. The radius is meant to hold the true position in 68 of 100 cases.
//
// Simulated receivers know the true position. Constants are fitted with odd seeds only; the table shows both halves, and
// the even seeds are the result. A recording is compared with the place that its header names; the first, third and so on
// may be used to fit.
//
// It ends with 1 if a class of simulated receivers has less than 58 or more than 78 of 100 positions inside and is no
// exception of `AccuracyGoal`.

import Glibc

var seeds = 8
var minutes = 20
var recordings: [KnownRecording] = []
var numbers: [Int] = []
for argument in CommandLine.arguments.dropFirst() {
  if let number = Int(argument), number > 0 {
    numbers.append(number)
  } else if let recording = KnownRecording(argument) {
    recordings.append(recording)
  } else {
    print("accuracy-benchmark: cannot read \(argument)")
    print("usage: accuracy-benchmark [SEEDS] [MINUTES] [RECORDING=LATITUDE,LONGITUDE...]")
    exit(2)
  }
}
if let first = numbers.first { seeds = first }
if numbers.count > 1 { minutes = numbers[1] }

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
if !recordings.isEmpty {
  AccuracyTable.printHeading("recordings with a known place: one place is one sample")
  for (number, recording) in recordings.enumerated() {
    guard let tally = recording.tally() else {
      print("\(recording.path): cannot be read")
      exit(1)
    }
    let isFitted = number.isMultiple(of: 2)
    AccuracyTable.printRow(
      recording.name, tally.source, isFitted ? tally : AccuracyTally(), isFitted ? AccuracyTally() : tally)
  }
}
for fault in faults { print("accuracy-benchmark: \(fault)") }
exit(faults.isEmpty ? 0 : 1)
