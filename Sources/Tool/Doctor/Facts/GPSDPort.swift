internal import SerialPorts

/// Who has gpsd's port, and who wants it: gpsd does, and `gpsbridge serve`.
package struct GPSDPort: Hashable, Sendable {
  /// Whether something listens there.
  var isTaken = false
  /// gpsd, if it runs, and was not told to listen elsewhere.
  var gpsd: RunningProcess?
  /// `gpsbridge serve`, if it runs, and was not told to listen elsewhere.
  var serving: RunningProcess?
  /// Units that are enabled, and start gpsd.
  var unitsOfGPSD: [String] = []
  /// Units that are enabled, and start `gpsbridge serve`.
  var unitsOfServing: [String] = []

  package static let withoutGPSD = "sudo systemctl disable --now gpsd.socket gpsd.service"
  static let withoutServing = "sudo systemctl disable --now gpsbridge-gpsd.socket gpsbridge-serve.service"

  init() {}

  /// Looks at the files of a machine.
  package init(_ files: MachineFiles) {
    isTaken = Self.isTaken(files)
    gpsd = Self.processes("gpsd", files).first { Self.hasUsualPort(gpsd: Self.words(of: $0, files)) }
    serving = Self.processes("gpsbridge", files).first {
      Self.hasUsualPort(serving: Self.words(of: $0, files))
    }
    unitsOfGPSD = Self.enabled(["gpsd.socket", "gpsd.service"], files)
    unitsOfServing = Self.enabled(["gpsbridge-gpsd.socket", "gpsbridge-serve.service"], files)
  }

  /// Whether systemd listens there for gpsd, as far as it can be told: nobody says who listens.
  var isAwaitedByGPSD: Bool { isTaken && serving == nil && (unitsOfServing.isEmpty || !unitsOfGPSD.isEmpty) }

  /// gpsd as it wants the port; nil if nothing is known of it.
  var wordsOfGPSD: String? {
    gpsd?.words ?? (unitsOfGPSD.isEmpty ? nil : unitsOfGPSD.joined(separator: " and "))
  }

  /// `gpsbridge serve` as it wants the port; nil if nothing is known of it.
  var wordsOfServing: String? {
    serving.map { "serve: \($0.words)" }
      ?? (unitsOfServing.isEmpty ? nil : unitsOfServing.joined(separator: " and "))
  }

  /// What to do where `gpsbridge serve` finds the port taken.
  package var remedy: String {
    let other = "or take another port: --gpsd 2948"
    if let gpsd { return "\(gpsd.words) may have it: \(Self.withoutGPSD); \(other)" }
    if let serving { return "\(serving.words) serves already: its clients are served; \(other)" }
    if !unitsOfGPSD.isEmpty {
      return
        "systemd listens there for gpsd (\(unitsOfGPSD.joined(separator: ", "))): \(Self.withoutGPSD); \(other)"
    }
    if !unitsOfServing.isEmpty {
      return "systemd listens there for it: sudo systemctl start gpsbridge-serve.service; \(other)"
    }
    return "gpsd may be it: systemctl stop gpsd.socket gpsd; \(other)"
  }

  /// Whether an address of `serve` has gpsd's port.
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

  /// Those of a machine's links that have a unit started.
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

  /// Whether gpsd has its usual port: no `-S 3000`, `-nNS3000` or `--port=3000` says another one.
  private static func hasUsualPort(gpsd words: ArraySlice<Substring>) -> Bool {
    KnownHolders.port(ofGPSD: words) == nil
  }

  /// The port of a running gpsd; nil for the usual one.
  static func port(ofGPSD process: RunningProcess, _ files: MachineFiles) -> String? {
    KnownHolders.port(ofGPSD: words(of: process, files))
  }

  /// Whether a command of the tool serves at gpsd's usual port; where none is named, its settings may say another one.
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
