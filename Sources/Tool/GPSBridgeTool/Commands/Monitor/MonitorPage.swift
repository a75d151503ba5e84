internal import GPSBridge
internal import GPSWeb
internal import TerminalKit

/// Shows receivers in a browser: prints the address, but does not open a browser.
struct MonitorPage {
  private let plan: WebPlan
  private let feed: MonitorFeed
  private let time = SystemTime()

  init(_ plan: WebPlan, _ feed: MonitorFeed) { (self.plan, self.feed) = (plan, feed) }

  func run() throws(ToolError) -> ExitCode {
    let devices = try feed.begin()
    let page = try plan.open(feed.receivers, names: devices.map(\.source))
    defer { page.stop() }
    while true {
      _ = feed.record(at: time.now)
      switch feed.queue.take(until: time.now + .seconds(1)) {
      case .interrupt(.end(let signal)):
        feed.signal = signal
        return .done
      case .interrupt(.statsWanted): ErrorReport.say(WebPlan.report(page.counts))
      case .event(.told(let index, let output)):
        feed.remember(output, from: index, utcSeconds: time.utcSeconds)
      case .event, .interrupt, .deadline: break
      }
      if let fault = page.fault { throw ToolError(fault, "--http") }
    }
  }
}
