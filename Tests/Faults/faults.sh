# The faults: a round, a name, a file, what stands there, what is planted in its place, and the test that must fail.
# Those of one round are planted together, so no two of them may touch the same test.

# Bytes to fixes.
fault low nmea-star-believed Sources/Formats/NMEA/Framing/SentenceFrame.swift \
  'if found == sum { return' 'if found == sum || found != sum { return' \
  'is broken by a wrong checksum at the end of its line, and not before'
fault low nmea-control-let-in Sources/Formats/NMEA/Framing/SentenceFrame.swift \
  '!(0x20..<0x7F ~= byte)' '!(0x08..<0x7F ~= byte)' \
  'is broken by a stray byte, which is left for whom it belongs to'
fault low ubx-checksum-half-compared Sources/Formats/UBX/Framing/MessageFrame.swift \
  'guard found == expected else {' 'guard found.first == expected.first else {' \
  'is refused for any single bit that flips behind the leader, or waits for more'
fault low ubx-length-without-bound Sources/Formats/UBX/Framing/MessageFrame.swift \
  'guard payloadLength <= longestPayload else {' 'guard payloadLength <= 65_535 else {' \
  'is refused at its sixth byte when it promises a longer payload'
fault low ubx-acknowledgement-believed Sources/Formats/UBX/Talks/SettingTalk.swift \
  'guard missing == [] else {' 'guard missing != nil else {' \
  'does not believe an acknowledgement'
fault low gnss-denial-overheard Sources/GNSS/Epoch/EpochDraft.swift \
  'claims && !denies && dimensions' 'claims && dimensions' \
  'quirk 45, one denial beats every claim of its epoch, wherever it stands'
fault low gnss-date-made-up Sources/GNSS/Time/CalendarResolver.swift \
  'return -10 * second...7200 * second ~= step' 'return -10 * second...7200 * second ~= step || step > -3 * halfDay' \
  'does not know the day any more when the clock was set without one'
fault low gnss-moment-told-again Sources/GNSS/Epoch/EpochAssembler.swift \
  '= (recent, keys, gives)' '= (RecentEpochs(), keys, gives); _ = recent' \
  'does not tell a moment again of which the rest comes late'

# A fleet: devices, collectors, and their database.
fault low fleet-settled-by-the-broker Sources/Fleet/GPSFleetProtocol/Machines/PublisherMachine.swift \
  'if isPaused { resume(at: now, except: token) }' \
  'if let batch = underWay.batches.first(where: { $0.token == token }) { cursor.settle(batch.numbers, at: now) }' \
  "settles numbers by a collector's answer, and not by the broker's"
fault low fleet-answered-before-commit Sources/Fleet/GPSFleetProtocol/Machines/CollectorMachine.swift \
  'return [.commit(transaction)]' \
  'return database.map { acknowledgements(of: transaction, in: $0, at: now) + [.commit(transaction)] } ?? []' \
  'answers after its commit, and not before'
fault low fleet-old-will-believed Sources/Fleet/GPSFleetProtocol/Machines/CollectorMachine.swift \
  'guard state.connection >= connections[device] ?? 0 else {' 'guard state.connection >= 0 else {' \
  'ignores the will of an older connection'
fault low fleet-sent-again-without-pause Sources/Fleet/GPSFleetProtocol/Machines/BatchesUnderWay.swift \
  'firstPause * (1 << min(attempts - 1, 7))' 'firstPause' \
  'sends again after 30, 60, 120 s and so on up to an hour'
fault low fleet-refused-not-answered Sources/Fleet/GPSFleetProtocol/Machines/CollectorMachine.swift \
  'case .refused(let found?, _, _): head = found' 'case .refused(_?, _, _): continue' \
  "answers a message that it can't read as refused, after it is stored"
fault low fleet-timeline-ignored Sources/Fleet/GPSFleetProtocol/Machines/FleetCursor.swift \
  'return database.timeline == known ? .known : .outdated' 'return .known' \
  'sends the last hour again after a failover, and believes no database of before'
fault low fleet-last-hour-kept Sources/Fleet/GPSFleetProtocol/Machines/FleetCursor.swift \
  'databases[place].database.timeline = database.timeline
    unsettleRecent()' 'databases[place].database.timeline = database.timeline' \
  'delivers each point once, and no cursor is ahead of a commit'
fault low fleet-name-begins-with-a-dot Sources/Fleet/GPSFleetProtocol/Messages/FleetTopic.swift \
  'bytes.count <= 64, isWord(first) else' 'bytes.count <= 64 else' \
  'has no name that must be quoted anywhere'

# The track store. `make store-check` finds a log that is not synced, and a schema that is made in two transactions.
fault high store-epoch-comes-back Sources/Storing/GPSStore/Writing/StoreFile.swift \
  'max(before + 1, now' 'max(before, now' \
  'goes on after each opening with new numbers and a new epoch, and knows the gap'
fault high store-oldest-go-uncounted Sources/Storing/GPSStore/Writing/StoreMachine.swift \
  'dropped += fixes' 'made -= fixes' \
  'is bounded: the oldest go, and an entry counts them'
fault high store-segment-outgrown Sources/Storing/GPSStore/Writing/StoreEntries.swift \
  'last = number' 'last = max(last, first)' \
  'has a segment for 256 fixes, in which times rise'

fault high store-sealed-in-two-transactions Sources/Storing/GPSStore/Writing/Sealing.swift \
  'try file.run("DELETE FROM fix WHERE seq BETWEEN \(first) AND' 'try file.run("COMMIT; BEGIN; DELETE FROM fix WHERE seq BETWEEN \(first) AND' \
  'has all fixes once, also if packing fails in its middle'
fault high store-place-left-in-free-pages Sources/Storing/GPSStore/Writing/StoreFile.swift \
  'PRAGMA secure_delete = ON' 'PRAGMA secure_delete = FAST' \
  'leaves no byte of a place in the folder, and all else as it was'
fault high store-clock-costs-years Sources/Storing/GPSStore/Writing/StoreRoom.swift \
  'let end = min(now, newest)' 'let end = now' \
  'is freed of what is too old, and a clock that is years ahead costs nothing'

# Ports, the receiver, and what is played.
fault high ports-escape-shown Sources/Base/GPSBase/Texts/VisibleText.swift \
  'if let scalar, isHarmless(scalar) {' 'if let scalar {' \
  'moves no cursor and turns no line around'
fault high bridge-current-for-longer Sources/GPSBridge/Reports/Freshness.swift \
  'public var stale = 2.5' 'public var stale = 2.6' \
  'fades step by step, each at its moment'
fault high bridge-age-from-the-telling Sources/GPSBridge/Freshness/FreshnessTracker.swift \
  'lastFixMoment = max(lastFixMoment ?? arrival, arrival)' 'lastFixMoment = now ?? arrival' \
  "counts from an epoch's last byte, although it was told later"
fault high bridge-null-island-visited Sources/GPSBridge/Reports/Location.swift \
  'guard fix.isValid, !fix.isOnNullIsland,' 'guard fix.isValid,' \
  'is none at 0°, 0°, however good it is called, and is one beside it'
fault high bridge-accuracy-invented Sources/GPSBridge/Reports/AccuracyModel.swift \
  'var estimate = AccuracyEstimate(horizontal: assumed(fix.quality), source: .assumed)' \
  'var estimate = AccuracyEstimate(horizontal: assumed(fix.quality), source: .receiver)' \
  'is assumed, and says so, where nothing is told'
fault high bridge-line-without-bound Sources/GPSBridge/Recording/RecordedLog+Reader.swift \
  'let room = Self.longestLine' 'let room = 100 * Self.longestLine' \
  'with a line that does not end keeps little of it'
fault high bridge-time-goes-back-unsaid Sources/GPSBridge/Receiver/TimeSteps.swift \
  'if time < last {' 'if time == last {' \
  'has a word for a time that goes back'
fault high simulated-seed-ignored Sources/SimulatedGPS/Faults/SentenceDamage.swift \
  'RandomSource(seed: seed, stream: 3)' 'RandomSource(seed: 1, stream: 3)' \
  'is different each time, and the same for a seed'
fault high simulated-name-of-another-removed Sources/SimulatedGPS/Faces/Terminal/NameLink.swift \
  '    remove()
    var result' '    unsafe unlink(path)
    var result' \
  'never touches a name that somebody else has put there'
fault high simulated-points-without-a-place Sources/SimulatedGPS/Scenario/GPXReader.swift \
  'abs($0) < 1e7 ? $0 : nil' 'abs($0) < 1e-7 ? $0 : nil' \
  'gives the points of its track, with heights and times'

# The tool.
fault high tool-escape-shown Sources/Base/GPSBase/Texts/VisibleText.swift \
  'case 0...0x9F, 0xAD: false' 'case 0...0x7F, 0xAD: false' \
  'holds nothing that moves a cursor or turns a line around'
fault high tool-file-for-everybody Sources/Tool/GPSBridgeTool/Files/PathCall.swift \
  'return status.st_mode & S_IWOTH == 0 ? 0o644 : 0o600' 'return status.st_mode & S_IWOTH == 0 ? 0o666 : 0o644' \
  "is nobody else's to write, whatever the mask is"
fault high tool-suspect-not-marked Sources/GPSFormats/Records/ReportRecords.swift \
  'isSuspect: epoch.isSuspect)' 'isSuspect: false)' \
  'is marked as it comes from a receiver'
fault high tool-drops-not-counted Sources/Tool/TerminalKit/RunLoop/EventQueue.swift \
  'state.dropped += 1' 'state.dropped += 0' \
  'drops the oldest where too many wait, and counts them'
fault high bridge-memory-without-bound Sources/GPSBridge/Memory/PortMemory.swift \
  'entries = Array(entries.suffix(Self.most))' '' \
  'does not grow without bound'
fault high tool-link-followed Sources/Base/GPSSystemCalls/Calls/WholeFiles.swift \
  'let (descriptor, beside) = try makeFile(in: folder)' \
  'let beside = path + Array(".new".utf8); let name = try cName(beside); let descriptor = try call { unsafe Glibc.open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }' \
  'of settings is made beside a link that somebody has put there, and is for its user alone'
