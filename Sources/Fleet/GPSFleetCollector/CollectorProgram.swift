internal import GPSBase
internal import GPSEventRuntime
internal import GPSSockets
internal import GPSSystemCalls
internal import GPSWebHost
internal import Glibc

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
    case .help: show(CollectorManual.page.help)
    case .version: show(ProgramVersion.line(of: "gpsbridge-collect"))
    case .manual: show(CollectorManual.page.manual)
    case .printSchema: show(FleetSchema.printed)
    case .completions(let shell):
      guard let text = CollectorManual.completions(shell) else {
        log("found --completions '\(VisibleText.replaced(shell))'; expected bash, zsh or fish")
        return 2
      }
      show(text)
    case .create: return create(arguments.settings.database)
    case .enroll(let command):
      let enrollment = Enrollment(print: { print($0) }, task: DatabaseTask(arguments.settings.database))
      guard let refusal = enrollment.perform(command) else { return 0 }
      log(refusal)
      return 1
    case .collect: return collect(arguments.settings, activation)
    }
    return 0
  }

  private static func show(_ text: String) { print(text, terminator: "") }

  private static func log(_ line: String) {
    let bytes = Array("gpsbridge-collect: \(line)\n".utf8)
    _ = try? Kernel.write(STDERR_FILENO, bytes.span)
  }

  // MARK: - Collecting

  private static func collect(_ settings: CollectorSettings, _ activation: Activation) -> Int32 {
    _ = Kernel.raiseDescriptorLimit()
    block([SIGINT, SIGTERM, SIGPIPE])
    let loop = EventLoop.shared
    let parts: Parts
    do throws(ServiceFault) { parts = try make(settings, activation, on: loop) } catch {
      log("\(error)")
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

  /// 1 for an address that may become available, as after the start of the network; 2 for a fault that requires a
  /// change.
  static func status(of fault: ServiceFault) -> Int32 {
    switch fault.code {
    case .inUse, .unavailable, .refused: 1
    case .malformed, .occupied, .denied, .unguarded, .library, .certificate, .tiles: 2
    }
  }

  /// The actors on the loop: a collector for batches, a host for each address, and always the service.
  struct Parts: Sendable {
    let service: CollectorService
    let hosts: [CollectorHost]
    let collector: FleetCollector?

    /// Starts them; returns the fault of the service manager, if any.
    func start() -> [String] {
      collector?.assumeIsolated { $0.start() }
      return service.assumeIsolated { $0.start() }.map { [$0] } ?? []
    }

    func stop() {
      service.assumeIsolated { $0.stop() }
      for host in hosts { host.assumeIsolated { $0.stop() } }
      collector?.assumeIsolated { collector in
        collector.stop()
        CollectorProgram.log("ended; \(collector.summary)")
      }
    }
  }

  /// Creates the parts that the settings request; before their start, only the hosts are active, since they listen.
  static func make(
    _ settings: CollectorSettings, _ activation: Activation, on loop: EventLoop
  ) throws(ServiceFault) -> Parts {
    let collector = settings.listen == nil ? nil : FleetCollector(on: loop, settings) { log($0) }
    var hosts: [CollectorHost] = []
    for case (let address?, let words, let hasPage) in [
      (settings.listen, "batches", false), (settings.page, "the page", true),
    ] {
      hosts.append(
        try serve(words, at: address, CollectorHost(on: loop, settings, collector, hasPage: hasPage)))
    }
    let figures = collector.map { collector in { @Sendable in collector.assumeIsolated { $0.figures } } }
    return Parts(
      service: CollectorService(on: loop, activation, figures: figures), hosts: hosts, collector: collector)
  }

  private static func serve(
    _ words: String, at address: String, _ host: CollectorHost
  ) throws(ServiceFault) -> CollectorHost {
    let served = host.assumeIsolated { host -> Result<UInt16, ServiceFault> in
      do throws(ServiceFault) { return .success(try host.listen(address)) } catch { return .failure(error) }
    }
    log("\(words), metrics and health at port \(try served.get())")
    return host
  }

  private static func block(_ numbers: [CInt]) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers { unsafe sigaddset(&signals, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  // MARK: - Creating the tables

  private static func create(_ database: String) -> Int32 {
    let task = DatabaseTask(database)
    switch task.run([FleetSchema.versionFound]) {
    case .success(let answer):
      let found = Int(answer.number(0, 0) ?? 0)
      let refusal = FleetSchema.refusal(of: found)
      log(refusal ?? "the tables have version \(found) already")
      return refusal == nil ? 0 : 1
    case .failure(let failure) where failure.refusal != nil: break
    case .failure(let failure):
      log(failure.description)
      return 1
    }
    switch task.run(.script(FleetSchema.script)) {
    case .success:
      log("the tables have version \(FleetSchema.version)")
      return 0
    // Then the server may have committed or not.
    case .failure(let failure) where failure.state.isEmpty:
      log("it is unknown whether the tables exist, run it again: \(failure)")
    case .failure(let failure): log("nothing was changed: \(failure)")
    }
    return 1
  }
}
