internal import GPSSystemCalls

extension ParsedArguments {
  /// The source that the first operand names; without one, the source of the environment or the settings files, or else the
  /// receiver that is found automatically.
  package func source() throws(ToolError) -> SourceName {
    if let operand = operand(0) { return try source(operand) }
    guard let settled = try Configuration.load(table)[Configuration.source] else { return .automatic }
    do throws(ToolError) { return try source(Argument(settled.value)) } catch {
      throw error.because("\(settled.origin) names it")
    }
  }

  /// The source that an operand names.
  ///
  /// A missing file is refused here, before flags are checked against its kind.
  package func source(_ operand: Argument) throws(ToolError) -> SourceName {
    let source = try SourceName(written: operand)
    guard case .file(let path) = source else { return source }
    do throws(Errno) { _ = try Kernel.look(path.bytes) } catch {
      throw OpenFailure.complaint(error.rawValue, path.bytes)
    }
    return source
  }

  /// The source that a command reads.
  ///
  /// - Parameters:
  ///   - live: The flags for a receiver that do not apply to a recording.
  ///   - read: The flags for reading bytes, which do not apply to a track store.
  ///   - stored: The flags that select in a track store.
  /// - Returns: The source.
  /// - Throws: A complaint about the source, or about one of these flags.
  package func source(live: Flag..., read: Flag..., stored: [Flag] = []) throws(ToolError) -> SourceName {
    let source = try source()
    if !source.isLive, let flag = live.first(where: has) {
      throw Usage.contradiction(
        "--\(flag.name) needs a receiver, but \(source.shown) is a recording",
        source == .standardInput
          ? "leave it out, or let a server send it: tcp://HOST:PORT" : "leave it out, or name a receiver")
    }
    try refuse(read, stored: stored, with: source)
    return source
  }

  /// Refuses flags for reading bytes with a track store, and flags that select in one with another source.
  package func refuse(_ read: [Flag], stored: [Flag], with source: SourceName) throws(ToolError) {
    if case .store = source {
      guard let flag = read.first(where: has) else { return }
      throw Usage.contradiction(
        "--\(flag.name) applies to a recording, not to a track store", "leave it out")
    }
    guard let flag = stored.first(where: has) else { return }
    throw Usage.contradiction(
      "--\(flag.name) applies to a track store, not to \(source.shown)",
      source.isLive ? "leave it out" : "leave it out; gpsbridge export cuts a recording")
  }
}

extension ToolError {
  /// The complaint of a command that requires a receiver or its bytes.
  package init(notRecorded source: SourceName) {
    self.init(
      code: "not_a_recording", exit: .usage,
      message: "\(source.shown) has positions, and no bytes of a receiver",
      reason: "a track store is read by export, stats and watch, and by gpsbridge track",
      remedy: "name a receiver or a recording; for a file of that name write ./\(source.device)")
  }
}
