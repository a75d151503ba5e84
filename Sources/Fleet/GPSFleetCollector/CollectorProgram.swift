internal import GPSBase
internal import GPSEventRuntime
internal import GPSFleetLink
internal import GPSSockets
internal import GPSSystemCalls
internal import GPSWebHost
internal import Glibc

/// The program `gpsbridge-collect`.
package enum CollectorProgram {
  /// Runs it with the words of a command line, on the shared loop of this thread; returns the exit status.
  ///
  /// The status is 0 after a signal, 1 after a failure, and 2 if the settings or the installation must change.
  package static func run(_ words: [String]) -> Int32 {
    let activation = Activation.take()
    let arguments: CollectorArguments
    do throws(CollectorArguments.Fault) { arguments = try CollectorArguments(words) } catch {
      log(error.description)
      return 2
    }
    switch arguments.action {
    case .help:
      print(CollectorManual.help, terminator: "")
      return 0
    case .version:
      print(ProgramVersion.line(of: "gpsbridge-collect"), terminator: "")
      return 0
    case .manual:
      print(CollectorManual.page, terminator: "")
      return 0
    case .completions(let shell):
      guard let text = CollectorManual.completions(shell) else {
        log("found --completions '\(VisibleText.replaced(shell))'; expected bash, zsh or fish")
        return 2
      }
      print(text, terminator: "")
      return 0
    case .printSchema:
      print(FleetSchema.printed, terminator: "")
      return 0
    case .create: return create(arguments.settings.database)
    case .collect: return collect(arguments.settings, activation)
    }
  }

  private static func log(_ line: String) {
    let bytes = Array("gpsbridge-collect: \(line)\n".utf8)
    _ = try? Kernel.write(STDERR_FILENO, bytes.span)
  }

  // MARK: - Collecting

  private static func collect(_ settings: CollectorSettings, _ activation: Activation) -> Int32 {
    do throws(FleetLinkFault) {
      // A missing library or file is reported at once, not at each attempt.
      if !settings.brokers.isEmpty { try FleetLink.checkLibrary() }
      try settings.checkAccess()
    } catch {
      log(error.description)
      return 2
    }
    _ = Kernel.raiseDescriptorLimit()
    block([SIGINT, SIGTERM, SIGPIPE])
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    // Seconds since 2020: a number that rises with each start.
    let connection = max(1, Int64(now.tv_sec) - 1_577_836_800)
    let loop = EventLoop.shared
    let parts: Parts
    do throws(ServiceFault) { parts = try make(settings, activation, on: loop, connection: connection) } catch
    {
      log("no page: \(error)")
      return status(of: error)
    }
    guard
      loop.watchSignals(
        [SIGINT, SIGTERM],
        { _ in
          parts.stop()
          loop.stop()
        })
    else {
      log("no descriptor is left")
      return 1
    }
    for complaint in activation.complaints + parts.start() { log(complaint) }
    loop.run()
    return 0
  }

  /// 1 for an address that may be there at the next attempt, as after the start of the network; 2 for what must change.
  static func status(of fault: ServiceFault) -> Int32 {
    switch fault.code {
    case .inUse, .unavailable, .refused: 1
    case .malformed, .occupied, .denied, .unguarded, .library, .certificate, .tiles: 2
    }
  }

  /// The actors on the loop: with brokers a collector, with an address a page, and always the service.
  struct Parts: Sendable {
    let service: CollectorService
    let page: CollectorPage?
    let collector: FleetCollector?

    /// Starts them; returns what is wrong with the service manager.
    func start() -> [String] {
      collector?.assumeIsolated { $0.start() }
      return service.assumeIsolated { $0.start() }.map { [$0] } ?? []
    }

    func stop() {
      service.assumeIsolated { $0.stop() }
      page?.assumeIsolated { $0.stop() }
      collector?.assumeIsolated { collector in
        collector.stop()
        CollectorProgram.log("ended; \(collector.summary)")
      }
    }
  }

  /// Makes the parts that the settings ask for, of which only the page acts before their start: it listens.
  static func make(
    _ settings: CollectorSettings, _ activation: Activation, on loop: EventLoop, connection: Int64
  ) throws(ServiceFault) -> Parts {
    let collector =
      settings.brokers.isEmpty
      ? nil
      : FleetCollector(on: loop, settings, connection: connection, seed: .random(in: 0 ... .max)) { log($0) }
    let figures = collector.map { collector in
      { @Sendable in collector.assumeIsolated { $0.figures } }
    }
    let page = try serve(settings, on: loop, figures)
    let service = CollectorService(on: loop, activation, figures: figures) {
      collector?.assumeIsolated { $0.silence }
    }
    return Parts(service: service, page: page, collector: collector)
  }

  /// Serves the page, metrics and health, if an address is named.
  private static func serve(
    _ settings: CollectorSettings, on loop: EventLoop, _ figures: (@Sendable () -> CollectorFigures)?
  ) throws(ServiceFault) -> CollectorPage? {
    guard let address = settings.page else { return nil }
    var access = WebHost.Access()
    (access.token, access.hostNames) = (settings.token, settings.pageNames)
    let page = CollectorPage(on: loop, access, database: settings.database, figures)
    let served = page.assumeIsolated { page -> Result<UInt16, ServiceFault> in
      do throws(ServiceFault) { return .success(try page.listen(address)) } catch { return .failure(error) }
    }
    log("the page, metrics and health at port \(try served.get())")
    return page
  }

  private static func block(_ numbers: [CInt]) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers { unsafe sigaddset(&signals, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  // MARK: - Creating the tables

  private static func create(_ database: String) -> Int32 {
    let loop = EventLoop.shared
    let outcome = Guarded<Int32?>(nil)
    let finish = { @Sendable (status: Int32, line: String) in
      // The end of a connection follows the failure of its requests.
      let isFirst = outcome.withLock { outcome in
        defer { outcome = outcome ?? status }
        return outcome == nil
      }
      guard isFirst else { return }
      log(line)
      loop.stop()
    }
    let connection = PostgreSQLConnection(on: loop) { event in
      if case .ended(let words) = event { finish(1, words) }
    }
    let create = { @Sendable in
      connection.assumeIsolated { connection in
        connection.run(script: FleetSchema.script) { outcome in
          switch outcome {
          case .success: finish(0, "the tables have version \(FleetSchema.version)")
          // Then the server may have committed or not.
          case .failure(let failure) where failure.state.isEmpty:
            finish(1, "the tables may be there or not, run it again: \(failure)")
          case .failure(let failure): finish(1, "nothing was changed: \(failure)")
          }
        }
      }
    }
    connection.assumeIsolated { connection in
      connection.connect(database)
      connection.run([FleetSchema.existence]) { outcome in
        let answers: [SQLAnswer]
        switch outcome {
        case .success(let found): answers = found
        case .failure(let failure): return finish(1, failure.description)
        }
        guard answers.first?.number(0, 0) == 1 else { return create() }
        connection.assumeIsolated { connection in
          connection.run([FleetSchema.versionFound]) { outcome in
            switch outcome {
            case .success(let answers):
              let found = Int(answers.first?.number(0, 0) ?? 0)
              let refusal = FleetSchema.refusal(of: found)
              finish(refusal == nil ? 0 : 1, refusal ?? "the tables have version \(found) already")
            case .failure(let failure): finish(1, failure.description)
            }
          }
        }
      }
    }
    loop.run()
    return outcome.withLock { $0 } ?? 1
  }
}
