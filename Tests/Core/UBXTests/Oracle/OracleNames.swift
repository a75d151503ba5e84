/// The names that pyubx2 has for the fields of each message, in the order in which its walk visits them.
///
/// `a/1000` is stored in thousandths of our unit; `a*4` comes four times, as `a_01` and so on; `'a*30` is a text;
/// `a:0|b:1` are bits of one number; `~a` is real; `a?100000` has no value where its flag is down; `-` is not compared;
/// what stands between brackets comes again for each block.
enum OracleNames {
  static let all: [String: String] = [
    "ACK-ACK": "clsID msgID",
    "ACK-NAK": "clsID msgID",
    "CFG-ANT": "svcs scd ocd pdwnOnSCD recovery pinSwitch pinSCD pinOCD reconfig",
    "CFG-GNSS": "msgVer numTrkChHw numTrkChUse numConfigBlocks [ gnssId resTrkCh maxTrkCh enable sigCfMask ]",
    "CFG-ITFM": "bbThreshold cwThreshold algorithmBits enable generalBits antSetting enable2",
    "CFG-MSG": "msgClass msgID rateDDC rateUART1 rateUART2 rateUSB rateSPI -",
    "CFG-NAV5":
      "dyn:0|minEl:1|posFixMode:2|drLim:3|posMask:4|timeMask:5|staticHoldMask:6|dgpsMask:7|"
      + "cnoThreshold:8|utc:10 dynModel fixMode fixedAlt fixedAltVar minElev drLimit pDop tDop pAcc tAcc "
      + "staticHoldThresh dgnssTimeOut cnoThreshNumSVs cnoThresh staticHoldMaxDist utcStandard",
    "CFG-NAVX5":
      "version minMax:2|minCno:3|initial3dfix:6|wknRoll:9|ackAid:10|ppp:13|aop:14|- "
      + "adr:6|sigAttenComp:7|- minSVs maxSVs minCNO iniFix3D ackAiding wknRollover sigAttenCompMode "
      + "usePPP aopCfg aopOrbMaxErr useAdr",
    "CFG-NMEA":
      "posFilt mskPosFilt timeFilt dateFilt gpsOnlyFilter trackFilt nmeaVersion numSV compat consider "
      + "limit82 highPrec gps:0|sbas:1|galileo:2|qzss:4|glonass:5|beidou:6|- svNumbering mainTalkerId "
      + "gsvTalkerId version 'bdsTalkerId*2",
    "CFG-PM2":
      "version maxStartupStateDur optTarget extintSel extintWake extintBackup limitPeakCurr waitTimeFix "
      + "updateRTC updateEPH doNotEnterOff operationMode updatePeriod searchPeriod gridOffset onTime "
      + "minAcqTime extintInactivityMs",
    "CFG-PRT":
      "portID enable:0|pol:1|pin:2|thres:7 charLen parity nStopBits baudRate "
      + "inUBX:0|inNMEA:1|inRTCM:2|inRTCM3:5 outUBX:0|outNMEA:1|outRTCM3:5 extendedTxTimeout",
    "CFG-RATE": "measRate navRate timeRef",
    "CFG-RXM": "lpMode",
    "CFG-SBAS":
      "enabled test range diffCorr integrity maxSBAS "
      + "PRN152:0|PRN153:1|PRN154:2|PRN155:3|PRN156:4|PRN157:5|PRN158:6|- "
      + "PRN120:0|PRN121:1|PRN122:2|PRN123:3|PRN124:4|PRN125:5|PRN126:6|PRN127:7|PRN128:8|PRN129:9|"
      + "PRN130:10|PRN131:11|PRN132:12|PRN133:13|PRN134:14|PRN135:15|PRN136:16|PRN137:17|PRN138:18|"
      + "PRN139:19|PRN140:20|PRN141:21|PRN142:22|PRN143:23|PRN144:24|PRN145:25|PRN146:26|PRN147:27|"
      + "PRN148:28|PRN149:29|PRN150:30|PRN151:31",
    "CFG-TMODE2":
      "timeMode lla altInv ecefXOrLat ecefYOrLon ecefZOrAlt fixedPosAcc/1000 svinMinDur "
      + "svinAccLimit/1000",
    "CFG-TMODE3":
      "version rcvrMode lla ecefXOrLat ecefYOrLon ecefZOrAlt ecefXOrLatHP ecefYOrLonHP ecefZOrAltHP "
      + "fixedPosAcc/10000 svinMinDur svinAccLimit/10000",
    "CFG-TP5":
      "tpIdx version antCableDelay rfGroupDelay freqPeriod freqPeriodLock pulseLenRatio "
      + "pulseLenRatioLock userConfigDelay active lockGnssFreq lockedOtherSet isFreq isLength alignToTow "
      + "polarity gridUtcGnss syncMode",
    "HNR-PVT":
      "iTOW year month day hour min second validDate validTime fullyResolved nano gpsFix GPSfixOK "
      + "DiffSoln WKNSET TOWSET headVehValid lon lat height/1000 hMSL/1000 gSpeed/1000 speed/1000 headMot "
      + "headVeh hAcc/1000 vAcc/1000 sAcc/1000 headAcc",
    "MON-COMMS":
      "version nPorts mem alloc outputPort protIds*4 [ portId txPending txBytes txUsage txPeakUsage "
      + "rxPending rxBytes rxUsage rxPeakUsage overrunErrs msgs*4 skipped ]",
    "MON-GNSS":
      "version GPSSup:0|GlonassSup:1|BeidouSup:2|GalileoSup:3 "
      + "GPSDef:0|GlonassDef:1|BeidouDef:2|GalileoDef:3 GPSEna:0|GlonassEna:1|BeidouEna:2|GalileoEna:3 "
      + "simultaneous",
    "MON-HW":
      "pinSel pinBank pinDir pinVal noisePerMS agcCnt aStatus aPower rtcCalib safeBoot jammingState "
      + "xtalAbsent usedMask VP*17 jamInd pinIrq pullH pullL",
    "MON-RF":
      "version nBlocks [ blockId jammingState antStatus antPower postStatus noisePerMS agcCnt jamInd "
      + "ofsI magI ofsQ magQ ]",
    "MON-RXBUF": "pending*6 usage*6 peakUsage*6",
    "MON-SYS":
      "msgVer bootType cpuLoad cpuLoadMax memUsage memUsageMax ioUsage ioUsageMax runTime noticeCount "
      + "warnCount errorCount tempValue",
    "MON-TXBUF": "pending*6 usage*6 peakUsage*6 tUsage tPeakUsage limit lem alloc",
    "MON-VER": "'swVersion*30 'hwVersion*10 [ 'extension*30 ]",
    "NAV-CLOCK": "iTOW clkB/1000000000 clkD/1000000000 tAcc/1000000000 fAcc",
    "NAV-COV":
      "iTOW version posCovValid velCovValid ~posCovNN ~posCovNE ~posCovND ~posCovEE ~posCovED ~posCovDD "
      + "~velCovNN ~velCovNE ~velCovND ~velCovEE ~velCovED ~velCovDD",
    "NAV-DOP": "iTOW gDOP pDOP tDOP vDOP hDOP nDOP eDOP",
    "NAV-EOE": "iTOW",
    "NAV-HPPOSECEF":
      "version iTOW ecefX/100 ecefY/100 ecefZ/100 ecefXHp/10000 ecefYHp/10000 ecefZHp/10000 invalidEcef "
      + "pAcc/1000",
    "NAV-HPPOSLLH":
      "version invalidLlh iTOW lon lat height/1000 hMSL/1000 lonHp/1000000000 latHp/1000000000 "
      + "heightHp/10000 hMSLHp/10000 hAcc/1000 vAcc/1000",
    "NAV-ORB":
      "iTOW version numSv [ gnssId svId health visibility ephUsability ephSource almUsability almSource "
      + "anoAopUsability type ]",
    "NAV-POSECEF": "iTOW ecefX/100 ecefY/100 ecefZ/100 pAcc/100",
    "NAV-POSLLH": "iTOW lon lat height/1000 hMSL/1000 hAcc/1000 vAcc/1000",
    "NAV-PVAT":
      "iTOW version validDate validTime fullyResolved validMag year month day hour min sec "
      + "tAcc/1000000000 nano fixType gnssFixOK diffSoln vehRollValid vehPitchValid vehHeadingValid "
      + "carrSoln confirmedAvai confirmedDate confirmedTime numSV lon lat height/1000 hMSL/1000 hAcc/1000 "
      + "vAcc/1000 velN/1000 velE/1000 velD/1000 gSpeed/1000 sAcc/1000 vehRoll vehPitch vehHeading "
      + "motHeading accRoll accPitch accHeading magDec magAcc errEllipseOrient errEllipseMajor/1000 "
      + "errEllipseMinor/1000",
    "NAV-PVT":
      "iTOW year month day hour min second validDate validTime fullyResolved validMag tAcc/1000000000 "
      + "nano fixType gnssFixOk diffSoln psmState headVehValid carrSoln confirmedAvai confirmedDate "
      + "confirmedTime numSV lon lat height/1000 hMSL/1000 hAcc/1000 vAcc/1000 velN/1000 velE/1000 "
      + "velD/1000 gSpeed/1000 headMot sAcc/1000 headAcc pDOP invalidLlh lastCorrectionAge authTime "
      + "headVeh?100000 magDec magAcc",
    "NAV-SAT":
      "iTOW version numSvs [ gnssId svId cno elev azim prRes qualityInd svUsed health diffCorr smoothed "
      + "orbitSource ephAvail almAvail anoAvail aopAvail sbasCorrUsed rtcmCorrUsed slasCorrUsed "
      + "spartnCorrUsed prCorrUsed crCorrUsed doCorrUsed clasCorrUsed ]",
    "NAV-SIG":
      "iTOW version numSigs [ gnssId svId sigId freqId prRes cno qualityInd corrSource ionoModel health "
      + "prSmoothed prUsed crUsed doUsed prCorrUsed crCorrUsed doCorrUsed authStatus ]",
    "NAV-SOL":
      "iTOW fTOW week gpsFix gpsfixOK diffSoln wknSet towSet ecefX/100 ecefY/100 ecefZ/100 pAcc/100 "
      + "ecefVX/100 ecefVY/100 ecefVZ/100 sAcc/100 pDOP numSV",
    "NAV-STATUS":
      "iTOW gpsFix gpsFixOk diffSoln wknSet towSet diffCorr carrSolnValid mapMatching psmState "
      + "spoofDetState carrSoln ttff/1000 msss/1000",
    "NAV-SVINFO":
      "iTOW numCh chipGen [ chn svid svUsed diffCorr orbitAvail orbitEph unhealthy orbitAlm orbitAop "
      + "smoothed qualityInd cno elev azim prRes/100 ]",
    "NAV-TIMEGPS": "iTOW fTOW week leapS towValid weekValid leapSValid tAcc/1000000000",
    "NAV-TIMELS":
      "iTOW version srcOfCurrLs currLs srcOfLsChange lsChange timeToLsEvent dateOfLsGpsWn dateOfLsGpsDn "
      + "validCurrLs validTimeToLsEvent",
    "NAV-TIMEUTC":
      "iTOW tAcc/1000000000 nano year month day hour min sec validTOW validWKN validUTC authStatus "
      + "utcStandard",
    "NAV-VELECEF": "iTOW ecefVX/100 ecefVY/100 ecefVZ/100 sAcc/100",
    "NAV-VELNED": "iTOW velN/100 velE/100 velD/100 speed/100 gSpeed/100 heading sAcc/100 cAcc",
    "RXM-RAWX": "~rcvTow week leapS numMeas leapSec clkReset -",
    "RXM-RTCM": "version crcFailed msgUsed subType refStation msgType",
    "RXM-SFRBX": "gnssId svId sigId freqId numWords chn version",
    "SEC-UNIQID": "version -*5",
    "TIM-TP": "towMS - qErr week timeBase utc raim qErrInvalid TpNotLocked timeRefGnss utcStandard",
  ]
}
