#include "CEnqueueCount.h"

typedef __attribute__((swiftcall)) void (*Original)(void *job);
extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(void *job, Original original);

static _Atomic long enqueues;

static __attribute__((swiftcall)) void count(void *job, Original original) {
  enqueues++;
  original(job);
}

void gpsbridge_enqueues_begin(void) { swift_task_enqueueGlobal_hook = count; }
long gpsbridge_enqueues(void) { return enqueues; }
