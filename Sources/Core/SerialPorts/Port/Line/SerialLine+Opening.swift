import GPSSystemCalls

extension SerialLine {
  /// Opens a line, locks it for this program, and makes it raw, in this order and without delay.
  ///
  /// A new terminal echoes everything that a device sends until it is raw. So between the open and raw mode,
  /// we only do what is needed to know that the line is ours.
  static func open(
    _ path: String, _ settings: LineSettings, _ options: OpenOptions
  ) throws(SerialPortError) -> (line: SerialLine, report: OpeningReport) {
    let descriptor = try openDescriptor(path, options)
    var line = SerialLine(path: path, descriptor: descriptor, earlier: nil, isOurs: false)
    do {
      let found = try line.attributesFound()
      var report = OpeningReport(settingsInEffect: settings)
      if options.isExclusive { try line.lock(&report) }
      // From here on there are settings to restore.
      let earlier = Settings(attributes: found, speed: try? Kernel.speed(descriptor))
      line = SerialLine(
        path: path, descriptor: descriptor, earlier: options.restoresSettings ? earlier : nil,
        made: Guarded(nil), holdsTerminalLock: report.terminalLock == .inEffect)
      try line.setUp(settings, options, &report)
      OpenLines.add(line)
      return (line, report)
    } catch {
      // Report the first error.
      try? line.close()
      throw error
    }
  }

  private static func openDescriptor(
    _ path: String, _ options: OpenOptions
  ) throws(SerialPortError) -> CInt {
    // Only character devices are opened: opening a pipe, for example, would wake its peer.
    let node = Kernel.node(path)
    guard node?.isCharacterDevice != false else { throw .notATerminal(path) }
    let before = Kernel.identity(path)
    if let refusal = TerminalFacts.gather(path).refusal(isExclusive: options.isExclusive) { throw refusal }
    let descriptor = try openDescriptor(path)
    do {
      try check(descriptor, path, wasTerminal: node?.isPseudoTerminal == true ? before : nil, options)
    } catch {
      try? Kernel.close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Checks that the opened pseudo-terminal is the one examined before; makes no request on it.
  static func check(
    _ descriptor: CInt, _ path: String, wasTerminal before: Kernel.EntryIdentity?, _ options: OpenOptions
  ) throws(SerialPortError) {
    guard let number = Kernel.node(of: descriptor)?.pseudoTerminalNumber else { return }
    if let before {
      // The number may have been reused for a different terminal since the check.
      guard Kernel.identity(of: descriptor)?.isSame(as: before) == true else { throw .vanished(path, nil) }
      // A shell may have claimed it since then. If two programs open it at the same time, the lock decides.
      if let refusal = TerminalFacts.gather(path, searchesHolders: false).refusal(isExclusive: false) {
        throw refusal
      }
    } else if let refusal = TerminalFacts.gather("/dev/pts/\(number)").refusal(
      isExclusive: options.isExclusive)
    {
      // The path belonged to a different device, and now leads to a terminal.
      throw refusal
    }
  }

  private static func openDescriptor(_ path: String) throws(SerialPortError) -> CInt {
    do {
      return try Kernel.open(path, for: .device)
    } catch .accessDenied, .notPermitted {
      throw PermissionFacts.gather(path).error
    } catch .busy {
      throw BusyFacts.gather(path, refusal: .kernel).error
    } catch { throw .opening(path, error) }
  }

  private func attributesFound() throws(SerialPortError) -> TerminalAttributes {
    do { return try Kernel.attributes(descriptor) } catch { throw Self.refusal(path, error) }
  }

  /// Interprets the failure of the first `ioctl` on a port that could be opened.
  static func refusal(_ path: String, _ error: Errno) -> SerialPortError {
    switch error {
    case .accessDenied, .notPermitted: PermissionFacts.gather(path, errno: error, isOpened: true).error
    case _ where error.isGone: .vanished(path, error)
    default: .notATerminal(path, error)
    }
  }

  private func lock(_ report: inout OpeningReport) throws(SerialPortError) {
    do {
      try Kernel.lock(descriptor)
      report.fileLock = .inEffect
    } catch .wouldBlock {
      throw BusyFacts.gather(path, refusal: .fileLock).error
    } catch {
      report.fileLock = error.isUnsupported || error == .noLocks ? .unsupported : .refused(error.rawValue)
    }
    // The kernel never refuses root's open, so root must check.
    if (try? Kernel.isTakenExclusively(descriptor)) == true {
      let facts = BusyFacts.gather(path, refusal: .terminalLock)
      guard facts.isLeftBehind else {
        // A child process that is being started shares the descriptor, and would keep the lock.
        try? Kernel.unlock(descriptor)
        throw facts.error
      }
      try? Kernel.allowOthers(descriptor)
    }
    // A pseudo-terminal keeps this mark until its peer closes it. A killed program would then lock out all
    // users except root.
    guard Kernel.node(of: descriptor)?.isPseudoTerminal != true else { return }
    report.terminalLock = try outcome { () throws(Errno) in try Kernel.takeExclusively(descriptor) }
  }

  private func setUp(
    _ settings: LineSettings, _ options: OpenOptions, _ report: inout OpeningReport
  ) throws(SerialPortError) {
    report.settingsInEffect = try apply(settings, acceptsOtherSpeed: options.acceptsOtherSpeed)
    report.differences = settings.differences(to: report.settingsInEffect)
    if options.earlierInput == .discard { try discardInput() }
    report.dataTerminalReady = try drive(.dataTerminalReady, options.dataTerminalReady)
    report.requestToSend = try drive(.requestToSend, options.requestToSend)
    if options.lowLatency { report.lowLatency = try quicken() }
  }

  private func drive(
    _ lines: ModemLines, _ wish: OpenOptions.Wire
  ) throws(SerialPortError) -> OpeningReport.Outcome {
    switch wish {
    case .leave: .notAsked
    case .raise: try outcome { () throws(Errno) in try Kernel.raise(descriptor, lines.rawValue) }
    case .lower: try outcome { () throws(Errno) in try Kernel.lower(descriptor, lines.rawValue) }
    }
  }

  private func quicken() throws(SerialPortError) -> OpeningReport.Outcome {
    var isDone = false
    let outcome = try outcome { () throws(Errno) in isDone = try Kernel.setLowLatency(descriptor) }
    return outcome == .inEffect && !isDone ? .refused(0) : outcome
  }

  private func outcome(_ wish: () throws(Errno) -> Void) throws(SerialPortError) -> OpeningReport.Outcome {
    do { return try .of(wish) } catch { throw .vanished(path, error) }
  }
}
