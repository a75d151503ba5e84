internal import GPSBridgeTool
internal import GPSBridge
internal import GPSServices
internal import GPSBase

/// Reloads the settings of `serve`: applies all changes, or none if there is an error.
///
/// Outputs change at once. Receivers stay open: changes of sources, profiles and other options take effect at
/// the next start, and a note lists them.
struct ServeReload {
  private let parsed: ParsedArguments
  /// The values in effect since the start.
  private let sources: [SourceName], profiles: ReceiverProfiles, lasting: [Flag: [String]]
  private let listensAtPassed: Bool

  /// - Parameters:
  ///   - parsed: The command line, which takes precedence over settings.
  ///   - plan: The plan at the start.
  ///   - sources: The open receivers.
  ///   - listensAtPassed: Whether a service manager has passed gpsd's port.
  /// - Throws: A complaint about invalid profiles.
  init(
    _ parsed: ParsedArguments, _ plan: ServePlan, _ sources: [SourceName], listensAtPassed: Bool
  ) throws(ToolError) {
    (self.parsed, self.sources, self.listensAtPassed) = (parsed, sources, listensAtPassed)
    (lasting, profiles) = (plan.lasting, try ReceiverProfiles(Configuration.load(parsed.table)))
  }

  /// Reads and applies the settings, and reports the result.
  func run(_ server: LocationServer) {
    do throws(ToolError) {
      let configuration = try Configuration.load(parsed.table)
      let profiles = try ReceiverProfiles(configuration)
      let sources = try ServeCommand.sources(parsed)
      let plan = try ServePlan(parsed, configuration[.serve])
      for source in sources { try plan.refuse(source) }
      let change = try apply(plan, server)
      for note in Self.words(change) + waiting(plan, sources, profiles) { ErrorReport.say("note: \(note)\n") }
      server.tellReload(nil)
    } catch {
      let why = [error.message, error.reason].compactMap(\.self).joined(separator: ": ")
      ErrorReport.say("note: the settings stay as they were: \(why)\n")
      server.tellReload(why)
    }
  }

  private func apply(_ plan: ServePlan, _ server: LocationServer) throws(ToolError) -> ServiceChange {
    let outputs = try plan.outputs(besidePassed: listensAtPassed).map(\.output)
    do throws(ServiceFault) { return try server.listen(only: outputs) } catch {
      throw ToolError(error, "--gpsd")
    }
  }

  private static func words(_ change: ServiceChange) -> [String] {
    guard !change.isEmpty else { return ["the settings are valid; no output has changed"] }
    let kinds = [
      ("opened", change.opened), ("with other sentences", change.changed), ("closed", change.closed),
    ]
    return kinds.filter { !$0.1.isEmpty }.map { words, outputs in
      "the settings have changed; \(words): \(VisibleText.escaped(outputs.joined(separator: " ").utf8))"
    }
  }

  /// The changes that take effect at the next start.
  private func waiting(_ plan: ServePlan, _ sources: [SourceName], _ profiles: ReceiverProfiles) -> [String] {
    var names: [String] = []
    if sources != self.sources { names.append("source (now \(sources.map(\.shown).joined(separator: " ")))") }
    if profiles != self.profiles { names.append("receivers") }
    names += Verb.serve.listed.flags.filter { plan.lasting[$0] != lasting[$0] }.map(\.name)
    guard !names.isEmpty else { return [] }
    return ["these take effect only when serve restarts: \(names.joined(separator: ", "))"]
  }
}
