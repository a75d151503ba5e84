// libudev knows which serial ports there are, what stands behind them, and when that changes.
// Swift reads the system header as it is; only `SerialPorts/Discovery` imports it.
#include <libudev.h>
