// What "Why there is no fix" shows.
import GPSBridge

func reasons(_ manager: LocationManager) async {
  for await update in manager.liveUpdates {
    guard let reason = update.reason else { continue }
    switch reason {
    case .noDevice, .disconnected: print("Plug the receiver in.")
    case .permissionDenied, .deviceBusy: print("Another program, or a missing right: gpsbridge doctor.")
    case .searching: print("It searches. Is there sky?")
    default: print(reason)  // a sentence in English
    }
  }
}

func judge(_ receiver: Receiver, log: (String) -> Void) async {
  print(receiver.verdict)  // four lines: what, why, do, expect
  for await verdict in receiver.verdicts.keeping(.newest(10)) {
    log(verdict.what)  // each time it is another one, or has new numbers
  }
}

func advise(_ sky: Sky, searching time: Duration) {
  var facts = ReceiverFacts()
  facts.port.state = .opened
  facts.fix.hasFix = false
  facts.fix.searching = .known(time)
  facts.sky = SkyFacts(sky)
  let verdict = Diagnosis.verdict(facts)
  if verdict.code == .weakSignal { print(verdict.remedy) }
  print(verdict)  // four lines: what, why, do, expect
}
