import NMEA
import UBX
