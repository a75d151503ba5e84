extension SentenceCase {
  /// The standard sentences about the way and from a ship's instruments.
  static let ship = table(
    #"""
    $GPAPB,A,A,0.10,R,N,V,V,011,M,DEST,011,M,011,M*3C
      APB: status A, cycleLock A, crossTrackError 185.20000000000002, arrival V, perpendicular V,
      legBearing 11.0, legReference M, destination DEST, bearing 11.0, bearingReference M,
      heading 11.0, headingReference M
    = GPAPB,A,V,0.125,L,N,A,V,11.5,M,DEST,12.25,T,359.75,M,A
      APB: status A, cycleLock V, crossTrackError -231.5, arrival A, perpendicular V, legBearing 11.5,
      legReference M, destination DEST, bearing 12.25, bearingReference T, heading 359.75,
      headingReference M, mode A
    # There is no route.
    $GPAPB,,,,,,,,,,,,,,,N*26
      APB: mode N
    GPAPB,A,A,0.10,R,K,V,V,011,M,DEST,011,M,011,M
      refused: field 5 otherUnit
    $GPBOD,097.0,T,103.2,M,POINTB,POINTA*4A
      BOD: bearing 97.0, magneticBearing 103.2, destination POINTB, origin POINTA
    = GPBOD,99.25,T,105.5,M,POINTB,POINTA
      BOD: bearing 99.25, magneticBearing 105.5, destination POINTB, origin POINTA
    # There is no origin without a route.
    $GPBOD,099.3,T,105.6,M,POINTB,*48
      BOD: bearing 99.3, magneticBearing 105.6, destination POINTB
    GPBOD,099.3,M,105.6,T,POINTB,
      refused: field 2 otherUnit
    $GPBWC,220516,5130.02,N,00046.34,W,213.8,T,218.0,M,0004.6,N,EGLM*21
      BWC: time 22:05:16, latitude 51.50033333333333, longitude -0.7723333333333334, bearing 213.8,
      magneticBearing 218.0, distance 8519.199999999999, waypoint EGLM
    = GPBWC,123519.25,4807.0380000,N,00131.5000000,W,213.75,T,218.5,M,4.6251,N,EGLM,S
      BWC: time 12:35:19.25, latitude 48.1173, longitude -1.525, bearing 213.75, magneticBearing 218.5,
      distance 8565.6852, waypoint EGLM, mode S
    $GPBWC,081837,,,,,,T,,M,,N,*13
      BWC: time 08:18:37
    GPBWC,220516,5130.02,N,00046.34,W,213.8,T,218.0,M,0004.6,K,EGLM
      refused: field 11 otherUnit
    $GPBWR,225444,4917.24,N,12309.57,W,051.9,T,031.6,M,001.3,N,004*38
      BWR: time 22:54:44, latitude 49.287333333333336, longitude -123.1595, bearing 51.9,
      magneticBearing 31.6, distance 2407.6, waypoint 004
    = IIBWR,123519.25,4807.0380000,S,00131.5000000,E,1.5,T,2.25,M,100.5,N,HOME,M
      BWR: time 12:35:19.25, latitude -48.1173, longitude 1.525, bearing 1.5, magneticBearing 2.25,
      distance 186126.0, waypoint HOME, mode M
    GPBWR,220516,9130.02,N,00046.34,W,213.8,T,218.0,M,0004.6,N,EGLM
      refused: field 2 notALatitude
    = $SDDBT,7.8,f,2.4,M,1.3,F*0D
      DBT: depthFromFeet 2.37744, depth 2.4, depthFromFathoms 2.37744
    = SDDBT,7.75,f,2.375,M,1.125,F
      DBT: depthFromFeet 2.3622, depth 2.375, depthFromFathoms 2.0574
    # A sounder that only sends meters.
    = SDDBT,,f,22.5,M,,F
      DBT: depth 22.5
    SDDBT,7.8,f,2.4,m,1.3,F
      refused: field 4 otherUnit
    $INDPT,2.3,0.0*46
      DPT: depth 2.3, offset 0.0
    = SDDPT,76.125,-1.5,100.0
      DPT: depth 76.125, offset -1.5, rangeScale 100.0
    SDDPT,6.5,
      DPT: depth 6.5
    SDDPT,6.5
      refused: 1 of 2 fields
    = $HCHDG,98.3,0.0,E,12.6,W*57
      HDG: reading 98.3, deviation 0.0, variation -12.6
    = HCHDG,101.1,0.5,W,7.1,E
      HDG: reading 101.1, deviation -0.5, variation 7.1
    # A compass that knows no deviation.
    = $SDHDG,231.0,,,1.3,E*37
      HDG: reading 231.0, variation 1.3
    # A variation of no side is none.
    HCHDG,10.0,,,2.5,
      HDG: reading 10.0
    HCHDG,10.0,,,2.5,N
      HDG: reading 10.0; field 5 notAHemisphere
    HCHDG,10.0,,
      refused: 3 of 5 fields
    = $APHDM,218.598,M*3C
      HDM: heading 218.598
    HCHDM,274.07,T
      refused: field 2 otherUnit
    = $GPHDT,274.07,T*03
      HDT: heading 274.07
    # Angles are brought into the circle.
    HEHDT,-10.0,T
      HDT: heading 350.0
    HEHDT,900.0,T
      HDT: nothing; field 1 outOfRange
    HEHDT,274.07,M
      refused: field 2 otherUnit
    = $INMTW,17.9,C*1B
      MTW: temperature 17.9
    = IIMTW,-1.875,C
      MTW: temperature -1.875
    SDMTW,64.2,F
      refused: field 2 otherUnit
    = $WIMWD,327.5,T,326.1,M,11.4,N,5.9,M*67
      MWD: direction 327.5, magneticDirection 326.1, speedFromKnots 5.864666666666667, speed 5.9
    WIMWD,327.5,T,326.1,M,11.4,N,5.9,K
      refused: field 8 otherUnit
    = $WIMWV,65.7,R,14.0,N,A*22
      MWV: angle 65.7, reference R, number 14.0, unit N, status A
    # A unit that nobody knows is kept.
    = WIMWV,1.0,T,10.0,B,A
      MWV: angle 1.0, reference T, number 10.0, unit B, status A
    = WIMWV,214.75,R,36.0,K,A
      MWV: angle 214.75, reference R, number 36.0, unit K, status A
    = WIMWV,214.75,T,4.25,M,A
      MWV: angle 214.75, reference T, number 4.25, unit M, status A
    = WIMWV,214.75,R,100.0,S,V
      MWV: angle 214.75, reference R, number 100.0, unit S, status V
    WIMWV,1.0,R,calm,N,A
      MWV: angle 1.0, reference R, unit N, status A; field 3 notANumber
    WIMWV,1.0,R,2.0
      refused: 3 of 4 fields
    $GPRMB,A,0.66,L,003,004,4917.24,N,12309.57,W,001.3,052.5,000.5,V*20
      RMB: status A, crossTrackError -1222.3200000000002, origin 003, destination 004,
      latitude 49.287333333333336, longitude -123.1595, distance 2407.6, bearing 52.5,
      closingSpeed 0.25722222222222224, arrival V
    = GPRMB,A,0.66,R,START,DEST,4807.0380000,N,00131.5000000,W,1.3,52.5,-0.5,V,D
      RMB: status A, crossTrackError 1222.3200000000002, origin START, destination DEST,
      latitude 48.1173, longitude -1.525, distance 2407.6, bearing 52.5,
      closingSpeed -0.25722222222222224, arrival V, mode D
    # There is no route.
    = $GPRMB,,,,,,,,,,,,,,N*04
      RMB: mode N
    GPRMB,A,0.66,L,003,004,4917.24,N,12309.57,Q,001.3,052.5,000.5,V
      refused: field 9 notAHemisphere
    = $APROT,-0.007,A*1D
      ROT: rate -0.007, status A
    HEROT,0.0
      refused: 1 of 2 fields
    = $GPRTE,2,1,c,0,PBRCPK,PBRTO,PTELGR,PPLAND,PYAMBU,PPFAIR,PWARRN,PMORTL,PLISMR*73
      RTE: total 2, number 1, mode c, route 0,
      waypoints [PBRCPK PBRTO PTELGR PPLAND PYAMBU PPFAIR PWARRN PMORTL PLISMR]
    = GPRTE,3,2,w,HOME RUN,A,,C
      RTE: total 3, number 2, mode w, route HOME RUN, waypoints [A - C]
    = $GPRTE,1,1,c,0*07
      RTE: total 1, number 1, mode c, route 0
    GPRTE,1,1,c
      refused: 3 of 4 fields
    = $GNTHS,77.52,E*2A
      THS: heading 77.52, mode E
    # Letters that are not listed are kept.
    = GPTHS,77.52,X
      THS: heading 77.52, mode X
    GPTHS,77.52,AE
      THS: heading 77.52; field 2 notALetter
    $IIVBW,11.0,02.0,A,07.0,01.0,A*47
      VBW: waterSpeed 5.658888888888889, transverseWaterSpeed 1.028888888888889, waterStatus A,
      groundSpeed 3.6011111111111114, transverseGroundSpeed 0.5144444444444445, groundStatus A
    = VWVBW,11.5,-0.25,A,12.125,0.5,V,-0.75,A,1.5,V
      VBW: waterSpeed 5.916111111111111, transverseWaterSpeed -0.12861111111111112, waterStatus A,
      groundSpeed 6.237638888888889, transverseGroundSpeed 0.25722222222222224, groundStatus V,
      sternWaterSpeed -0.38583333333333336, sternWaterStatus A, sternGroundSpeed 0.7716666666666667,
      sternGroundStatus V
    = IIVBW,,,,,,,,,,A
      VBW: sternGroundStatus A
    IIVBW,,,,,
      refused: 5 of 6 fields
    = $SDVHW,232.7,T,231.4,M,6.4,N,12.0,K*73
      VHW: heading 232.7, magneticHeading 231.4, speed 3.292444444444445,
      speedFromKilometers 3.3333333333333335
    = VWVHW,33.25,T,30.5,M,5.5,N,10.186,K
      VHW: heading 33.25, magneticHeading 30.5, speed 2.8294444444444444,
      speedFromKilometers 2.8294444444444444
    = VWVHW,,T,,M,6.4,N,,K
      VHW: speed 3.292444444444445
    IIVHW,232.7,T,231.4,M,6.4,M,12.0,K
      refused: field 6 otherUnit
    $GPWPL,4917.16,N,12310.64,W,003*65
      WPL: latitude 49.286, longitude -123.17733333333334, waypoint 003
    = GPWPL,4807.0380000,N,00131.5000000,W,WPTNME
      WPL: latitude 48.1173, longitude -1.525, waypoint WPTNME
    GPWPL,4960.00,N,12310.64,W,003
      refused: field 1 notALatitude
    $HCXDR,A,171,D,PITCH,A,-37,D,ROLL,G,367,,MAGX,G,2420,,MAGY,G,-8984,,MAGZ*41
      XDR: measurements [(kind A, value 171.0, unit D, name PITCH) (kind A, value -37.0, unit D,
      name ROLL) (kind G, value 367.0, name MAGX) (kind G, value 2420.0, name MAGY) (kind G,
      value -8984.0, name MAGZ)]
    = IIXDR,P,1.02481,B,Barometer,S,1.0,,BILGE
      XDR: measurements [(kind P, value 1.02481, unit B, name Barometer) (kind S, value 1.0,
      name BILGE)]
    = $IIXDR,C,,C,AIRTEMP,A,0.5,D,HEEL,A,3.0,D,TRIM,P,,B,BARO,A,-3.4,D,RUDDER*05
      XDR: measurements [(kind C, unit C, name AIRTEMP) (kind A, value 0.5, unit D, name HEEL) (kind A,
      value 3.0, unit D, name TRIM) (kind P, unit B, name BARO) (kind A, value -3.4, unit D,
      name RUDDER)]
    # A last sensor without a name.
    IIXDR,C,19.5,C
      XDR: measurements [(kind C, value 19.5, unit C)]
    # A comma at the end is no sensor.
    IIXDR,C,19.5,C,AIR,
      XDR: measurements [(kind C, value 19.5, unit C, name AIR)]
    = IIXDR,,,,
      XDR: measurements [()]
    IIXDR,C,1,C,A,C,x,C,B
      XDR: measurements [(kind C, value 1.0, unit C, name A) (kind C, unit C,
      name B)]; field 6 notANumber
    IIXDR,C,1
      refused: 2 of 3 fields
    $GPXTE,A,A,0.67,L,N*6F
      XTE: status A, cycleLock A, crossTrackError -1240.8400000000001
    = GPXTE,V,A,0.0042,R,N,N
      XTE: status V, cycleLock A, crossTrackError 7.7783999999999995, mode N
    # There is no route.
    = $GPXTE,,,,,N,N*5E
      XTE: mode N
    GPXTE,A,A,0.67,E,N
      XTE: status A, cycleLock A; field 4 notAHemisphere
    GPXTE,A,A,0.67,L
      refused: 4 of 5 fields
    """#)
}
