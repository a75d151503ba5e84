// How many jobs the runtime has given to the global executor.
//
// In C since the hook is a variable of the runtime with Swift's own calling convention, which Swift cannot assign. It is no public
// interface; nothing but this benchmark uses it.
#pragma once

void gpsbridge_enqueues_begin(void);
long gpsbridge_enqueues(void);
