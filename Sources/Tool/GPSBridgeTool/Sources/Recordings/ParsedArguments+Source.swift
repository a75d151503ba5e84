extension ParsedArguments {
  /// The source that a command reads.
  ///
  /// - Parameters:
  ///   - live: The flags that go with a receiver, and not with a recording.
  ///   - read: The flags that say how bytes are read, which a track store does not have.
  /// - Returns: The source.
  /// - Throws: A complaint about the source, or about one of these flags.
  func source(live: Flag..., read: Flag...) throws(ToolError) -> SourceName {
    let source = try SourceName(operand(0))
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
