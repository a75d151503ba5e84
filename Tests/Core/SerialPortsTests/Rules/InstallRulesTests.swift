import TestSupport
import Testing

@Suite struct `Installing the rules` {
  private let folder: TestFolder
  private let main = "etc/udev/rules.d/" + RulesFolder.main
  private let autostart = "etc/udev/rules.d/" + RulesFolder.autostart

  init() throws { folder = try TestFolder() }

  private func run(_ word: String, _ variables: [String: String] = [:]) throws -> ScriptRun {
    try folder.run(word, "rules", with: variables)
  }

  @Test func `writes one file, says which, and tells udev nothing of a pretended root`() throws {
    let run = try run("install")
    #expect(run.status == 0)
    #expect(run.lines == ["wrote \(folder.path)/\(main)", "DESTDIR is set, so udev was told nothing."])
    #expect(try folder.text(main).hasPrefix(try RulesFolder.text(RulesFolder.main)))
    #expect(!folder.has(autostart))
    #expect(RuleLinter.findings(in: try folder.text(main)) == [])
    let mode = try ScriptRun(["stat", "-c", "%a", "\(folder.path)/\(main)"])
    #expect(mode.output == "644\n")
    let left = try ScriptRun(["ls", "-A", folder.path + "/etc/udev/rules.d"])
    #expect(left.lines == [RulesFolder.main])
  }

  @Test func `goes where packages put theirs for the prefix of packages, and where it is told`() throws {
    #expect(try run("install", ["PREFIX": "/usr"]).status == 0)
    #expect(folder.has("usr/lib/udev/rules.d/" + RulesFolder.main))
    #expect(try run("install", ["PREFIX": "/opt", "RULESDIR": "/run/udev/rules.d"]).status == 0)
    #expect(folder.has("run/udev/rules.d/" + RulesFolder.main))
    #expect(!folder.has("etc"))
  }

  @Test func `starts services only where that was asked for, and takes that away too`() throws {
    #expect(try run("install", ["AUTOSTART": "1"]).output.contains("if there is such a unit"))
    #expect(folder.has(autostart))
    let removed = try run("uninstall")
    #expect(removed.status == 0)
    #expect(
      removed.lines.prefix(2) == ["removed \(folder.path)/\(main)", "removed \(folder.path)/\(autostart)"])
    #expect(!folder.has(main) && !folder.has(autostart))
  }

  @Test func `may be done again`() throws {
    #expect(try run("install").status == 0)
    #expect(try run("install").status == 0)
    #expect(try run("uninstall").status == 0)
    let again = try run("uninstall")
    #expect(again.status == 0)
    #expect(again.output == "There is nothing of gpsbridge in \(folder.path)/etc/udev/rules.d.\n")
  }

  @Test func `replaces an older version of its own`() throws {
    let older = "# As it was a year ago.\n"
    let sum = try ScriptRun(["sh", "-c", "printf '# As it was a year ago.\\n' | sha256sum | cut -d ' ' -f 1"])
    try folder.write(
      main, older + "# Written by the install-rules of gpsbridge. sha256 of the lines above: \(sum.output)")
    #expect(try run("install").status == 0)
    #expect(try folder.text(main).hasPrefix(try RulesFolder.text(RulesFolder.main)))
  }

  @Test func `touches nothing that somebody has changed`() throws {
    #expect(try run("install", ["AUTOSTART": "1"]).status == 0)
    let changed = "# My own line.\n" + (try folder.text(main))
    try folder.write(main, changed)
    let again = try run("install")
    #expect(again.status == 1)
    #expect(again.output.contains("\(main) was changed since it was installed.\n"))
    #expect(again.output.contains("Nothing was installed."))
    let removal = try run("uninstall")
    #expect(removal.status == 1)
    #expect(removal.output.contains("\(main) was changed since it was installed. It was left alone.\n"))
    #expect(try folder.text(main) == changed)
    // The other file was as it had been written.
    #expect(!folder.has(autostart))
  }

  @Test(arguments: ["# A package's.\n", "", "# no end of line"])
  func `touches nothing that others have put there`(_ text: String) throws {
    try folder.write(main, text)
    for word in ["install", "uninstall"] {
      let run = try run(word)
      #expect(run.status == 1)
      #expect(run.output.contains("\(main) was not installed by this script, perhaps by a package."))
    }
    #expect(try folder.text(main) == text)
  }

  @Test func `respects that somebody has switched the rules off`() throws {
    try folder.write("etc/udev/rules.d/other.rules", "")
    _ = try ScriptRun(["ln", "-s", "/dev/null", "\(folder.path)/\(main)"])
    for word in ["install", "uninstall"] {
      let run = try run(word)
      #expect(run.status == 1)
      #expect(run.output.contains("is a link to /dev/null: somebody has switched it off on purpose."))
    }
    #expect(folder.has(main))
  }

  @Test func `writes neither of two files where one is in the way`() throws {
    try folder.write(autostart, "# A package's.\n")
    #expect(try run("install", ["AUTOSTART": "1"]).status == 1)
    #expect(!folder.has(main))
  }

  @Test func `without the right to write says how to get it`() throws {
    // Not even root makes folders there.
    let run = try run("install", ["DESTDIR": "/proc"])
    #expect(run.status == 1)
    #expect(
      run.lines == [
        "install-rules: cannot make the folder /proc/etc/udev/rules.d.",
        "install-rules: Run it with the rights to do so: sudo make install-rules",
      ])
  }

  @Test func `tells a running udev, and says what to do next`() throws {
    // A program of that name notes what it is asked.
    try folder.write(
      "bin/udevadm", "#!/bin/sh\necho \"$*\" >>\"$NOTES\"\nexit ${UDEVADM_STATUS:-0}\n", mode: 0o755)
    try folder.write("control", "")
    let notes = folder.path + "/notes"
    let variables = [
      "DESTDIR": "", "RULESDIR": folder.path + "/rules.d", "UDEV_CONTROL": folder.path + "/control",
      "NOTES": notes,
      "PATH": folder.path + "/bin:/usr/bin:/bin",
    ]
    let run = try run("install", variables)
    #expect(run.status == 0)
    #expect(run.output.contains("udev has read its rules again and looked at what is plugged in.\n"))
    #expect(run.output.contains("sudo usermod -aG dialout NAME"))
    #expect(
      try folder.text("notes").split(separator: "\n") == [
        "control --reload",
        "trigger --action=change --subsystem-match=usb --property-match=DEVTYPE=usb_device",
        "trigger --action=change --subsystem-match=tty --property-match=ID_BUS=usb", "settle --timeout=10",
      ])
    try folder.write("bin/getent", "#!/bin/sh\n[ $2 = uucp ]\n", mode: 0o755)
    let elsewhere = try self.run("install", variables.merging(["NOTES": "/dev/null"]) { $1 })
    #expect(elsewhere.output.contains("sudo usermod -aG uucp NAME"))
    let failing = try self.run("uninstall", variables.merging(["UDEVADM_STATUS": "1"]) { $1 })
    #expect(failing.status == 1)
    #expect(failing.output.contains("udev would not read its rules again."))
    #expect(!folder.has("rules.d/" + RulesFolder.main))
  }

  @Test func `where udev does not run says so`() throws {
    let run = try run("install", ["DESTDIR": "", "RULESDIR": folder.path + "/rules.d"])
    #expect(run.status == 0)
    #expect(run.output.contains("udev is not running here, so there was nobody to tell.\n"))
  }

  @Test(arguments: ["", "remove"])
  func `by a word it does not know does nothing`(_ word: String) throws {
    let run = try run(word)
    #expect(run.status == 1)
    #expect(run.output == "install-rules: expected install or uninstall, found '\(word)'\n")
    #expect(!folder.has("etc"))
  }

  @Test(arguments: [
    ("rules", ["udev/rules.d/" + RulesFolder.main, "udev/rules.d/" + RulesFolder.autostart]),
    ("units", ["systemd/system/gpsbridge.service"]),
  ])
  func `is a matter of make, as it is for units`(_ what: String, _ files: [String]) throws {
    let words = [
      "make", "--no-print-directory", "-C", RulesFolder.root, "DESTDIR=" + folder.path, "PREFIX=/usr",
      "AUTOSTART=1",
    ]
    #expect(try ScriptRun(words + ["install-" + what]).status == 0)
    #expect(files.allSatisfy { folder.has("usr/lib/" + $0) })
    #expect(try ScriptRun(words + ["uninstall-" + what]).status == 0)
    #expect(!files.contains { folder.has("usr/lib/" + $0) })
  }
}
