extension SentenceCase {
  /// The sentences of vendors.
  static let vendors = table(
    #"""
    = $PAIR001,000,4*3F
      PAIR001: command 0, result 4
    = $PAIR001,6010,0*0C
      PAIR001: command 6010, result 0
    PAIR001,062
      refused: 1 of 2 fields
    = $PAIR050,200*21
      PAIR050: interval 0.2
    = $PAIR062,3,0*3D
      PAIR062: output 3, rate 0
    = PAIR062,-1,5
      PAIR062: output -1, rate 5
    PAIR062,200,1
      PAIR062: rate 1; field 1 outOfRange
    = $PAIR864,0,0,115200*1B
      PAIR864: portType 0, port 0, baudRate 115200
    = PAIR864,1,2,921600
      PAIR864: portType 1, port 2, baudRate 921600
    PAIR864,0,0,fast
      PAIR864: portType 0, port 0; field 3 notANumber
    $PASHR,204132.000,010.51,T,+00.39,-00.79,-00.84,0.151,0.075,0.555,1,0*03
      PASHR: time 20:41:32, heading 10.51, roll 0.39, pitch -0.79, heave -0.84, rollAccuracy 0.151,
      pitchAccuracy 0.075, headingAccuracy 0.555, quality 1, inertialStatus 0
    = PASHR,123519.25,312.95,T,-0.83,0.42,-0.01,0.234,0.345,0.456,2,1
      PASHR: time 12:35:19.25, heading 312.95, roll -0.83, pitch 0.42, heave -0.01, rollAccuracy 0.234,
      pitchAccuracy 0.345, headingAccuracy 0.456, quality 2, inertialStatus 1
    # Without the state of an inertial unit.
    PASHR,204132.000,010.51,T,+00.39,-00.79,-00.84,0.151,0.075,0.555,1
      PASHR: time 20:41:32, heading 10.51, roll 0.39, pitch -0.79, heave -0.84, rollAccuracy 0.151,
      pitchAccuracy 0.075, headingAccuracy 0.555, quality 1
    PASHR,204132.000,010.51
      refused: 2 of 10 fields
    $PASHR,POS,0,03,183530.00,2037.76012,N,08704.07373,W,058.48,,359.4,000.0,+000.0,2.2,2.2,0.0,1.0,BQ00*20
      PASHRPOS: solution 0, satellitesUsed 3, time 18:35:30, latitude 20.629335333333334,
      longitude -87.0678955, ellipsoidalAltitude 58.48, course 359.4, speed 0.0, verticalVelocity 0.0,
      positionDilution 2.2, horizontalDilution 2.2, verticalDilution 0.0, timeDilution 1.0,
      firmwareOrStation BQ00
    = PASHR,POS,2,09,123519.25,4807.0380000,N,00131.5000000,W,121.375,07,174.25,30.5,-1.125,1.75,0.95,1.45,1.05,GM00
      PASHRPOS: solution 2, satellitesUsed 9, time 12:35:19.25, latitude 48.1173, longitude -1.525,
      ellipsoidalAltitude 121.375, ageOrSite 07, course 174.25, speed 15.690555555555557,
      verticalVelocity -1.125, positionDilution 1.75, horizontalDilution 0.95, verticalDilution 1.45,
      timeDilution 1.05, firmwareOrStation GM00
    PASHR,POS,0,03
      refused: 2 of 16 fields
    PASHR,POS,0,03,183530.00,9937.76012,N,08704.07373,W,058.48,,359.4,000.0,0.0,2.2,2.2,0.0,1.0,
      refused: field 5 notALatitude
    = $PCAS01,5*19
      PCAS01: code 5
    = PCAS01,99
      PCAS01: code 99
    = $PCAS02,200*1D
      PCAS02: interval 0.2
    PCAS02,often
      PCAS02: nothing; field 1 notANumber
    = $PCAS03,1,0,0,0,1,0,0,0,0,0,,,0,0*02
      PCAS03: rates [1 0 0 0 1 0 0 0 0 0 - - 0 0], places 14
    = PCAS03,1,0,0,0,0,0,1,0
      PCAS03: rates [1 0 0 0 0 0 1 0], places 8
    = PCAS03,0,1,2,3,4,5,6,7,8,9,,,10,11,,,,12
      PCAS03: rates [0 1 2 3 4 5 6 7 8 9 - - 10 11 - - - 12], places 18
    PCAS03
      refused: 0 of 1 fields
    = $PGRME,15.0,M,22.5,M,27.0,M*1A
      PGRME: horizontalError 15.0, verticalError 22.5, positionError 27.0
    PGRME,15.0,K,22.5,M,27.0,M
      refused: field 2 otherUnit
    PGRME,15.0,M,22.5,M
      refused: 4 of 5 fields
    = PGRMF,223,424503,201126,123519.25,18,4807.0380000,N,00131.5000000,W,M,2,62,90,2,1
      PGRMF: week 223, secondsOfWeek 424503, date 26-11-20, time 12:35:19.25, leapSeconds 18,
      latitude 48.1173, longitude -1.525, selection M, fixType 2, speed 17.22222222222222, course 90.0,
      positionDilution 2.0, timeDilution 1.0
    $PGRMF,290,293895,160305,093802,13,5213.1439,N,02100.6511,E,A,2,36,226,2,1*24
      PGRMF: week 290, secondsOfWeek 293895, date 05-03-16, time 09:38:02, leapSeconds 13,
      latitude 52.219065, longitude 21.010851666666667, selection A, fixType 2, speed 10.0,
      course 226.0, positionDilution 2.0, timeDilution 1.0
    = $PGRMM,WGS 84*06
      PGRMM: datum WGS 84
    = $PGRMT,GPS 15-H Ver. 2.02,P,P,R,R,P,,36,R*03
      PGRMT: product GPS 15-H Ver. 2.02, program P, receiver P, storedData R, clock R, oscillator P,
      temperature 36, configuration R
    = PGRMT,GPS 15x Ver 4.20,P,F,R,L,P,C,-12,R
      PGRMT: product GPS 15x Ver 4.20, program P, receiver F, storedData R, clock L, oscillator P,
      collection C, temperature -12, configuration R
    = $PGRMT,GPS24xd-HVS VER 2.30,,,,,,,,*10
      PGRMT: product GPS24xd-HVS VER 2.30
    = $PGRMV,0.0,0.0,-0.1*70
      PGRMV: eastVelocity 0.0, northVelocity 0.0, upVelocity -0.1
    = PGRMV,-1.25,2.5,-0.75
      PGRMV: eastVelocity -1.25, northVelocity 2.5, upVelocity -0.75
    PGRMV,1,2
      refused: 2 of 3 fields
    = $PGRMZ,246,f,3*1B
      PGRMZ: altitude 74.9808, dimensions 3
    = $PGRMZ,-30,f,2*04
      PGRMZ: altitude -9.144, dimensions 2
    # Without a fix.
    = $PGRMZ,,f,1*29
      PGRMZ: dimensions 1
    # Collision warners send a capital letter.
    PGRMZ,643,F,2
      PGRMZ: altitude 195.9864, dimensions 2
    PGRMZ,880,M,2
      refused: field 2 otherUnit
    = $PMTK001,604,1*30
      PMTK001: command 604, result 1
    = PMTK001,314,9
      PMTK001: command 314, result 9
    PMTK001,x,3
      PMTK001: result 3; field 1 notANumber
    PMTK001,604,300
      PMTK001: command 604; field 2 outOfRange
    PMTK001,604
      refused: 1 of 2 fields
    = $PMTK010,001*2E
      PMTK010: event 1
    = $PMTK011,MTKGPS*08
      PMTK011: message MTKGPS
    = $PMTK101*32
      PMTK101: nothing
    = $PMTK102*31
      PMTK102: nothing
    = $PMTK103*30
      PMTK103: nothing
    = $PMTK104*37
      PMTK104: nothing
    = $PMTK220,1000*1F
      PMTK220: interval 1.0
    = $PMTK251,115200*1F
      PMTK251: baudRate 115200
    = $PMTK314,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0*28
      PMTK314: rates [0 1 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0], places 19
    = PMTK314,0,1,2,3,4,5,6,7,,,,,,,,,,8,9
      PMTK314: rates [0 1 2 3 4 5 6 7 - - - - - - - - - 8 9], places 19
    # The short form that restores the defaults.
    = $PMTK314,-1*04
      PMTK314: rates [-1], places 1
    PMTK314
      refused: 0 of 1 fields
    = $PMTK605*31
      PMTK605: nothing
    = $PMTK705,AXN_2.51_3339_19071200,0002,QUECTEL-L70,1.0*32
      PMTK705: release AXN_2.51_3339_19071200, build 0002, product QUECTEL-L70, kit 1.0
    = $PMTK705,AXN_1.30,0145,Fastrax IT500,*67
      PMTK705: release AXN_1.30, build 0145, product Fastrax IT500
    = $PQTMEPE,2,3.393,3.476,12.713,4.857,13.609*5D
      PQTMEPE: version 2, northError 3.393, eastError 3.476, downError 12.713, horizontalError 4.857,
      positionError 13.609
    PQTMEPE,2,3.393,north,1,1,1
      PQTMEPE: version 2, northError 3.393, downError 1.0, horizontalError 1.0,
      positionError 1.0; field 3 notANumber
    PQTMEPE,2
      refused: 1 of 6 fields
    = $PQTMVERNO,LC29HBANR01A02S_CSA4,2022/07/17,20:59:18*08
      PQTMVERNO: version LC29HBANR01A02S_CSA4, buildDate 2022/07/17, buildTime 20:59:18
    PQTMVERNO,LC29HDANR12A02S_RSA
      PQTMVERNO: version LC29HDANR12A02S_RSA
    # The question has no comma.
    = $PQTMVERNO*58
      PQTMVERNO: nothing
    = $PSRF100,1,9600,8,1,0*0D
      PSRF100: language 1, baudRate 9600, dataBits 8, stopBits 1, parity 0
    PSRF100,1,fast,8,1,0
      PSRF100: language 1, dataBits 8, stopBits 1, parity 0; field 2 notANumber
    = $PSRF103,00,01,00,01*25
      PSRF103: output 0, request 1, interval 0, checksum 1
    = PSRF103,08,01,05,01
      PSRF103: output 8, request 1, interval 5, checksum 1
    = $PSRFEPE,053232.438,A,1.2,5.77,12.97,1.2,180.0*21
      PSRFEPE: time 05:32:32.438, status A, horizontalDilution 1.2, horizontalError 5.77,
      verticalError 12.97, velocityError 1.2, headingError 180.0
    = PSRFEPE,123519.25,A,1.15,2.25,3.35,0.45,180.55
      PSRFEPE: time 12:35:19.25, status A, horizontalDilution 1.15, horizontalError 2.25,
      verticalError 3.35, velocityError 0.45, headingError 180.55
    = $PSRFEPE,053229.438,V,,,,,*23
      PSRFEPE: time 05:32:29.438, status V
    PSRFEPE,053229.438,V
      refused: 2 of 7 fields
    $PSTI,030,213121.000,A,4404.1295864,N,12118.8685453,W,1102.537,-0.01,0.01,0.03,070416,D,0.0,0.0*13
      PSTI030: time 21:31:21, status A, latitude 44.06882644, longitude -121.314475755,
      altitude 1102.537, eastVelocity -0.01, northVelocity 0.01, upVelocity 0.03, date 16-04-07,
      mode D, correctionAge 0.0, ambiguityRatio 0.0
    = PSTI,030,123519.25,A,4807.0380000,N,00131.5000000,W,95.125,-0.125,0.25,-0.5,201126,R,1.234,7.5
      PSTI030: time 12:35:19.25, status A, latitude 48.1173, longitude -1.525, altitude 95.125,
      eastVelocity -0.125, northVelocity 0.25, upVelocity -0.5, date 26-11-20, mode R,
      correctionAge 1.234, ambiguityRatio 7.5
    PSTI,030,213121.000,A
      refused: 2 of 12 fields
    PSTI,030,213121.000,A,4404.1295864,N,12118.8685453,X,1102.537,0.0,0.0,0.0,070416,D,0.0,0.0
      refused: field 7 notAHemisphere
    $PSTI,032,033010.000,111219,A,R,-4.968,-10.817,-1.849,12.046,204.67,,,,,*39
      PSTI032: time 03:30:10, date 19-12-11, status A, mode R, east -4.968, north -10.817, up -1.849,
      length 12.046, course 204.67
    = PSTI,032,123519.25,201126,A,F,4.125,-8.25,0.375,9.232,153.25,,,,,
      PSTI032: time 12:35:19.25, date 26-11-20, status A, mode F, east 4.125, north -8.25, up 0.375,
      length 9.232, course 153.25
    $PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,0.007,77.52,0.007,,0.92,1.19,0.77,9,0,0*5F
      PUBX00: time 08:13:50, latitude 47.28522016666667, longitude 8.565253116666666,
      ellipsoidalAltitude 546.589, navigationStatus G3, horizontalAccuracy 2.1, verticalAccuracy 2.0,
      speed 0.0019444444444444446, course 77.52, verticalVelocity 0.007, horizontalDilution 0.92,
      verticalDilution 1.19, timeDilution 0.77, satellitesUsed 9, reserved 0, deadReckoning 0
    = PUBX,00,123519.25,4807.0380000,N,00131.5000000,W,599.875,D3,2.15,3.25,36.125,77.52,-0.007,2.5,0.92,1.19,0.77,9,0,1
      PUBX00: time 12:35:19.25, latitude 48.1173, longitude -1.525, ellipsoidalAltitude 599.875,
      navigationStatus D3, horizontalAccuracy 2.15, verticalAccuracy 3.25, speed 10.034722222222223,
      course 77.52, verticalVelocity -0.007, differentialAge 2.5, horizontalDilution 0.92,
      verticalDilution 1.19, timeDilution 0.77, satellitesUsed 9, reserved 0, deadReckoning 1
    $PUBX,03,4,5,U,063,15,18,000,12,U,100,36,40,064,14,-,257,05,,000,18,-,219,67,20,000*14
      PUBX03: satellites [(number 5, usage U, azimuth 63, elevation 15, signalToNoise 18, lockTime 0)
      (number 12, usage U, azimuth 100, elevation 36, signalToNoise 40, lockTime 64) (number 14,
      usage -, azimuth 257, elevation 5, lockTime 0) (number 18, usage -, azimuth 219, elevation 67,
      signalToNoise 20, lockTime 0)]
    = PUBX,03,02,05,U,083,-04,46,064,120,-,007,08,,
      PUBX03: satellites [(number 5, usage U, azimuth 83, elevation -4, signalToNoise 46, lockTime 64)
      (number 120, usage -, azimuth 7, elevation 8)]
    # Satellites are counted, whatever is announced.
    PUBX,03,09,5,U,063,15,18,000
      PUBX03: satellites [(number 5, usage U, azimuth 63, elevation 15, signalToNoise 18, lockTime 0)]
    # A satellite below the horizon.
    PUBX,03,01,25,e,134,-2,,000
      PUBX03: satellites [(number 25, usage e, azimuth 134, elevation -2, lockTime 0)]
    PUBX,03,50,5,U,063,15,18,000,5,U,063,15,18,000,6,U
      PUBX03: satellites [(number 5, usage U, azimuth 63, elevation 15, signalToNoise 18, lockTime 0)
      (number 5, usage U, azimuth 63, elevation 15, signalToNoise 18, lockTime 0)]
    PUBX,03,2,5,U,063,15,18,000,12,U,100,95,40,064
      PUBX03: satellites [(number 5, usage U, azimuth 63, elevation 15, signalToNoise 18, lockTime 0)
      (number 12, usage U, azimuth 100, signalToNoise 40, lockTime 64)]; field 12 outOfRange
    PUBX,03
      refused: 0 of 1 fields
    $PUBX,04,202604.00,150824,419164.00,2327,18,-672045,-11949.632,21*11
      PUBX04: time 20:26:04, date 24-08-15, secondsOfWeek 419164.0, week 2327, leapSecondsText 18,
      clockBias -0.000672045, clockDrift -1.1949632e-05, timePulseGranularity 2.1000000000000003e-08
    = PUBX,04,123519.25,201126,482719.25,2445,18D,1930035,-2660.664,43
      PUBX04: time 12:35:19.25, date 26-11-20, secondsOfWeek 482719.25, week 2445, leapSecondsText 18D,
      clockBias 0.001930035, clockDrift -2.6606640000000005e-06, timePulseGranularity 4.3e-08
    # Leap seconds that no satellite has confirmed.
    $PUBX,04,073731.00,091202,113851.00,1196,15D,1930035,-2660.664,43*71
      PUBX04: time 07:37:31, date 02-12-09, secondsOfWeek 113851.0, week 1196, leapSecondsText 15D,
      clockBias 0.001930035, clockDrift -2.6606640000000005e-06, timePulseGranularity 4.3e-08
    = PUBX,04,,,,,1x,,,
      PUBX04: leapSecondsText 1x
    PUBX,04,073731.00,091202
      refused: 2 of 8 fields
    = $PUBX,40,GLL,1,0,0,0,0,0*5D
      PUBX40: sentence GLL, ddcRate 1, serial1Rate 0, serial2Rate 0, usbRate 0, spiRate 0, reserved 0
    = PUBX,40,GLL,1,2,3,4,5,0
      PUBX40: sentence GLL, ddcRate 1, serial1Rate 2, serial2Rate 3, usbRate 4, spiRate 5, reserved 0
    = $PUBX,41,1,0007,0003,9600,0*10
      PUBX41: port 1, inputText 0007, outputText 0003, baudRate 9600, autobauding 0
    = PUBX,41,1,0023,0002,19200,0
      PUBX41: port 1, inputText 0023, outputText 0002, baudRate 19200, autobauding 0
    """#)
}
