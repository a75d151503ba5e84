import TestSupport
import Testing

@testable import GPSBridgeTool

/// What the shells themselves make of our scripts, where they are installed.
@Suite struct `Completion in a real shell` {
  private static let hasZsh = OtherProgram.path(of: "zsh") != nil
  private static let hasFish = OtherProgram.path(of: "fish") != nil

  private static let folder = String(decoding: Program.path, as: UTF8.self).split(separator: "/").dropLast()
    .map { "/" + $0 }.joined()

  // MARK: fish

  @Test(
    .enabled(if: hasFish, "there is no fish: apt-get install fish"),
    arguments: [
      ("gpsbridge wai", ["wait"]), ("gpsbridge watch --form", ["--format"]),
      ("gpsbridge watch --format g", ["gpsd"]), ("gpsbridge fix --format g", ["geo-uri"]),
      ("gpsbridge watch --types fi", ["fix"]), ("gpsbridge watch --types fix,ver", ["fix,verdict"]),
      ("gpsbridge watch --types=fix,sk", ["--types=fix,sky"]), ("gpsbridge completions z", ["zsh"]),
      ("gpsbridge config c", ["check"]), ("gpsbridge watch aut", ["auto"]),
      ("gpsbridge --ver", ["--version"]), ("gpsbridge wait --fix r", ["rtk"]),
      ("gpsbridge monitor --filter s", ["static"]), ("gpsbridge version --t", []),
      ("gpsbridge simulate tun", ["tunnel"]), ("gpsbridge watch sim:tun", ["sim:tunnel"]),
      ("gpsbridge watch sim:t", ["sim:tunnel"]), ("gpsbridge watch /tm", ["/tmp/"]),
      ("gpsbridge watch --format=g", ["--format=gpsd"]), ("gpsbridge simulate --pty aut", ["auto"]),
    ])
  func `of fish is what was meant`(line: String, words: [String]) throws {
    let script = try gpsbridge("completions", "fish").output
    let asking = "set -x PATH \(Self.folder) $PATH\n\(script)\ncd /\ncomplete -C '\(line)'\n"
    let run = try SystemProgram.run("fish", ["--no-config"], input: Array(asking.utf8))
    #expect(run.message == "")
    let found = run.lines.map { String($0.split(separator: "\t").first ?? "") }
    #expect(found == words)
  }

  // MARK: zsh

  /// Types a line and a tab into an interactive zsh, and has it write down what it made of them.
  ///
  /// Nothing is typed before the line editor says that it reads: until then the terminal still edits lines by itself.
  private static let typing = #"""
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "TERM=dumb; PATH=$2:\$PATH; fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D"
    zpty -w shell "tell() { print -rn -- \"\$BUFFER\" > $1/answer; print TO''LD }; zle -N tell"
    zpty -w shell "bindkey '^I' complete-word; bindkey '^T' tell; cd /"
    zpty -w shell "zle-line-init() { print RE''ADY }; zle -N zle-line-init"
    zpty -r -m shell out '*READY*'
    zpty -w -n shell "$3"$'\t\x14'
    zpty -r -m shell out '*TOLD*'
    zpty -d shell

    """#

  @Test(
    .enabled(if: hasZsh, "there is no zsh: apt-get install zsh"), .timeLimit(.minutes(5)),
    arguments: [
      ("gpsbridge wai", "gpsbridge wait "), ("gpsbridge watch --form", "gpsbridge watch --format="),
      ("gpsbridge watch --format g", "gpsbridge watch --format gpsd "),
      ("gpsbridge fix --format g", "gpsbridge fix --format geo-uri "),
      ("gpsbridge watch --types fix,ver", "gpsbridge watch --types fix,verdict,"),
      ("gpsbridge completions z", "gpsbridge completions zsh "),
      ("gpsbridge config c", "gpsbridge config check "), ("gpsbridge watch aut", "gpsbridge watch auto "),
      ("gpsbridge wait --fix r", "gpsbridge wait --fix rtk "),
      ("gpsbridge version --t", "gpsbridge version --t"),
      ("gpsbridge watch sim:tun", "gpsbridge watch sim:tunnel "),
      ("gpsbridge watch --format=g", "gpsbridge watch --format=gpsd "),
    ])
  func `of zsh is what was meant`(line: String, completed: String) throws {
    let folder = try WorkFolder()
    try folder.write("_gpsbridge", Array(try gpsbridge("completions", "zsh").output.utf8))
    let script = try folder.write("type.zsh", Array(Self.typing.utf8))
    // Whatever a shell waits for, it is not waited for without an end.
    let words = ["60", "zsh", "-f", script, folder.path, Self.folder, line]
    let run = try SystemProgram.run("timeout", words, input: [])
    #expect(run.exit == 0, "\(run.message)")
    #expect(try folder.text("answer") == completed)
  }
}
