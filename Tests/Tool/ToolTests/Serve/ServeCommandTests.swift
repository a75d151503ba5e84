import Glibc
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSServiceVerbs

@Suite(.timeLimit(.minutes(5))) final class `The command serve`: FolderSuite {
  /// Serves a device at a path while `next` says what happens; ends it by an interrupt when that answers true.
  private func serve(_ more: [String] = [], _ next: (Peer) throws -> Bool) throws -> Run {
    let folder = try WorkFolder()
    let path = folder.path + "/gpsd.sock"
    let device = try PseudoTerminal()
    var peer: Peer?
    return try LiveRun.run(["serve", device.path, "--gpsd", path] + more, on: device) { round, _ in
      if peer == nil, unsafe access(path, F_OK) == 0 { peer = try Peer(path: path) }
      if let peer, round % 10 == 5, try next(peer) { return .signal(SIGINT) }
      return round % 10 == 0 ? .send(Epoch.fix(round / 10)) : .nothing
    }
  }

  @Test func `tells clients of gpsd what the receiver says, until it is interrupted`() throws {
    var isWatching = false
    var told: [String] = []
    let run = try serve { peer in
      if !isWatching { try peer.watch() }
      isWatching = true
      told += try peer.linesUpToNow()
      return told.count { Peer.name($0) == "TPV" } >= 3
    }
    #expect(run.exit == 128 + SIGINT)
    #expect(run.message.hasPrefix("note: clients of gpsd find it at /tmp/"), "\(run.message)")
    let position = told.last { Peer.name($0) == "TPV" }
    #expect(position?.contains(#""mode":3"#) == true && position?.contains(#""lat":48.117300000"#) == true)
  }

  @Test func `keeps a track, and reports how many positions are in it`() throws {
    var told: [String] = []
    var isWatching = false
    let run = try serve(["--store", folder("track.db")]) { peer in
      if !isWatching { try peer.watch() }
      isWatching = true
      told += try peer.linesUpToNow()
      return told.count { Peer.name($0) == "TPV" } >= 5
    }
    #expect(run.exit == 128 + SIGINT)
    let line = run.message.split(separator: "\n").last { $0.hasPrefix(folder("track.db")) }
    let count = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    #expect(count >= 3 && line?.hasSuffix(" positions") == true, "\(run.message)")
    #expect(try Places.bytes(of: folder("track.db")).starts(with: Array("SQLite format 3".utf8)))
  }

  @Test func `keeps the tracks of several receivers, each under its name`() throws {
    var seconds = 0
    let run = try serve(["sim:walk", "--store", folder("track.db")]) { _ in
      seconds += 1
      return seconds > 25
    }
    #expect(run.exit == 128 + SIGINT, "\(run.message)")
    let source = "store:" + folder("track.db")
    let (all, walk) = (try gpsbridge("watch", source), try gpsbridge("watch", source, "--of", "sim:walk"))
    #expect(walk.lines.count > 10 && walk.lines.allSatisfy { $0.contains(#""device":"sim:walk""#) })
    let others = all.lines.filter { !$0.contains(#""device":"sim:walk""#) }
    #expect(others.count > 10 && others.count + walk.lines.count == all.lines.count)
    for verb in [["stats"], ["export", "--format", "gpx"]] {
      let one = try gpsbridge(verb + [source, "--of", "sim:walk"])
      #expect(one.exit == 0 && !one.message.contains("--of selects one"), "\(one.message)")
    }
  }

  @Test func `says what version of the protocol it was told to`() throws {
    var first: String?
    let run = try serve(["--protocol-version", "16.1"]) { peer in
      first = try peer.line()
      return true
    }
    #expect(run.exit == 128 + SIGINT && first?.contains(#""proto_major":16,"proto_minor":1"#) == true)
  }

  @Test func `tells a service manager when it is ready, reads settings again, and ends`() throws {
    let (notify, path) = (folder.path + "/notify", folder.path + "/gpsd.sock")
    let socket = try NoticeSocket(at: notify)
    let device = try PseudoTerminal()
    let run = try LiveRun.run(
      ["serve", device.path, "--gpsd", path], on: device, environment: ["NOTIFY_SOCKET": notify]
    ) { round, _ in
      socket.take()
      if socket.heard.contains(where: { $0.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") }) {
        return .signal(SIGTERM)
      }
      if socket.heard.contains("READY=1") { return .signal(SIGHUP) }
      return round % 10 == 0 ? .send(Epoch.fix(round / 10)) : .nothing
    }
    socket.take()
    let notices = socket.heard
    #expect(run.exit == 128 + SIGTERM, "\(run)")
    #expect(notices.count { $0 == "READY=1" } == 2 && notices.last == "STOPPING=1", "\(notices)")
    #expect(notices.contains { $0.hasPrefix("STATUS=") && $0.hasSuffix(" 0 clients, 0 dropped") })
    #expect(run.message.contains("note: the settings are valid; no output has changed"))
    #expect(unsafe access(path, F_OK) != 0, "its name is gone with it")
  }

  @Test func `ends where somebody listens already, and says what to do`() throws {
    var second: Run?
    let device = try PseudoTerminal()
    let first = try LiveRun.run(["serve", device.path, "--gpsd", folder.path + "/a"], on: device) { _, _ in
      guard unsafe access(folder.path + "/a", F_OK) == 0 else { return .nothing }
      second = try gpsbridge("serve", "sim:walk", "--gpsd", folder.path + "/a")
      return .signal(SIGTERM)
    }
    #expect(first.exit == 128 + SIGTERM && second?.exit == ExitCode.busy.rawValue)
    #expect(
      second?.message == """
        error: can't listen at \(folder.path)/a
          Address already in use
          try: end the program that listens there, or choose another path

        """)
  }

  @Test func `leaves no path where it fails to start`() throws {
    let (folder, other) = (try WorkFolder(), try WorkFolder())
    let text = try other.write("walk.nmea", Array(repeating: UInt8(ascii: "$"), count: 5000))
    let run = try gpsbridge(
      "serve", "sim:walk", "sim:drive", "--gpsd", folder("s"), "--nmea", "unix:" + folder("n"), "--pty",
      folder("tty"), "--store", text)
    #expect(run.exit == ExitCode.usage.rawValue)
    #expect(run.message.contains("expected a store or a new file"), "\(run.message)")
    #expect(folder.contents == [])
  }

  @Test func `says what has its path, and what to do`() throws {
    let path = folder.path + "/notes"
    try Kernel.replaceFile(Array(path.utf8), with: [1])
    let run = try gpsbridge("serve", "sim:walk", "--gpsd", path)
    #expect(run.exit == ExitCode.busy.rawValue)
    #expect(
      run.message == """
        error: can't listen at \(path)
          found a file of that name; expected a free name or a socket without a server
          try: remove it, or choose another path

        """)
    #expect(try Kernel.wholeFile(Array(path.utf8), limit: 8) == [1])
  }

  @Test(arguments: [("127.0.0.1:3000", "port"), ("2948", "port"), ("/run/g.sock", "path"), ("@g", "path")])
  func `blames gpsd for no address but gpsd's own`(_ address: String, _ kind: String) {
    #expect(
      ToolError.remedyForTaken(address) == "end the program that listens there, or choose another \(kind)")
    #expect(ToolError.remedyForTaken("*:2947").contains("--gpsd 2948"))
  }

  @Test func `tells a client that has named its receiver before the plug, from the plug on`() throws {
    let (path, link) = (folder.path + "/gpsd.sock", folder.path + "/g")
    let device = try PseudoTerminal()
    var peer: Peer?
    var told: [String] = []
    let run = try LiveRun.run(["serve", link, "--gpsd", path], on: device) { round, _ in
      if peer == nil, unsafe access(path, F_OK) == 0 {
        peer = try Peer(path: path)
        try peer?.watch(#"{"enable":true,"json":true,"device":"\#(link)"}"#)
        #expect(unsafe symlink(device.path, link) == 0)
      }
      if let peer, round % 10 == 5 { told += try peer.linesUpToNow() }
      if told.contains(where: { Peer.name($0) == "TPV" && $0.contains(#""mode":3"#) }) {
        return .signal(SIGINT)
      }
      return round % 10 == 0 ? .send(Epoch.fix(round / 10)) : .nothing
    }
    #expect(run.exit == 128 + SIGINT)
    let position = told.last { Peer.name($0) == "TPV" }
    #expect(position?.contains(#""device":"\#(link)""#) == true, "\(told)")
  }

  @Test func `writes sentences into a port of its own, beside gpsd's or alone`() throws {
    let device = try PseudoTerminal()
    let link = folder.path + "/tty"
    var peer: PortPeer?
    var heard = ""
    let run = try LiveRun.run(["serve", device.path, "--gpsd", "none", "--pty", link], on: device) {
      round, _ in
      if peer == nil { peer = PortPeer(link) }
      heard += peer?.heard() ?? ""
      if heard.contains("RMC,") { return .signal(SIGINT) }
      return round % 10 == 0 ? .send(Epoch.fix(round / 10)) : .nothing
    }
    #expect(run.exit == 128 + SIGINT)
    #expect(run.message.hasPrefix("note: sentences go to /tmp/"), "\(run.message)")
    #expect(unsafe access(link, F_OK) != 0, "its name is gone with it")
  }
}
