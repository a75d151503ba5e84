internal import GPSBridge
internal import UBX

/// The tasks of `gpsbridge configure` on whole messages: undo, files, single keys, and restarts.
struct SettingMessages {
  let session: ConfigureSession
  let options: ConfigureOptions

  /// Reads the values of messages and keys.
  func get(_ messages: [Message]) throws(ToolError) -> ConfigureReport {
    var report = ConfigureReport([], session.receiver)
    for message in messages {
      let result = try session.run { receiver, timeout throws(LocationError) in
        try await receiver.plan(applying: [message], timeout: timeout)
      }
      switch result {
      case .success(let plan): report.answers += plan.answers
      case .failure(let error): report.take(error, about: Self.name(message))
      case nil: return report
      }
    }
    return report
  }

  func bring(_ messages: [Message]) throws(ToolError) -> ConfigureReport {
    var report = ConfigureReport([], session.receiver)
    try bring(messages, into: &report)
    return report
  }

  /// Applies messages in order, and stores the previous values.
  func bring(_ messages: [Message], into report: inout ConfigureReport) throws(ToolError) {
    let plan = try session.run { receiver, timeout throws(LocationError) in
      try await receiver.plan(applying: messages, timeout: timeout)
    }
    switch plan {
    case .failure(let error):
      report.take(error, about: "the list")
      return
    case .success(let plan):
      if !plan.undo.isEmpty { try session.store?.keep(undo: plan.undo) }
    case nil: return
    }
    try carryOut(messages, into: &report)
  }

  /// Restores the values from before the last change.
  func undo() throws(ToolError) -> ConfigureReport {
    guard session.signal == nil else { return ConfigureReport([], session.receiver) }
    let messages = try lastUndo(session.store)
    var report = ConfigureReport([], session.receiver)
    try carryOut(messages, into: &report)
    if report.complaint == nil, session.signal == nil {
      ProfileSaving(session).undo(into: &report)
      if report.complaint == nil { session.store?.forgetLastUndo() }
    }
    return report
  }

  private func carryOut(_ messages: [Message], into report: inout ConfigureReport) throws(ToolError) {
    for message in messages {
      let result = try session.run { receiver, timeout throws(LocationError) in
        try await receiver.apply([message], timeout: timeout)
      }
      switch result {
      case .success(let plan): report.brought.append((message, isNews: !plan.commands.isEmpty))
      case .failure(let error): report.take(error, about: Self.name(message))
      case nil: return
      }
    }
  }

  func export(to file: Argument) throws(ToolError) -> ConfigureReport {
    var report = ConfigureReport([], session.receiver)
    switch try session.run({ receiver, timeout throws(LocationError) in
      try await receiver.export(timeout: timeout)
    }) {
    case .success(let messages):
      try SettingFile.write(messages, to: file)
      let count = messages.reduce(0) { count, message in
        if case .cfgVALSET(let message) = message.control { count + message.values.count } else { count + 1 }
      }
      report.notes.append("\(count) settings in \(messages.count) messages written to \(file.shown)")
    case .failure(let error): report.take(error, about: "the list of all settings")
    case nil: break
    }
    return report
  }

  func reset(_ kind: RestartKind) throws(ToolError) -> ConfigureReport {
    var report = ConfigureReport([], session.receiver)
    switch try session.run({ receiver, timeout throws(LocationError) in
      try await receiver.restart(kind, timeout: timeout)
    }) {
    case .success: report.notes.append("restarted: \(kind.rawValue)")
    case .failure(let error): report.take(error, about: "the restart")
    case nil: break
    }
    return report
  }

  /// Shows what a task would do, from the stored data; sends nothing.
  func rehearse(_ file: [Message], _ identity: ReceiverIdentity?) throws(ToolError) -> ConfigureReport {
    var report = ConfigureReport([], session.receiver, identity)
    switch options.task {
    case .reset(let kind): report.notes.append("would restart it: \(kind.rawValue)")
    case .undo:
      let store = session.rememberedStore
      report.notes += try lastUndo(store).map { "would bring back \(Self.name($0))" }
      ProfileSaving(session).rehearseUndo(store, into: &report)
    case .bring: report.notes += file.map { "would set \(Self.name($0)) where it differs" }
    case .show, .get, .set, .export: break
    }
    report.notes.append("nothing was sent")
    return report
  }

  private func lastUndo(_ store: SettingStore?) throws(ToolError) -> [Message] {
    if let messages = try store?.lastUndo() { return messages }
    throw ToolError(
      code: "nothing_to_undo", exit: .nothingKnown, message: "there is nothing to undo",
      reason: "no change of this receiver's settings is stored",
      remedy: "gpsbridge configure --show prints the current settings")
  }

  /// The subject of a message, for a person.
  static func name(_ message: Message) -> String {
    if case .cfgMSG(let message) = message.control { return "CFG-MSG of \(message.message.word)" }
    guard case .cfgVALSET(let message) = message.control else { return message.kind.word }
    let names = message.values.map { "\($0.key)" }
    return names.count > 3 ? "\(names.count) values from \(names[0]) on" : names.joined(separator: ", ")
  }
}
