/// Files that are longer than one can hold in the head.
func tooLong(_ files: [SourceFile], limit: Int = 800) -> [String] {
  files.filter { $0.lines.count > limit }.map { "\($0.path): \($0.lines.count) lines" }
}

/// C where only Swift should be.
func misplacedC(in files: [SourceFile], allowed: Set<String> = Modules.writtenInC) -> [String] {
  files.filter { ["c", "h", "cc", "cpp", "S"].contains($0.ending) }
    .filter { file in !(file.module.map(allowed.contains) ?? false) }
    .map(\.path)
}

/// Calls that list all serial ports, outside of the commands.
///
/// Such a walk takes a small machine half a second. The library and the servers run on an event loop, and take the list that a
/// monitor already has.
func portWalks(in files: [SourceFile]) -> [String] {
  files.filter { $0.ending == "swift" && !$0.path.hasPrefix("Sources/Tool/") }.flatMap { file in
    zip(1..., file.code).compactMap { number, line in
      line.contains("SerialPortDescription.all(") ? "\(file.path):\(number)" : nil
    }
  }
}

/// Public functions that break the rule of handles: one that may be discarded lasts as long as its object, and one that ends
/// when it is released may not be.
func oddHandles(in files: [SourceFile]) -> [String] {
  let ends = [
    "Registration": false, "ReceiverListening": true, "SerialPortObservation": true, "Subscription": true,
  ]
  return files.filter { $0.ending == "swift" }.flatMap { file in
    let lines = file.lines
    return lines.indices.compactMap { place -> String? in
      let type = lines[place].split(separator: "-> ").dropFirst().last?.prefix { $0.isLetter }
      guard let type, let mustKeep = ends[String(type)],
        let first = lines[...place].lastIndex(where: { $0.contains(" func ") }),
        lines[first].contains("public ")
      else { return nil }
      let isDiscardable = lines[max(0, first - 1)...first].contains { $0.contains("@discardableResult") }
      return isDiscardable == mustKeep ? "\(file.path):\(place + 1): \(type)" : nil
    }
  }
}

/// Words that end the program where the input is at fault.
func traps(in files: [SourceFile]) -> [String] {
  files.filter { $0.ending == "swift" }.flatMap { file in
    zip(1..., file.code).flatMap { number, line in
      ["try!", "as!", "fatalError"].filter { contains(line, word: $0) }.map {
        "\(file.path):\(number): \($0)"
      }
    }
  }
}

/// Whether a word stands in a line by itself, not as a part of a longer one.
private func contains(_ line: Substring, word: String) -> Bool {
  var rest = line
  while let first = rest.first {
    if rest.hasPrefix(word) { return true }
    rest.removeFirst()
    // Behind a letter no word begins.
    if first.isLetter || first == "_" { rest = rest.drop { $0.isLetter || $0.isNumber || $0 == "_" } }
  }
  return false
}

/// Calls of the C library that open, read, write, close or look at a file, with the numbers of their lines.
///
/// Functions of the same names that are members, are declared here, or take nothing are none of them.
func kernelCalls(in file: SourceFile) -> [String] {
  guard imports(of: file).contains("Glibc") else { return [] }
  let names: Set = ["open", "read", "write", "close", "stat", "fstat", "lstat"]
  return zip(1..., file.code).flatMap { number, line in
    line.indices.compactMap { start -> String? in
      let word = line[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let behind = line[word.endIndex...]
      guard names.contains(String(word)), behind.hasPrefix("("), !behind.hasPrefix("()") else { return nil }
      let before = line[..<start]
      let isPart = before.last.map { $0.isLetter || $0 == "_" || $0 == "." } ?? false
      guard before.hasSuffix("Glibc.") || !isPart, !before.hasSuffix("func ") else { return nil }
      return "\(file.path):\(number): \(word)"
    }
  }
}

/// Random numbers that no seed repeats: calls without `using:`, and the generator of the system.
func unseeded(in files: [SourceFile]) -> [String] {
  let names: Set = ["random", "randomElement", "shuffle", "shuffled"]
  let system = ["System", "RandomNumberGenerator"].joined()
  return files.flatMap { file in
    let lines = file.lines
    let places = lines.indices.filter { lines[$0].contains("andom") || lines[$0].contains("shuffle") }
    return places.flatMap { place in
      let line = withoutComment(lines[place])
      // The arguments may end in a later line.
      let rest = lines[place...].dropFirst().prefix(4).map(withoutComment)
      let calls = line.indices.filter { line[$0] == "." }.compactMap { dot -> Substring? in
        let word = line[dot...].dropFirst().prefix { $0.isLetter }
        guard names.contains(String(word)), line[word.endIndex...].first == "(" else { return nil }
        let arguments = arguments(([line[word.endIndex...]] + rest).joined()).drop(while: \.isWhitespace)
        guard !arguments.contains("using:") else { return nil }
        // Other functions of this name have a seed, as `Scenario.random(seed:)`, or belong to the product.
        let isOfBool = line[..<dot].hasSuffix("Bool") || line[..<dot].last?.isLetter != true
        return word != "random" || arguments.hasPrefix("in:") || arguments == "" && isOfBool ? word : nil
      }
      let found = contains(line, word: system) ? calls + ["system"] : calls
      return found.map { "\(file.path):\(place + 1): \($0)" }
    }
  }
}

/// What is wrong with the list of tests that need the kernel's clock: rows without a test, and files that wait without a row.
func unlisted(in files: [SourceFile], _ list: String) -> [String] {
  let waits = ["time: .real", "Pace.send(", "Kernel.sleep(", "Task.sleep(", "Cable("]
  let rows = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
    line.split(separator: " | ", maxSplits: 3).map(String.init)
  }
  func of(_ row: [String], in file: SourceFile) -> Bool {
    file.path.contains("/\(row[0])/")
      && ["struct", "class"].contains { file.text.contains("\($0) `\(row[1])`") }
  }
  let lost = rows.filter { row in
    row.count < 4 || !files.contains { of(row, in: $0) && $0.text.contains("func `\(row[2])`(") }
  }
  let waiting = files.filter { file in
    // The examples are run by `make outside` alone.
    file.text.contains("@Test") && !file.path.hasPrefix("Tests/Apparatus/StyleTests/")
      && !file.text.contains(".enabled(if: Example.folder")
      && file.code.contains { line in waits.contains { line.contains($0) } }
      && !rows.contains { $0.count > 1 && of($0, in: file) }
  }
  return lost.map { "no test: " + $0.joined(separator: " | ") } + waiting.map { "no row: " + $0.path }
}

/// The arguments of the call whose parenthesis begins a text, without those of calls inside of it.
private func arguments(_ text: String) -> String {
  var (depth, arguments) = (0, "")
  for character in text {
    if character == ")" { depth -= 1 }
    if character == ")", depth == 0 { break }
    if depth == 1 { arguments.append(character) }
    if character == "(" { depth += 1 }
  }
  return arguments
}

/// Pipes of scripts whose last program may end before the first one has written everything.
///
/// With `pipefail` such a pipe fails at random: the writer ends by SIGPIPE. An update removed an installed file so.
func earlyReaders(in files: [SourceFile]) -> [String] {
  files.filter { $0.text.contains("pipefail") }.flatMap { file in
    zip(1..., file.lines).compactMap { number, line in
      // An empty part is in the middle of `||`.
      let parts = line.split(separator: "|", omittingEmptySubsequences: false)
      let readers = zip(parts, parts.dropFirst()).filter { !$0.0.isEmpty }.map { $0.1.split(separator: " ") }
      let isEarly = readers.contains { words in
        words.first == "head"
          || words.first == "grep" && words.dropFirst().contains { $0.first == "-" && $0.contains("q") }
      }
      return isEarly && line.first != "#" ? "\(file.path):\(number)" : nil
    }
  }
}
