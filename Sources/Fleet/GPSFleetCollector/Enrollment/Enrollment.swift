internal import GPSBase
internal import GPSFleetProtocol
internal import GPSSystemCalls

/// Performs a command about tenants, devices and tokens; the functions of the database do the work.
struct Enrollment {
  let print: (String) -> Void
  let task: DatabaseTask

  /// Performs a command; returns why it failed, or nil.
  func perform(_ command: EnrollmentCommand) -> String? {
    do throws(SQLFailure) { return try act(command) } catch { return Self.words(error) }
  }

  /// Returns why a file of a token can't be written, or nil.
  private func act(_ command: EnrollmentCommand) throws(SQLFailure) -> String? {
    switch command {
    case .addTenant(let name, let keep):
      try run("SELECT gpsbridge.tenant_add($1, $2)", [.text("\(name)"), .days(keep)])
      print("the tenant \(name) is added; its positions are kept for \(keep ?? 90) days")
    case .changeTenant(let name, let keep, let isSuspended, let limit):
      let before = try run(
        "SELECT gpsbridge.tenant_change($1, $2, $3::text::boolean, $4)",
        [.text("\(name)"), .days(keep), .text(isSuspended.map { "\($0)" }), .days(limit)]
      ).number(0, 0)
      if let keep { print("positions of \(name) are kept for \(keep) days; before, for \(before ?? 0) days") }
      if let isSuspended { print("\(name) is \(isSuspended ? "suspended" : "not suspended any more")") }
      if let limit {
        print(
          "\(name) has \(limit == 0 ? "no limit" : "a limit of \(limit) rows a minute at each collector")")
      }
    case .listTenants:
      list(
        try run(
          """
          SELECT name, keep || ' days', coalesce(rows_a_minute || ' rows a minute', ''), CASE WHEN suspended IS NULL THEN '' ELSE 'suspended' END,
            devices || ' devices' FROM gpsbridge.tenants()
          """))
    case .listDevices(let tenant):
      list(
        try run(
          """
          SELECT tenant || '/' || name, coalesce(installation, ''), coalesce(tokens, ''),
            coalesce(to_char(received AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''), coalesce(refusals, '') FROM gpsbridge.devices($1)
          """, [.text(tenant.map { "\($0)" })]))
    case .addDevices(let devices, let folder):
      return try add(devices, into: folder, "SELECT gpsbridge.device_add($1, $2, $3, $4)")
    case .addToken(let device, let folder):
      return try add([device], into: folder, "SELECT gpsbridge.device_token($1, $2, $3, $4)")
    case .revoke(let device, let token):
      let answer = try run("SELECT gpsbridge.device_revoke($1, $2, $3)", Self.names(device) + [.text(token)])
      print("\(answer.number(0, 0) ?? 0) tokens of \(device) are revoked")
    case .rename(let device, let name):
      try run("SELECT gpsbridge.device_rename($1, $2, $3)", Self.names(device) + [.text("\(name)")])
      print("\(device) is called \(device.tenant)/\(name)")
    case .adopt(let device):
      try run("SELECT gpsbridge.device_adopt($1, $2)", Self.names(device))
      print("the next installation that sends as \(device) owns the name")
    case .forget(let device, let from, let until):
      // A whole device in two transactions, since batches under way must not follow.
      if from == nil, until == nil { try run("SELECT gpsbridge.device_close($1, $2)", Self.names(device)) }
      let answer = try run(
        "SELECT gpsbridge.device_forget($1, $2, $3::text::timestamptz, $4::text::timestamptz)",
        Self.names(device) + [.text(from), .text(until)])
      print(
        "\(answer.number(0, 0) ?? 0) rows of \(device) are deleted; backups of the database still have them")
    }
    return nil
  }

  @discardableResult private func run(
    _ text: StaticText, _ values: [SQLValue] = []
  ) throws(SQLFailure) -> SQLAnswer { try task.run([SQLStatement(text, values)]).get() }

  private func list(_ answer: SQLAnswer) {
    for row in answer.rows.indices {
      print(
        answer.rows[row].indices.map { VisibleText.replaced(answer.text(row, $0) ?? "") }.joined(
          separator: "\t"))
    }
  }

  private static func names(_ device: FleetDevice) -> [SQLValue] {
    [.text("\(device.tenant)"), .text("\(device.name)")]
  }

  private static func words(_ failure: SQLFailure) -> String {
    switch failure.state {
    case "23505": "there is one of that name already"
    case "P0002": failure.description.with("", inPlaceOf: "ERROR: ") + "; the command list shows all"
    case "42501": "\(failure); use the role that owns the tables, or one IN ROLE gpsbridge_enroll"
    case "3F000", "42883": "\(failure); create the tables: gpsbridge-collect --create"
    default: failure.description
    }
  }

  // MARK: - Tokens

  /// Adds a token for each device, or none at all; only their owner sees them.
  private func add(_ devices: [FleetDevice], into folder: String?, _ text: StaticText) throws(SQLFailure)
    -> String?
  {
    let tokens = devices.map { (device: $0, text: FleetToken.random()) }
    var written: [String] = []
    if let folder {
      for (device, text) in tokens {
        let path = "\(folder)/\(device.tenant).\(device.name).token"
        do throws(Errno) { try Self.write(text, to: path) } catch {
          written.forEach { try? Kernel.removeFile(Array($0.utf8)) }
          return "can't write \(VisibleText.replaced(path)): \(error.words); nothing was changed"
        }
        written.append(path)
      }
    }
    let statements = tokens.map { device, token in
      let token = DeviceToken(token)
      return SQLStatement(text, Self.names(device) + [.text(token?.id), .bytes(token?.hash)])
    }
    do throws(SQLFailure) { _ = try task.run(.statements(statements)).get() } catch {
      // If the connection broke, they may be valid.
      if !error.state.isEmpty { written.forEach { try? Kernel.removeFile(Array($0.utf8)) } }
      throw error
    }
    for (place, token) in tokens.enumerated() {
      print(folder == nil ? "\(token.device)\t\(token.text)" : "\(token.device)\t\(written[place])")
    }
    return nil
  }

  private static func write(_ token: String, to path: String) throws(Errno) {
    let descriptor = try Kernel.open(path, for: .creatingPrivate)
    defer { try? Kernel.close(descriptor) }
    let bytes = Array((token + "\n").utf8)
    guard try Kernel.write(descriptor, bytes.span) == bytes.count else { throw .noSpace }
  }
}

extension SQLValue {
  fileprivate static func days(_ count: Int?) -> SQLValue { integer(count.map { Int32(clamping: $0) }) }
}
