/// Finds what udev would skip or misread without a word, and what these rules must not do.
enum RuleLinter {
  static func findings(in text: String) -> [RuleFinding] {
    let reader = RuleReader(text)
    let found = reader.findings + reader.statements.flatMap(tokens) + jumps(reader.statements)
    return found.sorted { $0.line < $1.line }
  }

  /// Keys that are asked for, keys that are set, and whether they take an attribute.
  private static let matched: [String: Bool] = [
    "ACTION": false, "DEVPATH": false, "KERNEL": false, "KERNELS": false, "NAME": false, "SYMLINK": false,
    "SUBSYSTEM": false, "SUBSYSTEMS": false, "DRIVER": false, "DRIVERS": false, "TAG": false, "TAGS": false,
    "ATTR": true, "ATTRS": true, "ENV": true, "SYSCTL": true, "CONST": true,
  ]
  private static let assigned: [String: Bool] = [
    "SYMLINK": false, "TAG": false, "OPTIONS": false, "ATTR": true, "ENV": true, "GOTO": false,
    "LABEL": false,
  ]
  /// Keys that a rule for receivers must not use.
  private static let forbidden: [String: String] = [
    "MODE": "the mode is the system's business; uaccess lets people in",
    "OWNER": "the owner is the system's business", "GROUP": "the group is the system's business",
    "RUN": "no program is run from these rules", "PROGRAM": "no program is run from these rules",
    "IMPORT": "nothing is imported by these rules", "RESULT": "no program is run from these rules",
    "SECLABEL": "security labels are the system's business", "NAME": "only network interfaces are named so",
    "SYSCTL": "kernel settings are not these rules' business",
  ]

  private static func tokens(_ statement: RuleStatement) -> [RuleFinding] {
    statement.tokens.compactMap { token in
      problem(with: token).map { RuleFinding(line: statement.line, what: $0) }
    }
  }

  private static func problem(with token: RuleToken) -> String? {
    let isMatch = ["==", "!="].contains(token.operation)
    if let why = forbidden[token.key], !(isMatch && token.key == "NAME") { return "\(token.key): \(why)" }
    guard isMatch || ["=", "+="].contains(token.operation) else {
      return "\(token.key): the operator \(token.operation) is not used here"
    }
    // TEST may take a mode in braces, or nothing.
    if token.key == "TEST" { return isMatch ? nil : "TEST cannot be set" }
    let table = isMatch ? matched : assigned
    guard let wantsAttribute = table[token.key] else {
      let known = matched[token.key] != nil || assigned[token.key] != nil
      return known ? "\(token.key) cannot be \(isMatch ? "asked for" : "set")" : "\(token.key) is not a key"
    }
    if wantsAttribute, token.attribute?.isEmpty ?? true { return "\(token.key) wants an {attribute}" }
    if !wantsAttribute, token.attribute != nil { return "\(token.key) takes no {attribute}" }
    if ["TAG", "SYMLINK"].contains(token.key), token.operation == "=" {
      return "\(token.key)= takes away what other rules have added"
    }
    if ["GOTO", "LABEL"].contains(token.key), token.operation != "=" { return "\(token.key) wants =" }
    return token.key == "ENV" && token.attribute == "SYSTEMD_WANTS" && token.operation == "="
      ? "ENV{SYSTEMD_WANTS}= takes away what other rules have added" : nil
  }

  /// Each jump goes forward to one label, and each label is jumped to.
  private static func jumps(_ statements: [RuleStatement]) -> [RuleFinding] {
    var findings: [RuleFinding] = []
    var labels: [String: Int] = [:]
    for statement in statements {
      guard let label = statement.assignment("LABEL") else { continue }
      if labels[label] != nil {
        findings.append(.init(line: statement.line, what: "a second label \(label)"))
      }
      labels[label] = statement.line
    }
    var unused = labels
    for statement in statements {
      guard let target = statement.assignment("GOTO") else { continue }
      unused[target] = nil
      guard let line = labels[target] else {
        findings.append(.init(line: statement.line, what: "GOTO \(target), which is nowhere"))
        continue
      }
      if line <= statement.line {
        findings.append(.init(line: statement.line, what: "GOTO \(target), which lies behind"))
      }
    }
    return findings + unused.map { RuleFinding(line: $0.value, what: "nobody goes to \($0.key)") }
  }
}
