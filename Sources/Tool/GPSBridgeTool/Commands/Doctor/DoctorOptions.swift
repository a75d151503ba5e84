internal import CommandLineTable
internal import Doctor
internal import ToolSources

/// What the command line wants of the doctor.
struct DoctorOptions {
  var source: SourceName
  var isRecord: Bool
  var isStrict: Bool
  /// How long is listened; nil for as long as it takes.
  var duration: Duration?
  var bundle: BundleFile?
  var isWithRaw: Bool
  var isWithPosition: Bool

  init(_ parsed: ParsedArguments) throws(Complaint) {
    source = try SourceName(parsed.operand(0))
    if !source.isLive {
      for flag in [Flag.listenFor, .bundle] where parsed.has(flag) {
        throw Usage.contradiction(
          "--\(flag.name) does not go with a recording", "leave it out, or name a receiver")
      }
    }
    isRecord = parsed.has(.json)
    isStrict = parsed.has(.strict)
    isWithRaw = parsed.has(.withRaw)
    isWithPosition = parsed.has(.withPosition)
    for (flag, needed) in [(Flag.withRaw, Flag.bundle), (.forceBundle, .bundle), (.withPosition, .withRaw)]
    where parsed.has(flag) && !parsed.has(needed) {
      throw Usage.contradiction(
        "--\(flag.name) goes with --\(needed.name)", "leave it out, or add --\(needed.name)")
    }
    // A minute of sentences shows all that comes now and then.
    duration = try parsed.duration(of: .listenFor) ?? (isWithRaw ? .seconds(60) : nil)
    bundle = try parsed.argument(of: .bundle).map { name throws(Complaint) in
      try BundleFile(name, isForced: parsed.has(.forceBundle))
    }
  }
}
