internal import GPSBase
internal import GPSEventRuntime
internal import GPSSockets
internal import GPSSystemCalls

/// Reports to the service manager: that the collector is ready, its status, that it makes progress, and its end.
actor CollectorService: LoopActor {
  nonisolated let loop: EventLoop
  private let activation: Activation
  private let figures: (@Sendable () -> CollectorFigures)?
  private var notices: ServiceNotices?
  private var status = ""
  /// The number of points in each of the last seconds, the newest last.
  private var points: [Int] = []
  private var isOver = false

  /// The number of seconds over which the rate is averaged.
  private static let span = 10

  /// The figures; nil if nothing is collected.
  init(on loop: EventLoop, _ activation: Activation, figures: (@Sendable () -> CollectorFigures)?) {
    (self.loop, self.activation, self.figures) = (loop, activation, figures)
  }

  /// Reports that the collector is ready; returns why the manager is unreachable, if it is.
  func start() -> String? {
    guard let path = activation.notifySocket else { return nil }
    do throws(Errno) {
      let socket = try Kernel.datagramSocket(to: path)
      notices = ServiceNotices(on: loop, to: path, socket, hasRoom: handler { $0.notices?.flush() })
    } catch { return "notices can't be sent to NOTIFY_SOCKET: \(error.words)" }
    send(.state, "READY=1")
    report()
    if let interval = activation.watchdog { beat(each: max(.milliseconds(10), interval / 2)) }
    return nil
  }

  private func send(_ kind: NoticeQueue.Notice.Kind, _ text: String) {
    notices?.send(.init(kind: kind, text: text))
  }

  /// Sends the status each second, if it has changed.
  private func report() {
    guard !isOver else { return }
    guard let figures = figures?() else { return send(.status, "STATUS=serves the page, collects nothing") }
    points = points.suffix(Self.span) + [figures.points + figures.counts.duplicates]
    let rate = (points[points.count - 1] - points[0]) / max(1, points.count - 1)
    let text = figures.status(rowsASecond: rate)
    if text != status { notices?.send(.status(text)) }
    status = text
    loop.after(.seconds(1), handler { $0.report() })
  }

  /// Reports progress; a hanging loop sends nothing.
  ///
  /// Requests to the database have separate limits.
  private func beat(each interval: Duration) {
    guard !isOver else { return }
    send(.watchdog, "WATCHDOG=1")
    loop.after(interval, handler { $0.beat(each: interval) })
  }

  func stop() {
    guard !isOver else { return }
    isOver = true
    send(.state, "STOPPING=1")
    notices?.stop()
    notices = nil
  }
}
