import TestSupport
import Testing

@Suite(
  .enabled(if: Unprivileged.isRoot, "only root can unmount /proc for a program"),
  .disabled(if: Sanitizer.isLooking, "a sanitizer reads /proc itself"), .timeLimit(.minutes(2)))
struct `A program without /proc` {
  private func run(_ words: String...) throws -> Run {
    let script = #"mount --make-rprivate / && umount -l /proc && exec "$0" "$@""#
    let unshare = ["/usr/bin/unshare", "-m", "sh", "-c", script].map { Array($0.utf8) }
    return try Program.run(unshare + Program.words(words), input: nil, time: .real)
  }

  @Test func `has its arguments`() throws {
    let version = try run("version")
    #expect(version.exit == 0 && version.output.hasPrefix("gpsbridge "))
    let fix = try run("fix", "sim:drive", "--format", "json")
    #expect(fix.exit == 0 && fix.output.contains(#""type":"fix""#))
    #expect(try run("fix", "--nonsense").message.contains("--nonsense"))
  }
}
