internal import GPSBase
package import GPSBridgeTool
internal import GPSBridge
internal import GPSServices
internal import GPSWeb

extension Verb {
  /// The verbs of the services; the closure returns the progress of each publisher of a store.
  package static func services(sinks: @escaping @Sendable (String) -> [String]) -> [Verb] {
    [serve, export, survey, importing, track(sinks)]
  }
}

// The doors for verbs of the core.

extension StoreDoor {
  /// The track store; the closure returns the progress of each publisher of a store.
  package static func tracks(sinks: @escaping @Sendable (String) -> [String]) -> StoreDoor {
    StoreDoor(
      selection: (device: [.storedDevice], times: [.from, .to]),
      fixes: { (source, parsed) throws(ToolError) in try StoredSource(source, parsed) },
      keep: { (name, output, receiver, table) throws(ToolError) in
        if let output { try StorePlace.refuse(output, asPartOf: StorePlace.path(name, table)) }
        return try TrackKeeping(name, receiver, table, listens: false, startsAnyway: output != nil)
      },
      examine: { (name, table, now) throws(ToolError) in
        guard let facts = try StoreFacts(name, table, at: now, sinks) else { return Examination() }
        return Examination(findings: StoreChecks.findings(facts), secrets: [facts.shown])
      })
  }
}

extension PageDoor {
  package static let web = PageDoor(
    flags: [.web, .webAddress, .tokenFile, .webCode, .recordings, .tiles],
    example: Command.Example("gpsbridge monitor --web", "in a browser, at http://localhost:8947/")
  ) { (parsed) throws(ToolError) in
    guard let plan = try WebPlan(parsed) else { return nil }
    return { (receivers, names) throws(ToolError) in
      let page = try plan.open(receivers, names: names)
      return OpenServer(
        fault: { page.fault.map { ToolError($0, "--http") } }, report: { WebPlan.report(page.counts) },
        stop: { page.stop() })
    }
  }
}

extension GPSDDoor {
  package static let server = GPSDDoor { (receiver, addresses) throws(ToolError) in
    var options = ServiceOptions()
    options.version = Tool.version
    let server = LocationServer(receiver, options: options)
    for address in addresses { try ServeCommand.listen(server, address) }
    return OpenServer(
      fault: { server.fault.map { ToolError($0, "--gpsd") } }, report: { ServeCommand.report(server.counts) },
      stop: { server.stop() })
  }
}
