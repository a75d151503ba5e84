extension SentenceCase {
  /// The standard sentences about the fix.
  static let fix = table(
    #"""
    = $GPDTM,W84,,0.0,N,0.0,E,0.0,W84*6F
      DTM: datum W84, latitudeOffset 0.0, longitudeOffset 0.0, altitudeOffset 0.0, reference W84
    = GPDTM,W84,A,0.5,S,0.123456,E,-1.25,P90
      DTM: datum W84, subdivision A, latitudeOffset -0.008333333333333333,
      longitudeOffset 0.0020575999999999997, altitudeOffset -1.25, reference P90
    = $GPDTM,999,,0.08,N,0.07,W,-47.7,W84*09
      DTM: datum 999, latitudeOffset 0.0013333333333333333, longitudeOffset -0.0011666666666666668,
      altitudeOffset -47.7, reference W84
    # The short form that Garmin sends.
    $GPDTM,W84,C*52
      DTM: datum W84, subdivision C
    GPDTM,W84
      refused: 1 of 2 fields
    = $GPGBS,235458.00,1.4,1.3,3.1,03,,-21.4,3.8,1,0*5A
      GBS: time 23:54:58, latitudeError 1.4, longitudeError 1.3, altitudeError 3.1, failedSatellite 3,
      bias -21.4, biasDeviation 3.8, system 1, signal 0
    = GNGBS,123519.25,1.5,2.25,3.125,07,0.000125,-4.5,5.75,1,A
      GBS: time 12:35:19.25, latitudeError 1.5, longitudeError 2.25, altitudeError 3.125,
      failedSatellite 7, missProbability 0.000125, bias -4.5, biasDeviation 5.75, system 1, signal 10
    # The form with units is another sentence.
    $GPGBS,125027,23.43,M,13.91,M,34.01,M*07
      refused: 7 of 8 fields
    $GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47
      GGA: time 12:35:19, latitude 48.1173, longitude 11.516666666666667, quality 1, satellitesUsed 8,
      horizontalDilution 0.9, altitude 545.4, geoidSeparation 46.9
    = GPGGA,123519.25,4807.0380000,N,00131.5000000,W,2,08,0.95,545.4,M,-46.125,M,2.5,0120
      GGA: time 12:35:19.25, latitude 48.1173, longitude -1.525, quality 2, satellitesUsed 8,
      horizontalDilution 0.95, altitude 545.4, geoidSeparation -46.125, differentialAge 2.5,
      differentialStation 120
    GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,,,,
      GGA: time 12:35:19, latitude 48.1173, longitude 11.516666666666667, quality 1, satellitesUsed 8,
      horizontalDilution 0.9, altitude 545.4
    GPGGA,123519,9907.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,
      refused: field 2 notALatitude
    $GPGLL,4916.45,N,12311.12,W,225444,A*31
      GLL: latitude 49.274166666666666, longitude -123.18533333333333, time 22:54:44, status A
    = IIGLL,4807.0380000,S,00131.5000000,E,123519.25,A,E
      GLL: latitude -48.1173, longitude 1.525, time 12:35:19.25, status A, mode E
    # The old form of four fields.
    GPGLL,4916.45,N,12311.12,W
      GLL: latitude 49.274166666666666, longitude -123.18533333333333
    # Without a hemisphere there is no latitude.
    GPGLL,4916.45,,12311.12,W,225444,A
      GLL: longitude -123.18533333333333, time 22:54:44, status A
    GPGLL,4916.45,X,12311.12,W,225444,A
      refused: field 2 notAHemisphere
    $GNGNS,103600.01,5114.51176,N,00012.29380,W,ANNN,07,1.18,111.5,45.6,,,V*00
      GNS: time 10:36:00.01, latitude 51.24186266666667, longitude -0.20489666666666664,
      modes [A N N N], satellitesUsed 7, horizontalDilution 1.18, altitude 111.5, geoidSeparation 45.6,
      navigationalStatus V
    = GNGNS,123519.25,4807.0380000,N,00131.5000000,W,RAND,21,0.55,-3.5,46.9,1.5,0023,S
      GNS: time 12:35:19.25, latitude 48.1173, longitude -1.525, modes [R A N D], satellitesUsed 21,
      horizontalDilution 0.55, altitude -3.5, geoidSeparation 46.9, differentialAge 1.5,
      differentialStation 23, navigationalStatus S
    # Zeros before the numbers.
    $GNGNS,213718.000,4111.59903,N,11156.54809,W,AANN,13,0.93,01482.5,-016.5,,*58
      GNS: time 21:37:18, latitude 41.19331716666667, longitude -111.94246816666667, modes [A A N N],
      satellitesUsed 13, horizontalDilution 0.93, altitude 1482.5, geoidSeparation -16.5
    GNGNS,103600.01,,,,,A1,07,1.18,111.5,45.6,,
      GNS: time 10:36:00.01, satellitesUsed 7, horizontalDilution 1.18, altitude 111.5,
      geoidSeparation 45.6; field 6 notALetter
    = $GNGRS,104148.00,1,2.6,2.2,-1.6,-1.1,-1.7,-1.5,5.8,1.7,,,,,1,1*52
      GRS: time 10:41:48, method 1, numbers [2.6 2.2 -1.6 -1.1 -1.7 -1.5 5.8 1.7], system 1, signal 1
    = GAGRS,123519.25,1,0.5,-0.25,,4.0,-5.125,6.0,7.5,8.0,-9.0,10.5,11.0,12.75,3,7
      GRS: time 12:35:19.25, method 1,
      numbers [0.5 -0.25 - 4.0 -5.125 6.0 7.5 8.0 -9.0 10.5 11.0 12.75], system 3, signal 7
    $GPGRS,150132.000,1,-1.94,-7.10,-3.86,0.43,1.41,8.79,2.94,-2.04,,,,*71
      GRS: time 15:01:32, method 1, numbers [-1.94 -7.1 -3.86 0.43 1.41 8.79 2.94 -2.04]
    GPGRS,104148.00,1,2.6,x
      GRS: time 10:41:48, method 1, numbers [2.6]; field 4 notANumber
    $GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1*39
      GSA: selection A, dimensions 3, satellites [4 5 - 9 12 - - 24], places 12, positionDilution 2.5,
      horizontalDilution 1.3, verticalDilution 2.1
    = GNGSA,A,3,04,05,06,07,08,,10,11,12,13,14,15,2.5,1.25,2.1,B
      GSA: selection A, dimensions 3, satellites [4 5 6 7 8 - 10 11 12 13 14 15], places 12,
      positionDilution 2.5, horizontalDilution 1.25, verticalDilution 2.1, system 11
    = GNGSA,M,2,80,71,73,79,69,,,,,,,,1.83,1.09,1.47,2
      GSA: selection M, dimensions 2, satellites [80 71 73 79 69], places 12, positionDilution 1.83,
      horizontalDilution 1.09, verticalDilution 1.47, system 2
    # A short one without a fix.
    GPGSA,A,1,,,,
      GSA: selection A, dimensions 1, places 12
    GPGSA,A,3,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,2.5,1.3,2.1
      GSA: selection A, dimensions 3,
      satellites [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24], places 24,
      positionDilution 2.5, horizontalDilution 1.3, verticalDilution 2.1
    GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1,1.9
      GSA: selection A, dimensions 3, satellites [4 5 - 9 12 - - 24], places 12, positionDilution 2.5,
      horizontalDilution 1.3, verticalDilution 2.1; field 18 outOfRange
    $GPGST,172814.0,0.006,0.023,0.020,273.6,0.023,0.020,0.031*6A
      GST: time 17:28:14, rangeResidual 0.006, semiMajor 0.023, semiMinor 0.02, orientation 273.6,
      latitudeDeviation 0.023, longitudeDeviation 0.02, altitudeDeviation 0.031
    = GPGST,123519.25,1.5,2.25,0.125,84.5,3.75,4.5,10.001
      GST: time 12:35:19.25, rangeResidual 1.5, semiMajor 2.25, semiMinor 0.125, orientation 84.5,
      latitudeDeviation 3.75, longitudeDeviation 4.5, altitudeDeviation 10.001
    GPGST,172814.0,1,a,1,b,1,1,1
      GST: time 17:28:14, rangeResidual 1.0, semiMinor 1.0, latitudeDeviation 1.0,
      longitudeDeviation 1.0, altitudeDeviation 1.0; field 3 notANumber
    GPGST,,,,,,,
      refused: 7 of 8 fields
    $GPGSV,2,1,08,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45*75
      GSV: total 2, number 1, inView 8, numbers [1 40 83 46 2 17 308 41 12 7 344 39 14 22 228 45],
      count 4
    = GQGSV,1,1,02,01,-03,359,00,02,,,,8
      GSV: total 1, number 1, inView 2, numbers [1 -3 359 0 2], count 2, signal 8
    = GLGSV,3,2,09,65,07,05,30,66,80,350,,3
      GSV: total 3, number 2, inView 9, numbers [65 7 5 30 66 80 350], count 2, signal 3
    $GPGSV,3,2,10,19,34,153,23,30,33,085,23,05,15,232,,07,04,097,,1*6D
      GSV: total 3, number 2, inView 10, numbers [19 34 153 23 30 33 85 23 5 15 232 - 7 4 97], count 4,
      signal 1
    # The signal comes after fewer than four satellites.
    GBGSV,1,1,01,07,04,097,,B
      GSV: total 1, number 1, inView 1, numbers [7 4 97], count 1, signal 11
    # Quectel's talker adds the system.
    $PQGSV,2,1,08,02,20,116,,03,,,,05,34,137,,07,06,045,,0,4*52
      GSV: total 2, number 1, inView 8, numbers [2 20 116 - 3 - - - 5 34 137 - 7 6 45], count 4,
      signal 0, system 4
    # A satellite that is cut short is no signal.
    GPGSV,3,2,11,25,32,097
      GSV: total 3, number 2, inView 11, count 0
    # Numbers out of range; reading a satellite passes over them.
    GPGSV,1,1,01,07,95,360,99
      GSV: total 1, number 1, inView 1, numbers [7 95 360 99], count 1
    GPGSV,1,1,01,07,-05,120,
      GSV: total 1, number 1, inView 1, numbers [7 -5 120], count 1
    GPGSV,1,1,08,1,10,20,30,2,10,20,30,3,10,20,30,4,10,20,30,5,10,20,30,6,10,20,30,7,10,20,30,8,10,20,30,1
      GSV: total 1, number 1, inView 8,
      numbers [1 10 20 30 2 10 20 30 3 10 20 30 4 10 20 30 5 10 20 30 6 10 20 30 7 10 20 30 8 10 20 30],
      count 8, signal 1
    GPGSV,1,1,09,1,10,20,30,2,10,20,30,3,10,20,30,4,10,20,30,5,10,20,30,6,10,20,30,7,10,20,30,8,10,20,30,9,10,20,30
      GSV: total 1, number 1, inView 9,
      numbers [1 10 20 30 2 10 20 30 3 10 20 30 4 10 20 30 5 10 20 30 6 10 20 30 7 10 20 30 8 10 20 30],
      count 8
    GPGSV,1,1
      refused: 2 of 3 fields
    $GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A
      RMC: time 12:35:19, status A, latitude 48.1173, longitude 11.516666666666667,
      speed 11.523555555555555, course 84.4, date 94-03-23, magneticVariation -3.1
    = GNRMC,123519.25,A,4807.0380000,N,00131.5000000,W,22.375,84.25,201126,3.1,W,F,V
      RMC: time 12:35:19.25, status A, latitude 48.1173, longitude -1.525, speed 11.510694444444445,
      course 84.25, date 26-11-20, magneticVariation -3.1, mode F, navigationalStatus V
    GNRMC,001031.00,A,4404.13993,N,12118.86023,W,0.146,,100117,,,A,V
      RMC: time 00:10:31, status A, latitude 44.06899883333333, longitude -121.31433716666666,
      speed 0.07510888888888889, date 17-01-10, mode A, navigationalStatus V
    # Only a warning before the fix.
    GPRMC,,V,,,,,,,,,,N
      RMC: status V, mode N
    # There is no such day: the position counts all the same.
    GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,320394,003.1,W
      RMC: time 12:35:19, status A, latitude 48.1173, longitude 11.516666666666667,
      speed 11.523555555555555, course 84.4, magneticVariation -3.1; field 9 outOfRange
    GPRMC,123519,A,4807.038,N,18131.000,E,022.4,084.4,230394,003.1,W
      refused: field 5 notALongitude
    = $GPTXT,01,01,02,MOD LEA-5H-0*2E
      TXT: total 1, number 1, identifier 2, parts [MOD LEA-5H-0]
    = GNTXT,12,03,07,ANTSTATUS=OK
      TXT: total 12, number 3, identifier 7, parts [ANTSTATUS=OK]
    # Commas that u-blox sends in its text.
    = $GNTXT,01,01,01,0,500482,0000,80A0,80A0,-38.007,0*64
      TXT: total 1, number 1, identifier 1, parts [0 500482 0000 80A0 80A0 -38.007 0]
    = GPTXT,01,01,02,12^2C5 ^B0C ^ok^4
      TXT: total 1, number 1, identifier 2, parts [12^2C5 ^B0C ^ok^4]
    = GPTXT,01,01,02,a,b,,
      TXT: total 1, number 1, identifier 2, parts [a b]
    GPTXT,01,01,02
      refused: 3 of 4 fields
    $GPVTG,054.7,T,034.4,M,005.5,N,010.2,K*48
      VTG: course 54.7, magneticCourse 34.4, speed 2.8294444444444444,
      speedFromKilometers 2.8333333333333335
    = GPVTG,84.25,T,87.5,M,10.5,N,19.446,K,A
      VTG: course 84.25, magneticCourse 87.5, speed 5.401666666666667,
      speedFromKilometers 5.401666666666667, mode A
    GPVTG,054.7,T,034.4,M,005.5,N,010.2,K,A
      VTG: course 54.7, magneticCourse 34.4, speed 2.8294444444444444,
      speedFromKilometers 2.8333333333333335, mode A
    # The old form of four numbers.
    GPVTG,054.7,034.4,005.5,010.2
      VTG: course 54.7, magneticCourse 34.4, speed 2.8294444444444444,
      speedFromKilometers 2.8333333333333335
    # A sentence that is cut short is not the old form.
    GPVTG,054.7,T,034.4,M,005.5
      VTG: course 54.7, magneticCourse 34.4, speed 2.8294444444444444
    $GNVTG,,T,,M,0.010,N,0.019,K,A*34
      VTG: speed 0.0051444444444444445, speedFromKilometers 0.005277777777777778, mode A
    # The form without units.
    GPVTG,,,,,,,,,
      VTG: nothing
    GPVTG,054.7,T,034.4,M,005.5,K,010.2,K,A
      refused: field 6 otherUnit
    $GPZDA,160012.71,11,03,2004,-1,00*7D
      ZDA: time 16:00:12.71, day 11, month 3, year 2004, zoneHours -1, zoneMinutes 0
    = GNZDA,010203.000000004,05,06,2026,-11,30
      ZDA: time 01:02:03.000000004, day 5, month 6, year 2026, zoneHours -11, zoneMinutes 30
    = GPZDA,123519.25,05,01,2026,-03,-30
      ZDA: time 12:35:19.25, day 5, month 1, year 2026, zoneHours -3, zoneMinutes -30
    # A leap second.
    = GPZDA,235960.00,31,12,2016,,
      ZDA: time 23:59:60, day 31, month 12, year 2016
    GPZDA,160012.71,11,13,2004,,
      ZDA: time 16:00:12.71, day 11, year 2004; field 3 outOfRange
    GPZDA,160012.71,11,03
      refused: 3 of 4 fields
    """#)
}
