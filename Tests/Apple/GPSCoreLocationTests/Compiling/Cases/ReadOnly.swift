import GPSBridge

func listen(_ receiver: Receiver, _ best: BestReceiver) async {
  for await fix in receiver.fixes { print(fix) }
  for await verdict in receiver.verdicts.keeping(.unbounded) { print(verdict) }
  let log = best.reports.subscribe(.newest(10))
  log.cancel()
}

func disturb(_ receiver: Receiver, _ best: BestReceiver, _ fix: Fix) {
  receiver.updates.finish()
  receiver.fixes.send(fix)
  best.choices.finish()
  receiver[.updateRate].confirm(.hertz(50))
}
