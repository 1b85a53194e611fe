#include "arena.h"

#include <assert.h>

#include "api.h"

COMPACT_BEGIN

static uintptr_t round_up(uintptr_t address) {
    return (address + (ARENA_ALIGNMENT - 1)) & ~(uintptr_t)(ARENA_ALIGNMENT - 1);
}

Arena arena_init(void *block, size_t n_bytes) {
    const uintptr_t begin = (uintptr_t)block;
    return (Arena){.first = round_up(begin), .end = begin + n_bytes};
}

size_t arena_shortage(const Arena *arena, size_t n_bytes) {
    const size_t longest = UINTPTR_MAX - arena->first - ARENA_ALIGNMENT;
    if (n_bytes > longest) return SIZE_MAX;
    const uintptr_t end = arena->first + n_bytes;
    return end <= arena->end ? 0 : end - arena->end;
}

void *arena_alloc(Arena *arena, size_t n_bytes) {
    if (arena_shortage(arena, n_bytes) != 0) return NULL;
    const uintptr_t address = arena->first;
    arena->first = round_up(address + n_bytes);
    return (void *)address;
}

uintptr_t arena_mark(const Arena *arena) { return arena->first; }

void arena_reset(Arena *arena, uintptr_t mark) {
    assert(mark <= arena->first);
    arena->first = mark;
}

COMPACT_END
