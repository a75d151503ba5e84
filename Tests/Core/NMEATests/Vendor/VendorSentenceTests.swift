import NMEA
import TestSupport
import Testing

@Suite struct `A vendor's sentence` {
  static let all: [any VendorContent.Type] = [
    PAIR001.self, PAIR050.self, PAIR062.self, PAIR864.self, PASHR.self, PASHRPOS.self, PCAS01.self,
    PCAS02.self, PCAS03.self, PGRME.self, PGRMF.self, PGRMM.self, PGRMT.self, PGRMV.self, PGRMZ.self,
    PMTK001.self, PMTK010.self, PMTK011.self, PMTK101.self, PMTK102.self, PMTK103.self, PMTK104.self,
    PMTK220.self, PMTK251.self, PMTK314.self, PMTK605.self, PMTK705.self, PQTMEPE.self, PQTMVERNO.self,
    PSRF100.self, PSRF103.self, PSRFEPE.self, PSTI030.self, PSTI032.self, PUBX00.self, PUBX03.self,
    PUBX04.self, PUBX40.self, PUBX41.self,
  ]

  @Test func `without any field is refused or understood, and never unknown`() {
    for type in Self.all where type != PASHR.self {
      let body = type.init().tag
      var fault: FieldFault?
      guard let sentence = try? Sentence(body: body.span, fault: &fault) else { continue }
      #expect(sentence.content != nil, "\(type)")
    }
  }

  // Quirk 20: some do not begin with P. Quirk 21: some end like an RMC. Quirk 22: one has a blank in its tag.
  @Test(arguments: [
    "GYOACC,090624,000653.10,0.004960,-0.001510,0.005386,100,-3.358145", "INFO,1,2", "P", "PA", "PAI", "PAIR",
    "PAIR0010,1,1", "PAIR002", "PAIR066,1,1,1,0,0,0", "PASHR", "PASHR,", "PASHR,ACK", "PASHR,POSX,1",
    "PASHR,RID,DG,BQ00", "PASHR,SAT,03,03,103,56,60,U,23,225,61,39,U,16,045,02,21,U",
    "PASHRX,204132.000,010.51,T,,,,,,,1", "PCAS", "PCAS011,5", "PCAS06,0", "PCAS1,5",
    "PGLOR,9,STA,142.5,0.000", "PGR", "PGRM,1",
    "PGRMC,A,218.8,100,6378137.000,298.257223563,0.0,0.0,0.0,A,3,1,1,4,30", "PGRMC1,1,1,2,,,,1,A,N,,,,2,2,2",
    "PGRMCE", "PGRMEX,1,M,1,M,1,M", "PGRMO,,2", "PMTK", "PMTK,", "PMTK00,1,1", "PMTK0010,1,1",
    "PMTKCHN,14001,29001,,02001", "PQTM", "PQTMCFGRCVRMODE,OK,1", "PAGLL,1", "PGVTG,1", "PSGSV,1", "PTGSA,1",
    "PUZDA,1", "PXGGA,1", "PQTMEPEX,2", "PQTMVER", "PQVERNO,R,L70BGR03A05S,2019/10/09,21:12", "PRHS ,type,,7",
    "PSRF", "PSRF1000,1,9600,8,1,0", "PSRF150,1", "PSRF151,01", "PSTI", "PSTI,00,2,0,0.0,,", "PSTI,03",
    "PSTI,0300,1", "PSTIX,030", "PUBX", "PUBX,030,1", "PUBX,05,a,,b", "SNRSTAT,1,1,0,0", "STI,IC,error=4",
  ])
  func `that is not known has a whole tag and all its fields`(body: String) throws {
    let sentence = try readUnknown(body)
    let fields = body.split(separator: ",", omittingEmptySubsequences: false)
    #expect(sentence.tag.description == fields[0])
    #expect((0...sentence.count).map { sentence[$0].description } == fields.map { "\($0)" })
    #expect(try Sentence(wire(body)).encoded() == wire(body))
  }
}
