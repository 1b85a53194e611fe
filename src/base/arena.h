/* A stack of buffers in one block of memory: mark it, allocate, and reset it to the mark.
 *
 * The block is the caller's and outlives the arena. There is no free() of one buffer.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ARENA_ALIGNMENT = 16 };

typedef struct Arena {
    uintptr_t first; // where the next buffer starts, aligned
    uintptr_t end;   // one past the last byte of the block
} Arena;

/* Over the n_bytes at block. */
Arena arena_init(void *block, size_t n_bytes);

/* n_bytes aligned to ARENA_ALIGNMENT, contents undefined; NULL, and nothing taken, when they do not
 * fit. A buffer of 0 bytes is a valid address. */
void *arena_alloc(Arena *arena, size_t n_bytes);

/* Bytes by which the block is too short for one more buffer of n_bytes; 0 when it fits, SIZE_MAX
 * when no block could hold it. */
size_t arena_shortage(const Arena *arena, size_t n_bytes);

/* The current state, and the return to it: every buffer allocated since then is released. */
uintptr_t arena_mark(const Arena *arena);
void arena_reset(Arena *arena, uintptr_t mark);

#endif
