// A heap whose blocks begin at cache lines, so that the lines that an epoch touches do not depend on what was allocated before it,
// which differs from machine to machine: LD_PRELOAD=heap.so
//
// The sizes are powers of two; each has a range of addresses of its own, so a block needs no header.
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { SMALLEST = 6, SIZES = 26, RANGE = 34 };

static atomic_flag taken = ATOMIC_FLAG_INIT;
static uintptr_t base;
static struct { uintptr_t next, freed; } ranges[SIZES];

static int number(size_t size) { return size <= 1 << SMALLEST ? 0 : 64 - __builtin_clzl(size - 1) - SMALLEST; }
static int numberOf(void *block) { return ((uintptr_t)block - base) >> RANGE; }
static size_t sizeOf(void *block) { return (size_t)1 << (numberOf(block) + SMALLEST); }

static void *take(size_t size) {
  int range = number(size);
  if (range >= SIZES) {
    errno = ENOMEM;
    return NULL;
  }
  while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire)) {}
  if (!base) {
    uintptr_t length = (uintptr_t)(SIZES + 1) << RANGE;
    void *found = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (found == MAP_FAILED) __builtin_trap();
    base = ((uintptr_t)found + ((uintptr_t)1 << RANGE) - 1) >> RANGE << RANGE;
    for (int each = 0; each < SIZES; each++) ranges[each].next = base + ((uintptr_t)each << RANGE);
  }
  uintptr_t block = ranges[range].freed;
  if (block) {
    ranges[range].freed = *(uintptr_t *)block;
  } else {
    block = ranges[range].next;
    ranges[range].next += (size_t)1 << (range + SMALLEST);
    if (numberOf((void *)(ranges[range].next - 1)) != range) __builtin_trap();
  }
  atomic_flag_clear_explicit(&taken, memory_order_release);
  return (void *)block;
}

void free(void *block) {
  if (!block) return;
  int range = numberOf(block);
  while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire)) {}
  *(uintptr_t *)block = ranges[range].freed;
  ranges[range].freed = (uintptr_t)block;
  atomic_flag_clear_explicit(&taken, memory_order_release);
}

void *malloc(size_t size) { return take(size); }

void *calloc(size_t count, size_t size) {
  size_t all;
  if (__builtin_mul_overflow(count, size, &all)) all = SIZE_MAX;
  void *block = take(all);
  return block ? memset(block, 0, all) : NULL;
}

void *realloc(void *block, size_t size) {
  if (block && size <= sizeOf(block)) return block;
  void *larger = take(size);
  if (!larger || !block) return larger;
  memcpy(larger, block, sizeOf(block));
  free(block);
  return larger;
}

// A block begins at a multiple of its size.
static void *takeAligned(size_t alignment, size_t size) { return take(size > alignment ? size : alignment); }
void *aligned_alloc(size_t alignment, size_t size) { return takeAligned(alignment, size); }
void *memalign(size_t alignment, size_t size) { return takeAligned(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *found = takeAligned(alignment, size);
  if (!found) return ENOMEM;
  *block = found;
  return 0;
}

size_t malloc_usable_size(void *block) { return block ? sizeOf(block) : 0; }
