internal import SerialPorts

/// The programs that use gpsd's port, or are enabled to: gpsd and `gpsbridge serve`.
package struct GPSDPort: Hashable, Sendable {
  /// Whether something listens there.
  var isTaken = false
  /// gpsd, if it runs on its default port.
  var gpsd: RunningProcess?
  /// `gpsbridge serve`, if it runs on gpsd's default port.
  var serving: RunningProcess?
  /// Enabled units that start gpsd.
  var unitsOfGPSD: [String] = []
  /// Enabled units that start `gpsbridge serve`.
  var unitsOfServing: [String] = []

  static let withoutGPSD = "sudo systemctl disable --now gpsd.socket gpsd.service"
  static let withoutServing = "sudo systemctl disable --now gpsbridge-gpsd.socket gpsbridge-serve.service"

  init() {}

  /// The port of this machine.
  package static var here: GPSDPort { GPSDPort(.here) }

  init(_ files: MachineFiles) {
    isTaken = Self.isTaken(files)
    gpsd = Self.processes("gpsd", files).first { Self.hasUsualPort(gpsd: Self.words(of: $0, files)) }
    serving = Self.processes("gpsbridge", files).first {
      Self.hasUsualPort(serving: Self.words(of: $0, files))
    }
    unitsOfGPSD = Self.enabled(["gpsd.socket", "gpsd.service"], files)
    unitsOfServing = Self.enabled(["gpsbridge-gpsd.socket", "gpsbridge-serve.service"], files)
  }

  /// Whether systemd listens there for gpsd; a guess, since the listener's process is not visible.
  var isAwaitedByGPSD: Bool { isTaken && serving == nil && (unitsOfServing.isEmpty || !unitsOfGPSD.isEmpty) }

  /// gpsd's claim to the port in words; nil if unknown.
  var wordsOfGPSD: String? {
    gpsd?.words ?? (unitsOfGPSD.isEmpty ? nil : unitsOfGPSD.joined(separator: " and "))
  }

  /// `gpsbridge serve`'s claim to the port in words; nil if unknown.
  var wordsOfServing: String? {
    serving.map { "serve: \($0.words)" }
      ?? (unitsOfServing.isEmpty ? nil : unitsOfServing.joined(separator: " and "))
  }

  /// The remedy for when `gpsbridge serve` finds the port taken.
  package var remedy: String {
    let other = "or use another port: --gpsd 2948"
    if let gpsd { return "\(gpsd.words) may have it: \(Self.withoutGPSD); \(other)" }
    if let serving { return "\(serving.words) already serves these clients; \(other)" }
    if !unitsOfGPSD.isEmpty {
      return
        "systemd listens there for gpsd (\(unitsOfGPSD.joined(separator: ", "))): \(Self.withoutGPSD); \(other)"
    }
    if !unitsOfServing.isEmpty {
      return "systemd listens there for it: sudo systemctl start gpsbridge-serve.service; \(other)"
    }
    return "it may be gpsd: systemctl stop gpsd.socket gpsd; \(other)"
  }

  /// Whether an address of `serve` has gpsd's default port.
  package static func isUsual(address: some StringProtocol) -> Bool {
    address == "2947" || address.hasSuffix(":2947")
  }

  // MARK: - Parts

  private static func isTaken(_ files: MachineFiles) -> Bool {
    ["/proc/net/tcp", "/proc/net/tcp6"].contains { table in
      (files.text(table) ?? "").split(separator: "\n").contains { line in
        let words = line.split(separator: " ")
        // 0A is the state of a listening socket.
        return words.count > 3 && words[1].hasSuffix(":0B83") && words[3] == "0A"
      }
    }
  }

  private static func processes(_ name: String, _ files: MachineFiles) -> [RunningProcess] {
    let own = files.link("/proc/self").flatMap { Int($0) }
    return files.names(in: "/proc").compactMap { Int($0) }.sorted().compactMap { number in
      guard number != own, files.line("/proc/\(number)/comm") == name else { return nil }
      var process = RunningProcess(number: number, name: name)
      process.unit = files.text("/proc/\(number)/cgroup").flatMap(ProcessTable.unit)
      return process
    }
  }

  /// The units that are enabled by links in the wants folders.
  private static func enabled(_ units: [String], _ files: MachineFiles) -> [String] {
    units.filter { unit in
      ["sockets.target.wants", "multi-user.target.wants"].contains { folder in
        files.link("/etc/systemd/system/\(folder)/\(unit)") != nil
      }
    }
  }

  // MARK: - Command lines

  private static func words(of process: RunningProcess, _ files: MachineFiles) -> ArraySlice<Substring> {
    (files.text("/proc/\(process.number)/cmdline") ?? "").split(separator: "\0").dropFirst()
  }

  /// Whether gpsd uses its default port: no `-S 3000`, `-nNS3000` or `--port=3000`.
  private static func hasUsualPort(gpsd words: ArraySlice<Substring>) -> Bool {
    KnownHolders.port(ofGPSD: words) == nil
  }

  /// The port of a running gpsd; nil for the default one.
  static func port(ofGPSD process: RunningProcess, _ files: MachineFiles) -> String? {
    KnownHolders.port(ofGPSD: words(of: process, files))
  }

  /// Whether a command serves at gpsd's default port; without the flag, its settings may override that.
  private static func hasUsualPort(serving words: ArraySlice<Substring>) -> Bool {
    guard words.first == "serve" else { return false }
    var named: [Substring] = []
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == "--gpsd" { named.append(next) }
      if word.hasPrefix("--gpsd=") { named.append(word.dropFirst(7)) }
    }
    return named.isEmpty || named.contains { isUsual(address: $0) }
  }
}
