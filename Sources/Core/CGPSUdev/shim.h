// libudev lists the serial ports and the devices behind them, and reports changes.
// Swift imports the unchanged system header; only `SerialPorts/Discovery` uses it.
#include <libudev.h>
