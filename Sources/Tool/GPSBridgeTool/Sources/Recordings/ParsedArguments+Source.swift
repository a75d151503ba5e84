extension ParsedArguments {
  /// The source that the first operand names; without one, the source of the environment or the settings files, or else the
  /// receiver that is found automatically.
  func source() throws(ToolError) -> SourceName {
    if let operand = operand(0) { return try SourceName(written: operand) }
    guard let settled = try Configuration.load(table)[Configuration.source] else { return .automatic }
    do throws(ToolError) { return try SourceName(named: settled.value) } catch {
      throw error.because("\(settled.origin) names it")
    }
  }

  /// The source that a command reads.
  ///
  /// - Parameters:
  ///   - live: The flags that go with a receiver, and not with a recording.
  ///   - read: The flags that say how bytes are read, which a track store does not have.
  /// - Returns: The source.
  /// - Throws: A complaint about the source, or about one of these flags.
  func source(live: Flag..., read: Flag...) throws(ToolError) -> SourceName {
    let source = try source()
    if !source.isLive, let flag = live.first(where: has) {
      throw Usage.contradiction(
        "--\(flag.name) goes with a receiver, and \(source.shown) is a recording",
        source == .standardInput
          ? "leave it out, or let a server send it: tcp://HOST:PORT" : "leave it out, or name a receiver")
    }
    try StoredSource.refuse(read, self, source)
    return source
  }
}
