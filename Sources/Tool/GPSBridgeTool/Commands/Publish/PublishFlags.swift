internal import GPSFleetProtocol

extension Command {
  static let publish = Command(
    verb: .publish,
    summary: "send the track store to the collectors of a fleet",
    operands: [
      Operand(
        placeholder: "URL",
        help: "a broker, mqtts://HOST[:PORT], or mqtt://127.0.0.1 on this machine; of several, one at a time",
        isOptional: true, isRepeated: true)
    ],
    flags: [
      .tenant, .fleetDevice, .storeFile, .authorities, .deviceCertificate, .deviceKey, .brokerUser,
      .passwordFile, .batchTime, .batchForm, .live, .homeAssistant, .within, .every, .sendAgain,
      .publishStatus, .publishDryRun,
    ],
    exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied, .busy],
    examples: [
      Example(
        "gpsbridge publish mqtts://hub.example --tenant acme --device t-42 --ca ca.pem",
        "each position is sent until a collector has committed it"),
      Example("gpsbridge publish --tenant acme --device truck-42 --status", "what is delivered"),
      Example(
        "gpsbridge publish mqtt://127.0.0.1 --tenant home --device car --home-assistant",
        "also the newest position, for Home Assistant"),
    ])
}

extension Flag {
  static let tenant = Flag(
    name: "tenant", value: .text(placeholder: "NAME"), help: "the owner of the device, as collectors know it")
  static let fleetDevice = Flag(
    name: "device", value: .text(placeholder: "NAME"), help: "the name of this device, one of the tenant's")
  static let authorities = Flag(
    name: "ca", value: .text(placeholder: "FILE"),
    help: "the certificates that are trusted; without it, the ones of the system")
  static let deviceCertificate = Flag(
    name: "cert", value: .text(placeholder: "FILE"), help: "the certificate of this device")
  static let deviceKey = Flag(
    name: "key", value: .text(placeholder: "FILE"), help: "the key of the certificate")
  static let brokerUser = Flag(
    name: "user", value: .text(placeholder: "NAME"), help: "the user at the broker")
  static let passwordFile = Flag(
    name: "password-file", value: .text(placeholder: "FILE"),
    help: "a file with the user's password that other users can't read")
  static let batchTime = Flag(
    name: "batch", value: .text(placeholder: "TIME"), help: "send after this time; 60s by default")
  static let batchForm = Flag(
    name: "format",
    value: .word(
      placeholder: "FORMAT", choices: FleetBatch.Form.allCases.map(\.rawValue) + [formOfOwnTracks, noForm]),
    help:
      "how batches are written: compact (the default), or json, for subscribers of other kinds as well; owntracks sends a message for each position to OwnTracks, and none sends no positions but --live"
  )
  static let (formOfOwnTracks, noForm) = ("owntracks", "none")
  static let live = Flag(
    name: "live", value: .text(placeholder: "TIME"),
    help: "send the newest position as often as this, retained, such as 5s")
  static let homeAssistant = Flag(
    name: "home-assistant", help: "let Home Assistant find this device; implies --live, of 5s by default")
  static let within = Flag(
    name: "within", value: .text(placeholder: "METERS"),
    help:
      "leave out positions that lie within this distance, such as 2m, of where a constant speed between the others would be"
  )
  static let every = Flag(
    name: "every", value: .text(placeholder: "TIME"), help: "send one position in each interval, such as 5s")
  static let sendAgain = Flag(
    name: "again", value: .text(placeholder: "TIME"), help: "send what is this recent again, such as 2h")
  static let publishStatus = Flag(name: "status", help: "show what is delivered, and end")
  static let publishDryRun = Flag(name: "dry-run", help: "show how much would be sent, and send nothing")
}
