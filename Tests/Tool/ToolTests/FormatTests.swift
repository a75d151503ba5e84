import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats

/// Two epochs of a small receiver: a fix with a sky, and none.
private let small = wire([
  "GPGGA,235959.50,4807.0380,N,01131.0000,E,2,04,0.9,545.4,M,46.9,M,2.0,0120",
  "GPGSA,A,3,05,20,,,,,,,,,,,1.7,0.9,1.4",
  "GPGSV,1,1,03,05,40,083,46,20,07,344,39,47,22,228,",
  "GPRMC,235959.50,A,4807.0380,N,01131.0000,E,10.0,84.4,201126,3.1,W,D",
  "GPGGA,000000.50,,,,,0,00,,,M,,M,,",
  "GPRMC,000000.50,V,,,,,,,211126,,,N",
])

@Suite struct `A small recording` {
  private func lines(_ format: String) throws -> [String] {
    let run = try gpsbridge("watch", "--format", format, "-", input: small)
    #expect(run.exit == 0)
    #expect(run.message == "")
    return run.lines
  }

  @Test func `gives these records`() throws {
    #expect(
      try lines("ndjson") == [
        #"{"type":"fix","v":1,"device":"-","epoch":1,"time":"2026-11-20T23:59:59.500Z","state":"recorded","#
          + #""mode":"3d","quality":"dgnss","lat":48.1173,"lon":11.516666667,"alt_msl_m":545.4,"#
          + #""alt_hae_m":592.3,"geoid_m":46.9,"speed_mps":5.1444,"course_deg":84.4,"#
          + #""mag_var_deg":-3.1,"h_acc_m":1.74,"v_acc_m":2.3799,"acc_source":"dop","acc_confidence":0.68,"#
          + #""hdop":0.9,"vdop":1.4,"pdop":1.7,"sats_used":4,"sats_seen":3,"diff_age_s":2.0,"#
          + #""diff_station":120}"#,
        #"{"type":"sky","v":1,"device":"-","time":"2026-11-20T23:59:59.500Z","satellites":["#
          + #"{"gnss":"gps","id":5,"el_deg":40,"az_deg":83,"cn0_dbhz":46,"used":true},"#
          + #"{"gnss":"gps","id":20,"el_deg":7,"az_deg":344,"cn0_dbhz":39,"used":true},"#
          + #"{"gnss":"sbas","id":134,"el_deg":22,"az_deg":228,"used":false}]}"#,
        #"{"type":"fix","v":1,"device":"-","epoch":2,"time":"2026-11-21T00:00:00.500Z","state":"recorded","#
          + #""mode":"none","sats_used":0,"sats_seen":3,"corrections":["midnight"]}"#,
      ])
  }

  @Test func `gives these objects to gpsd's clients`() throws {
    let satellites =
      #""satellites":[{"PRN":5,"gnssid":0,"svid":5,"az":83.0,"el":40.0,"ss":46.0,"used":true},"#
      + #"{"PRN":20,"gnssid":0,"svid":20,"az":344.0,"el":7.0,"ss":39.0,"used":true},"#
      + #"{"PRN":47,"gnssid":1,"svid":134,"az":228.0,"el":22.0,"used":false}]}"#
    #expect(
      try lines("gpsd") == [
        #"{"class":"TPV","device":"-","status":2,"mode":3,"time":"2026-11-20T23:59:59.500Z","#
          + #""lat":48.117300000,"lon":11.516666667,"altHAE":592.3000,"altMSL":545.4000,"alt":545.4000,"#
          + #""epx":2.251,"epy":2.251,"epv":4.665,"track":84.4000,"magtrack":87.5000,"magvar":-3.1,"speed":5.144,"#
          + #""geoidSep":46.900,"eph":2.819,"dgpsAge":2.0,"dgpsSta":120}"#,
        #"{"class":"SKY","device":"-","time":"2026-11-20T23:59:59.500Z","hdop":0.90,"pdop":1.70,"vdop":1.40,"#
          + #""nSat":3,"uSat":2,"# + satellites,
        #"{"class":"TPV","device":"-","mode":1,"time":"2026-11-21T00:00:00.500Z"}"#,
      ])
  }

  @Test func `gives this table`() throws {
    #expect(
      try lines("csv") == [
        "epoch,time,received,state,age_s,mode,quality,lat,lon,alt_msl_m,alt_hae_m,geoid_m,speed_mps,"
          + "course_deg,climb_mps,mag_var_deg,h_acc_m,v_acc_m,acc_source,acc_confidence,hdop,vdop,pdop,"
          + "tdop,sats_used,sats_seen,diff_age_s,diff_station,simulated,refused,suspect,time_of_day",
        "1,2026-11-20T23:59:59.500Z,,recorded,,3d,dgnss,48.1173,11.516666667,545.4,592.3,46.9,"
          + "5.1444,84.4,,-3.1,1.74,2.3799,dop,0.68,0.9,1.4,1.7,,4,3,2.0,120,,,,",
        "2,2026-11-21T00:00:00.500Z,,recorded,,none,,,,,,,,,,,,,,,,,,,0,3,,,,,,",
      ])
  }

  @Test func `names the time of day where no date came, and never beside a date`() throws {
    let undated = wire(["GPGGA,120000.25,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"])
    let run = try gpsbridge("watch", "--types=fix", "-", input: undated)
    #expect(run.lines.first?.contains(#""time_of_day":"12:00:00.250Z""#) == true)
    #expect(run.lines.first?.contains(#""time":"#) == false)
    #expect(try lines("ndjson").allSatisfy { !$0.contains("time_of_day") })
  }

  @Test func `counts refused sentences of every type in the record and in the text`() throws {
    let input =
      small + wire(["PGRMZ,643,M,2", "PGRMZ,643,M,2", "GPGGA,120000,9907.038,N,01131.0,E,1,,,,M,,M,,"])
    let record = try gpsbridge("stats", "--json", "-", input: input).lines.joined()
    let text = try gpsbridge("stats", "-", input: input).lines.joined(separator: "\n")
    let count = try #require(record.firstMatch(of: /"bad_field":([0-9]+)/)).output.1
    #expect((Int(count) ?? 0) >= 2)
    #expect(text.contains("\(count) bad"))
  }

  @Test func `holds no noise of sums and products behind what the receiver meant`() throws {
    let input = wire([
      "GPGGA,120000,4807.038,N,01131.001,E,1,08,0.628,545.3,M,47.9,M,,",
      "GPRMC,120000,A,4807.038,N,01131.001,E,0.1,84.4,201126,,,A",
      "GPGSA,A,3,01,02,03,,,,,,,,,,1.7,0.628,1.4",
    ])
    for words in [["watch", "--types=fix"], ["watch", "--format=csv"], ["export", "--format=csv"]] {
      let run = try gpsbridge(words + ["-"], input: input)
      let numbers = run.output.matches(of: /-?[0-9]+\.([0-9]+)/)
      #expect(numbers.count > 5)
      #expect(numbers.allSatisfy { $0.1.count <= 9 }, "\(run.output)")
      #expect(numbers.count { $0.1.count > 4 } <= 2, "only degrees are so fine: \(run.output)")
    }
  }

  @Test func `comes out of nmea as it went in, without what is wrong`() throws {
    let dirty =
      Array("# a comment\r\nnoise$GPGGA,1*00\r\n".utf8) + small
      + wire("GPGGA,000001,9907.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,") + wire("PXYZ,what,ever")
    let run = try gpsbridge("watch", "--format=nmea", "-", input: dirty)
    #expect(run.output == String(decoding: small + wire("PXYZ,what,ever"), as: UTF8.self))
  }

  @Test func `gives only the types that were asked for`() throws {
    let skies = try gpsbridge("watch", "--types=sky", "-", input: small).lines
    #expect(skies.count == 1)
    #expect(skies.allSatisfy { $0.hasPrefix(#"{"type":"sky","#) })
    let positions = try gpsbridge("watch", "--types", "fix", "--format", "gpsd", "-", input: small).lines
    #expect(positions.count == 2)
    #expect(positions.allSatisfy { $0.hasPrefix(#"{"class":"TPV","#) })
    #expect(try gpsbridge("watch", "--types", "error", "-", input: small).output == "")
  }

  @Test func `is counted at the end`() throws {
    let counts =
      #"{"type":"stats","v":1,"device":"-","bytes":\#(small.count),"sentences":6,"messages":0,"bad_checksum":0,"#
      + #""bad_field":0,"cut":0,"unknown":0,"junk_bytes":0,"epochs":2,"fixes":1,"refused_positions":0,"suspect_positions":0,"late":0}"#
    #expect(try gpsbridge("watch", "--types", "stats", "-", input: small).lines == [counts])
    #expect(try gpsbridge("watch", "--stats", "-", input: small).lines.last == counts)
    let table = try gpsbridge("watch", "--stats", "--format=csv", "-", input: small)
    #expect(table.lines.count == 3)
    #expect(table.message == counts + "\n")
  }
}

@Suite struct `A line of a table` {
  @Test func `quotes what would break it`() {
    #expect(CSVFormat.line(["a", "b,c", "d\"e", ""]) == Array("a,\"b,c\",\"d\"\"e\",\n".utf8))
  }
}
