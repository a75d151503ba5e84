import Glibc
import Testing

@testable import GPSBridgeTool

/// A receiver behind a pseudo-terminal, and a folder for what the program remembers and writes.
final class ConfigureBench {
  private let folder: WorkFolder
  private let device: SpeakingReceiver

  init(_ dialect: String) throws {
    folder = try WorkFolder()
    device = try SpeakingReceiver("static?start=hot&dialect=\(dialect)&seed=7")
  }

  /// A file in the folder.
  func file(_ name: String) -> String { "\(folder.path)/\(name)" }

  func configure(_ words: [String]) throws -> Run {
    try device.run(
      Program.words(["configure", device.path] + words),
      environment: ["XDG_STATE_HOME": file("state"), "XDG_CONFIG_HOME": file("config")])
  }

  /// Changes the settings, undoes that, and returns all settings before, between and after, which are also in files.
  func exportAround(_ wishes: [String]) throws -> [[UInt8]] {
    var exports = [try export("before.ubx")]
    for (words, name) in [(wishes, "between.ubx"), (["--undo"], "after.ubx")] {
      let run = try configure(words)
      #expect(run.exit == 0, "\(run.output)\(run.message)")
      exports.append(try export(name))
    }
    return exports
  }

  /// Writes all settings to a file, and answers what is in it.
  func export(_ name: String) throws -> [UInt8] {
    let run = try configure(["--export", file(name)])
    #expect(run.exit == 0, "\(run.message)")
    return try #require(try SmallFile.read(Array(file(name).utf8)))
  }
}

/// The built program sets many things of a simulated u-blox and takes them back: nothing else may have changed.
@Suite(.timeLimit(.minutes(5))) struct `The whole configuration after an undo` {
  /// The program of pyubxutils, where the tests of simulated receivers have installed it.
  private static let ubxcompare: String? = {
    let path = Places.root + "/.build/pypi/bin/ubxcompare"
    return unsafe access(path, X_OK) == 0 ? path : nil
  }()

  @Test(arguments: ["ublox9", "ublox10"]) func `is that of before, byte by byte`(dialect: String) throws {
    let exports = try ConfigureBench(dialect).exportAround(Self.wishes)
    #expect(exports[1] != exports[0] && exports[2] == exports[0])
  }

  @Test(
    .enabled(if: ubxcompare != nil, "pyubxutils is not there: make clients installs it"),
    arguments: [("ublox9", 634), ("ublox10", 372)])
  func `has no differences for ubxcompare`(dialect: String, count: Int) throws {
    let bench = try ConfigureBench(dialect)
    _ = try bench.exportAround(Self.wishes)
    // Of files that it cannot read it says no differences, either.
    let same = try compare(bench, "after.ubx")
    #expect(same.contains("Total config keys: \(count). Total differences: 0."), "\(same.suffix(200))")
    let other = try compare(bench, "between.ubx")
    #expect(other.contains("Total config keys: \(count)."), "\(other.suffix(200))")
    #expect(!other.contains("Total differences: 0."), "\(other.suffix(200))")
  }

  private func compare(_ bench: ConfigureBench, _ name: String) throws -> String {
    let words = [Self.ubxcompare ?? "", "-I", "\(bench.file("before.ubx")),\(bench.file(name))"]
    return try Program.run(words.map { Array($0.utf8) }, input: nil).output
  }

  private static let wishes = [
    "--rate", "5", "--model", "automotive", "--minimum-elevation", "10", "--sentences", "GGA,RMC",
    "--constellations", "gps,galileo", "--sbas", "off", "--static-hold", "50",
  ]
}
