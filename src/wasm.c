/* What only JavaScript needs: memory that is lent and taken back, a version, and a description of
 * the core in JSON, made here so that no number of an enum is written down twice.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/api.h"
#include "base/arena.h"
#include "base/shape.h"
#include "base/status.h"
#include "model/config.h"
#include "model/mini_block.h"
#include "model/self_attention.h"
#include "nn/gelu.h"
#include "pe/alibi.h"
#include "pe/memory.h"
#include "pe/pe.h"
#include "pe/rope.h"
#include "pe/sinusoidal.h"

COMPACT_BEGIN

#ifndef NDEBUG
// The C library's would print, through imports that nobody provides.
_Noreturn void __assert_fail(const char *expression, const char *file, int line,
                             const char *function);
_Noreturn void __assert_fail(const char *expression, const char *file, int line,
                             const char *function) {
    (void)expression, (void)file, (void)line, (void)function;
    __builtin_trap();
}
#endif

enum { WASM_ABI_VERSION = 1, WASM_PAGE_BYTES = 65536 };

/* The arena's state; wasm_arena_reset() takes back all that was allocated since. */
API uint32_t wasm_arena_mark(void);
API void wasm_arena_reset(uint32_t mark);

/* n_bytes, aligned to 16; the memory grows where it must. NULL when it cannot. */
API void *wasm_arena_alloc(uint32_t n_bytes);

/* Raised whenever a function's arguments change their meaning. */
API int32_t wasm_abi_version(void);

/* JSON text in the arena, ended by a zero; NULL when memory is out. */
API const char *wasm_describe(void);

extern unsigned char __heap_base; // the linker's: first byte after the data and the stack

// The one mutable global of the core. It stands in the file that the core itself never calls.
static Arena arena;

static size_t memory_bytes(void) { return (size_t)__builtin_wasm_memory_size(0) * WASM_PAGE_BYTES; }

static Arena *the_arena(void) {
    if (arena.first == 0) {
        unsigned char *const base = &__heap_base;
        arena = arena_init(base, memory_bytes() - (size_t)base);
    }
    return &arena;
}

uint32_t wasm_arena_mark(void) { return (uint32_t)arena_mark(the_arena()); }

void wasm_arena_reset(uint32_t mark) { arena_reset(the_arena(), mark); }

static int grow(Arena *a, size_t shortage) {
    if (shortage == SIZE_MAX) return 0;
    const size_t n_pages = (shortage - 1) / WASM_PAGE_BYTES + 1;
    if (__builtin_wasm_memory_grow(0, n_pages) == SIZE_MAX) return 0;
    a->end += n_pages * WASM_PAGE_BYTES;
    return 1;
}

void *wasm_arena_alloc(uint32_t n_bytes) {
    Arena *const a = the_arena();
    const size_t shortage = arena_shortage(a, n_bytes);
    if (shortage != 0 && !grow(a, shortage)) return NULL;
    return arena_alloc(a, n_bytes);
}

int32_t wasm_abi_version(void) { return WASM_ABI_VERSION; }

// ---------------------------------------------------------------------------------- the JSON

// Counts what it would write where `out` is NULL: the text is made twice, first to size it.
typedef struct Writer {
    char *out;
    size_t length;
} Writer;

static void put(Writer *w, const char *text) {
    const size_t n = strlen(text);
    if (w->out) memcpy(w->out + w->length, text, n);
    w->length += n;
}

// Our own texts: none holds a quote, a backslash or a control character (tested from JavaScript).
static void put_string(Writer *w, const char *text) {
    put(w, "\"");
    put(w, text);
    put(w, "\"");
}

static void put_number(Writer *w, int32_t number) {
    char digits[12];
    char *p = digits + sizeof digits - 1;
    *p = '\0';
    do {
        *--p = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put(w, p);
}

static void put_list(Writer *w, const char *key, const char *const *words, int32_t n) {
    put_string(w, key);
    put(w, ":[");
    for (int32_t k = 0; k < n; k++) {
        if (k > 0) put(w, ",");
        put_string(w, words[k]);
    }
    put(w, "]");
}

static void put_field(Writer *w, const char *key, const char *text) {
    put(w, ",");
    put_string(w, key);
    put(w, ":");
    put_string(w, text);
}

#define WORDS(name, words) words,
static const char *const STATUS_WORDS[] = {STATUS_LIST(WORDS)};
static const char *const SINUSOIDAL_LAYOUTS[] = {PE_SINUSOIDAL_LAYOUT_LIST(WORDS)};
static const char *const ROPE_LAYOUTS[] = {PE_ROPE_LAYOUT_LIST(WORDS)};
static const char *const ALIBI_RULES[] = {PE_ALIBI_RULE_LIST(WORDS)};
static const char *const ALIBI_MASKS[] = {PE_ALIBI_MASK_LIST(WORDS)};
static const char *const READOUTS[] = {MODEL_READOUT_LIST(WORDS)};
static const char *const GELU_FORMS[] = {NN_GELU_FORM_LIST(WORDS)};
#define TENSOR_WORDS(name, words, size) words,
static const char *const ATTENTION_PARAMS[] = {MODEL_SELF_ATTENTION_PARAMS(TENSOR_WORDS)};
static const char *const ATTENTION_ACTS[] = {MODEL_SELF_ATTENTION_ACTS(TENSOR_WORDS)};
static const char *const BLOCK_ACTS[] = {MODEL_MINI_BLOCK_ACTS(TENSOR_WORDS)};
static const char *const POINTS[] = {"nowhere", "input", "qk", "logits", "output"};
#define PUT_LIST(w, key, words) put_list(w, key, words, (int32_t)(sizeof(words) / sizeof *(words)))

static void put_enums(Writer *w) {
    put(w, "\"enums\":{");
    PUT_LIST(w, "sinusoidalLayout", SINUSOIDAL_LAYOUTS);
    put(w, ",");
    PUT_LIST(w, "ropeLayout", ROPE_LAYOUTS);
    put(w, ",");
    PUT_LIST(w, "alibiRule", ALIBI_RULES);
    put(w, ",");
    PUT_LIST(w, "alibiMask", ALIBI_MASKS);
    put(w, ",");
    PUT_LIST(w, "geluForm", GELU_FORMS);
    put(w, ",");
    PUT_LIST(w, "readout", READOUTS);
    put(w, ",");
    PUT_LIST(w, "selfAttentionParams", ATTENTION_PARAMS);
    put(w, ",");
    PUT_LIST(w, "selfAttentionActs", ATTENTION_ACTS);
    put(w, ",");
    PUT_LIST(w, "miniBlockActs", BLOCK_ACTS);
    put(w, "}");
}

static void put_methods(Writer *w) {
    put(w, "\"methods\":[");
    for (int32_t id = 0; id < PE_METHOD_COUNT; id++) {
        const PeMethod *const method = pe_method(id);
        put(w, id > 0 ? ",{\"id\":" : "{\"id\":");
        put_number(w, id);
        put_field(w, "name", method->name);
        put_field(w, "actsOn", POINTS[method->acts_on]);
        put_field(w, "learns", method->learns);
        put_field(w, "paper", method->paper);
        put_field(w, "memory", pe_memory_formula(id));
        put(w, "}");
    }
    put(w, "]");
}

static void put_description(Writer *w) {
    put(w, "{\"abi\":");
    put_number(w, WASM_ABI_VERSION);
    put(w, ",\"maxElements\":");
    put_number(w, SHAPE_MAX_ELEMENTS);
    put(w, ",");
    PUT_LIST(w, "statuses", STATUS_WORDS);
    put(w, ",");
    put_enums(w);
    put(w, ",");
    put_methods(w);
    put(w, "}");
}

const char *wasm_describe(void) {
    Writer writer = {NULL, 0};
    put_description(&writer);
    char *const text = wasm_arena_alloc((uint32_t)writer.length + 1);
    if (!text) return NULL;
    writer = (Writer){text, 0};
    put_description(&writer);
    text[writer.length] = '\0';
    return text;
}

COMPACT_END
