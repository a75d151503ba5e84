internal import GNSS
internal import GPSBridge
internal import GPSWebHost

// Health and metrics of the receivers and the page, for monitoring.

extension WebEngine {
  func metrics(_ request: WebRequest) -> WebAnswer {
    var page = PageMetrics(version: options.version)
    (page.listeners, page.droppedListeners) = (listeners, counts.droppedListeners)
    return MetricsText.answer(
      to: request, page, receivers.indices.map(figures), tellsPosition: options.tellsPositionInMetrics)
  }

  func health(_ request: WebRequest) -> WebAnswer {
    HealthAnswer.answer(to: request, receivers.indices.map(health), faults: options.faults())
  }

  /// The current health of a receiver, the same for all routes so that they agree.
  func health(_ place: Int) -> ReceiverHealth {
    let (receiver, view) = (receivers[place], views[place])
    return ReceiverHealth(
      device: view.name, freshness: receiver.latest?.at(time.now).freshness ?? .lost,
      isOpen: receiver.condition.isOpen,
      isSuspect: view.epoch?.isSuspect ?? false, words: receiver.verdict.what)
  }

  private func figures(_ place: Int) -> ReceiverMetrics {
    let (receiver, view) = (receivers[place], views[place])
    var figures = ReceiverMetrics(device: view.name)
    // An epoch's values count only as long as its position does and is trustworthy.
    if health(place).isWell, let epoch = view.epoch { figures.take(epoch.fix) }
    if receiver.condition.isOpen, let sky = view.sky {
      figures.satellites = SatelliteMetrics.byConstellation(sky.satellites)
    }
    figures.isUp =
      switch receiver.state {
      case .fix, .noFix, .lost: true
      default: false
      }
    let now = time.now
    figures.fixAge = receiver.latest?.lastKnown?.age(at: now).map { max(0, $0 / .seconds(1)) }
    figures.verdict = receiver.verdict.code
    let totals = receiver.counts
    (figures.receivedBytes, figures.badChecksums) = (totals.bytes, totals.badChecksums)
    (figures.epochs, figures.reconnects) = (view.epochs, view.reconnects)
    return figures
  }
}
