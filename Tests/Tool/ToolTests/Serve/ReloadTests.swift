import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite(.timeLimit(.minutes(5))) struct `Settings that serve reads again` {
  private let folder: WorkFolder
  private let device: PseudoTerminal
  private let notices: NoticeSocket

  init() throws {
    folder = try WorkFolder()
    device = try PseudoTerminal()
    notices = try NoticeSocket(at: folder.path + "/notify")
  }

  /// Serves the device with these settings, and does a step after another until there is none; each says when it is done.
  private func serve(with words: [String] = [], _ steps: [() throws -> LiveRun.Step?]) throws -> Run {
    var steps = steps[...]
    return try LiveRun.run(
      ["serve", device.path] + words, on: device,
      environment: ["NOTIFY_SOCKET": notices.path, "XDG_CONFIG_HOME": folder.path]
    ) { round, _ in
      notices.take()
      guard let step = steps.first else { return .signal(SIGTERM) }
      if let act = try step() {
        steps.removeFirst()
        return act
      }
      return round % 10 == 0 ? .send(Epoch.fix(round / 10)) : .nothing
    }
  }

  private func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  @Test func `open and close outputs, and leave clients of the others and the receiver alone`() throws {
    let (kept, old, new) = (folder.path + "/kept", folder.path + "/old", folder.path + "/new")
    try folder.settle("{serve: {gpsd: '\(kept),\(old)'}}")
    var (staying, going): (Peer?, Peer?)
    var told: [String] = []
    let run = try serve([
      {
        guard isThere(kept), isThere(old), notices.heard.contains("READY=1") else { return nil }
        (staying, going) = (try Peer(path: kept), try Peer(path: old))
        try staying?.watch()
        try going?.watch()
        try folder.settle("{serve: {gpsd: '\(kept)', nmea: 'unix:\(new),only=GGA'}}")
        return .signal(SIGHUP)
      },
      {
        guard isThere(new), !isThere(old), notices.heard.contains(where: { $0.hasPrefix("RELOADING=1") })
        else { return nil }
        let sentences = try Peer(path: new)
        #expect(going?.waitForEnd() == true)
        told = try staying?.linesUpToNow() ?? []
        return sentences.hasEnded ? nil : .nothing
      },
      { try staying?.linesUpToNow().contains { Peer.name($0) == "TPV" } == true ? .nothing : nil },
    ])
    #expect(run.exit == 128 + SIGTERM, "\(run)")
    #expect(
      run.message.contains("note: the settings have changed; opened: unix:\(new),only=GGA\n"),
      "\(run.message)")
    #expect(run.message.contains("note: the settings have changed; closed: \(old)\n"), "\(run.message)")
    // A receiver that was opened anew would have been told as one.
    #expect(!told.contains { Peer.name($0) == "DEVICE" && $0.contains(#""activated":0"#) }, "\(told)")
    #expect(!isThere(kept) && !isThere(new), "their names are gone with them")
  }

  @Test(arguments: [
    ("{serve: {nmea: 'pigeon:1'}}", "can't listen at pigeon:1"), ("{serve: {", "this is not JSON5"),
    ("{serve: {gpsd: '/nowhere/socket'}}", "No such file or directory"),
  ]) func `change nothing where they are wrong, and that is told`(_ text: String, _ why: String) throws {
    let path = folder.path + "/gpsd"
    try folder.settle("{serve: {gpsd: '\(path)'}}")
    var peer: Peer?
    let run = try serve([
      {
        guard isThere(path), notices.heard.contains("READY=1") else { return nil }
        peer = try Peer(path: path)
        try peer?.watch()
        try folder.settle(text)
        return .signal(SIGHUP)
      },
      { notices.heard.contains { $0.hasPrefix("STATUS=settings were not reloaded: ") } ? .nothing : nil },
      { try peer?.linesUpToNow().contains { Peer.name($0) == "TPV" } == true ? .nothing : nil },
    ])
    #expect(run.exit == 128 + SIGTERM, "\(run)")
    #expect(run.message.contains("note: the settings stay as they were: "), "\(run.message)")
    #expect(run.message.contains(why), "\(run.message)")
  }

  @Test func `are outweighed by the command line, and name what has to wait`() throws {
    let path = folder.path + "/gpsd"
    try folder.settle("{}")
    let run = try serve(
      with: ["--gpsd", path],
      [
        {
          guard notices.heard.contains("READY=1") else { return nil }
          try folder.settle(
            "{serve: {gpsd: '/nowhere/socket', coarse: '1km'}, receivers: {'usb:1546:01a8': {rate: 5}}}")
          return .signal(SIGHUP)
        },
        { notices.heard.contains { $0.hasPrefix("RELOADING=1") } ? .nothing : nil },
      ])
    #expect(run.exit == 128 + SIGTERM, "\(run)")
    #expect(
      run.message.contains("note: the settings are valid; no output has changed\n"), "\(run.message)")
    #expect(
      run.message.contains("these take effect only when serve restarts: receivers, coarse\n"),
      "\(run.message)")
  }
}
