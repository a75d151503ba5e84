import GPSSystemCalls

extension SerialLine {
  /// Opens a line, takes it for this program alone, and makes it raw, in this order and at once.
  ///
  /// A fresh terminal echoes: whatever a device says before the line is raw goes back to it. So nothing stands
  /// between the open and the raw mode that is not needed to know that the line is ours.
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
      // The first error is the one to report.
      try? line.close()
      throw error
    }
  }

  private static func openDescriptor(
    _ path: String, _ options: OpenOptions
  ) throws(SerialPortError) -> CInt {
    // Only a character device is opened at all: opening a pipe, say, would wake its other side.
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

  /// Checks that a pseudo-terminal that was opened is the one that was examined; no request is made on it.
  static func check(
    _ descriptor: CInt, _ path: String, wasTerminal before: Kernel.EntryIdentity?, _ options: OpenOptions
  ) throws(SerialPortError) {
    guard let number = Kernel.node(of: descriptor)?.pseudoTerminalNumber else { return }
    if let before {
      // The number may have become another terminal's since it was examined.
      guard Kernel.identity(of: descriptor)?.isSame(as: before) == true else { throw .vanished(path, nil) }
      // A shell may have made it its own since then. Two programs that open it at once leave the choice to the lock.
      if let refusal = TerminalFacts.gather(path, searchesHolders: false).refusal(isExclusive: false) {
        throw refusal
      }
    } else if let refusal = TerminalFacts.gather("/dev/pts/\(number)").refusal(
      isExclusive: options.isExclusive)
    {
      // The path was another device's, and leads to a terminal now.
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
    } catch {
      throw .opening(path, error)
    }
  }

  private func attributesFound() throws(SerialPortError) -> TerminalAttributes {
    do {
      return try Kernel.attributes(descriptor)
    } catch {
      throw Self.refusal(path, error)
    }
  }

  /// What it means that the first `ioctl` failed on a port that could be opened.
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
    // Root's open is never refused, so it has to ask.
    if (try? Kernel.isTakenExclusively(descriptor)) == true {
      let facts = BusyFacts.gather(path, refusal: .terminalLock)
      guard facts.isLeftBehind else {
        // A child process that is just being started has the descriptor too, and would keep the lock.
        try? Kernel.unlock(descriptor)
        throw facts.error
      }
      try? Kernel.allowOthers(descriptor)
    }
    // A pseudo-terminal keeps the mark as long as its other side lives: a killed program would lock everyone but root
    // out of it for good.
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
