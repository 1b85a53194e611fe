/* What only JavaScript needs: memory that is allocated and released, and a description of the core, made here
 * so that no number of an enum, no size and no offset is written down twice.
 */
#include <stddef.h>
#include <stdint.h>

#include "base/api.h"
#include "base/arena.h"
#include "base/rng.h"
#include "base/shape.h"
#include "base/status.h"
#include "model/config.h"
#include "model/mini_block.h"
#include "model/self_attention.h"
#include "model/task/task.h"
#include "model/tensors.h"
#include "model/train.h"
#include "nn/adam.h"
#include "nn/attention.h"
#include "nn/gelu.h"
#include "nn/layernorm.h"
#include "nn/linear.h"
#include "pe/alibi.h"
#include "pe/axes.h"
#include "pe/distance.h"
#include "pe/frequency.h"
#include "pe/ids.h"
#include "pe/path.h"
#include "pe/pe.h"
#include "pe/pe_api.h"
#include "pe/pope.h"
#include "pe/precision.h"
#include "pe/rope.h"
#include "pe/rope_mixed.h"
#include "pe/sink.h"
#include "pe/sinusoidal.h"
#include "pe/temperature.h"
#include "proj/pca.h"

COMPACT_BEGIN

#ifndef NDEBUG
// The C library's would print, through imports that the page does not provide.
_Noreturn void __assert_fail(const char *expression, const char *file, int line,
                             const char *function);
_Noreturn void __assert_fail(const char *expression, const char *file, int line,
                             const char *function) {
    (void)expression, (void)file, (void)line, (void)function;
    __builtin_trap();
}
#endif

enum { WASM_PAGE_BYTES = 65536 };

/* The arena's state; wasm_arena_reset() takes back all that was allocated since. */
API uint32_t wasm_arena_mark(void);
API void wasm_arena_reset(uint32_t mark);

/* n_bytes, aligned to 16; the memory grows where it must. NULL when it cannot. */
API void *wasm_arena_alloc(uint32_t n_bytes);

/* JSON, ended by a zero, except that each list has a comma behind its last entry too. A method is its name
 * and where it acts; its id is its index in the list. */
API const char *wasm_describe(void);

/* The numbers that JSON cannot hold, since only the compiler knows them: for each of its structs the offset of
 * every field and then the size in bytes, and behind them one value per name in its "sizes". */
API const uint8_t *wasm_layout(void);

extern unsigned char __heap_base; // the linker's: first byte after the data and the stack

// The one mutable global of the core. It is in the file that the core itself never calls.
static Arena arena;

static Arena *the_arena(void) {
    if (arena.first == 0) {
        unsigned char *const base = &__heap_base;
        const size_t n_bytes = (size_t)__builtin_wasm_memory_size(0) * WASM_PAGE_BYTES;
        arena = arena_init(base, n_bytes - (size_t)base);
    }
    return &arena;
}

uint32_t wasm_arena_mark(void) { return (uint32_t)arena_mark(the_arena()); }

void wasm_arena_reset(uint32_t mark) { arena_reset(the_arena(), mark); }

void *wasm_arena_alloc(uint32_t n_bytes) {
    Arena *const a = the_arena();
    const size_t shortage = arena_shortage(a, n_bytes);
    if (shortage == SIZE_MAX) return NULL;
    if (shortage != 0) {
        const size_t n_pages = (shortage - 1) / WASM_PAGE_BYTES + 1;
        if (__builtin_wasm_memory_grow(0, n_pages) == SIZE_MAX) return NULL;
        a->end += n_pages * WASM_PAGE_BYTES;
    }
    return arena_alloc(a, n_bytes);
}

// ---------------------------------------------------------------------------------- the JSON

// Our own texts: none holds a quote, a backslash or a comma before a bracket (tested from JavaScript).
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
#define NUMBER(key, number) "\"" key "\":" TEXT(number) ","
#define WORD(name, words) "\"" words "\","
#define TENSOR(name, words, size) "\"" words "\","
#define LIST(key, entries) "\"" key "\":[" entries "],"
#define FIELD(type, name) "\"" #name " " #type "\","
#define NUMBERED_FIELD(type, name, js_name, usual, lowest, highest, rule, methods, meaning)        \
    "\"" js_name " " #type " " TEXT(usual) " " TEXT(lowest) " " TEXT(highest) " " #rule            \
                                                                              " " methods "\","
#define METHOD(id, entry, name, acts_on, n_floats) "\"" name " " acts_on "\","

#define MAX_ELEMENTS 268435456
_Static_assert(MAX_ELEMENTS == SHAPE_MAX_ELEMENTS, "one number, once as text");

#define ENUMS                                                                                      \
    LIST("sinusoidalLayout", PE_SINUSOIDAL_LAYOUT_LIST(WORD))                                      \
    LIST("ropeLayout", PE_ROPE_LAYOUT_LIST(WORD))                                                  \
    LIST("ropeScaling", PE_SCALING_LIST(WORD))                                                     \
    LIST("distanceRule", PE_DISTANCE_RULE_LIST(WORD))                                              \
    LIST("numberType", PE_NUMBER_TYPE_LIST(WORD))                                                  \
    LIST("alibiRule", PE_ALIBI_RULE_LIST(WORD))                                                    \
    LIST("alibiMask", PE_ALIBI_MASK_LIST(WORD))                                                    \
    LIST("methodFact", PE_FACT_LIST(WORD))                                                         \
    LIST("geluForm", NN_GELU_FORM_LIST(WORD))                                                      \
    LIST("readout", MODEL_READOUT_LIST(WORD))                                                      \
    LIST("modelPart", MODEL_PART_LIST(WORD))                                                       \
    LIST("selfAttentionParams", MODEL_SELF_ATTENTION_PARAMS(TENSOR))                               \
    LIST("selfAttentionActs", MODEL_SELF_ATTENTION_ACTS(TENSOR))                                   \
    LIST("miniBlockActs", MODEL_MINI_BLOCK_ACTS(TENSOR))
// Of each struct all fields, in the order of wasm_layout(): those that functions of figures.wasm take, and, in
// core.wasm, all others.
#define STRUCTS_OF_FIGURES                                                                         \
    LIST("PeConfig",                                                                               \
         PE_CALL_FIELDS(NUMBERED_FIELD) PE_SETTINGS(NUMBERED_FIELD) PE_CONFIG_MEMORY(FIELD))       \
    LIST("NnAttention", NN_ATTENTION_FIELDS(FIELD))                                                \
    LIST("NnAttentionInputs", NN_ATTENTION_INPUT_FIELDS(FIELD))                                    \
    LIST("PeRotation", PE_ROTATION_FIELDS(FIELD))                                                  \
    LIST("ProjPca", PROJ_PCA_FIELDS(FIELD))
#ifdef FIGURES
#define OTHER_STRUCTS
#else
#define OTHER_STRUCTS                                                                              \
    LIST("PeScaling", PE_SCALING_FIELDS(FIELD))                                                    \
    LIST("PeBuffers", PE_BUFFER_FIELDS(FIELD))                                                     \
    LIST("PeCoordinates", PE_COORDINATE_FIELDS(FIELD))                                             \
    LIST("PePrecision", PE_PRECISION_FIELDS(FIELD))                                                \
    LIST("PeTemperature", PE_TEMPERATURE_FIELDS(FIELD))                                            \
    LIST("PePose", PE_POSE_FIELDS(FIELD))                                                          \
    LIST("PeCoupling", PE_COUPLING_FIELDS(FIELD))                                                  \
    LIST("PePope", PE_POPE_FIELDS(FIELD))                                                          \
    LIST("PePopeGradients", PE_POPE_GRADIENT_FIELDS(FIELD))                                        \
    LIST("PePath", PE_PATH_FIELDS(FIELD))                                                          \
    LIST("PePathGradients", PE_PATH_GRADIENT_FIELDS(FIELD))                                        \
    LIST("PeSink", PE_SINK_FIELDS(FIELD))                                                          \
    LIST("PeDistance", PE_DISTANCE_FIELDS(FIELD))                                                  \
    LIST("PeDistanceLogits", PE_DISTANCE_LOGITS_FIELDS(FIELD))                                     \
    LIST("PeRopeMixed", PE_ROPE_MIXED_FIELDS(FIELD))                                               \
    LIST("NnAttentionGradients", NN_ATTENTION_GRADIENT_FIELDS(FIELD))                              \
    LIST("NnLinearGradients", NN_LINEAR_GRADIENT_FIELDS(FIELD))                                    \
    LIST("NnLayernormGradients", NN_LAYERNORM_GRADIENT_FIELDS(FIELD))                              \
    LIST("NnAdam", NN_ADAM_FIELDS(FIELD))                                                          \
    LIST("RngStream", RNG_STREAM_FIELDS(FIELD))                                                    \
    LIST("ModelTaskBatch", MODEL_TASK_BATCH_FIELDS(FIELD))                                         \
    LIST("ModelBatch", MODEL_BATCH_FIELDS(FIELD))
#endif

// name, value: sizes of buffers that the core writes.
#define SIZES(X)                                                                                   \
    X("tensorNameBytes", MODEL_NAME_BYTES)                                                         \
    X("tensorFacts", MODEL_TENSOR_FACTS)                                                           \
    X("tensorRank", PE_MAX_RANK)

#define SIZE_NAME(name, value) "\"" name "\","
#define SIZE_VALUE(name, value) value,

#define PARTS                                                                                      \
    NUMBER("maxElements", MAX_ELEMENTS)                                                            \
    LIST("statuses", STATUS_LIST(WORD))                                                            \
    LIST("methods", PE_METHOD_LIST(METHOD))                                                        \
    LIST("sizes", SIZES(SIZE_NAME))

const char *wasm_describe(void) {
    return "{" PARTS "\"enums\":{" ENUMS "},\"structs\":{" STRUCTS_OF_FIGURES OTHER_STRUCTS "}}";
}

#define OFFSET(type, name, ...) offsetof(DESCRIBED, name),
static const uint8_t LAYOUT[] = {
#define DESCRIBED PeConfig
    PE_CALL_FIELDS(OFFSET) PE_SETTINGS(OFFSET) PE_CONFIG_MEMORY(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED NnAttention
    NN_ATTENTION_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED NnAttentionInputs
    NN_ATTENTION_INPUT_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PeRotation
    PE_ROTATION_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED ProjPca
    PROJ_PCA_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#ifndef FIGURES
#define DESCRIBED PeScaling
    PE_SCALING_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PeBuffers
    PE_BUFFER_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PeCoordinates
    PE_COORDINATE_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PePrecision
    PE_PRECISION_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PeTemperature
    PE_TEMPERATURE_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PePose
    PE_POSE_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PeCoupling
    PE_COUPLING_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PePope
    PE_POPE_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PePopeGradients
    PE_POPE_GRADIENT_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PePath
    PE_PATH_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PePathGradients
    PE_PATH_GRADIENT_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PeSink
    PE_SINK_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PeDistance
    PE_DISTANCE_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PeDistanceLogits
    PE_DISTANCE_LOGITS_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED PeRopeMixed
    PE_ROPE_MIXED_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED NnAttentionGradients
    NN_ATTENTION_GRADIENT_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED NnLinearGradients
    NN_LINEAR_GRADIENT_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED NnLayernormGradients
    NN_LAYERNORM_GRADIENT_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED NnAdam
    NN_ADAM_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED RngStream
    RNG_STREAM_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED ModelTaskBatch
    MODEL_TASK_BATCH_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#define DESCRIBED ModelBatch
    MODEL_BATCH_FIELDS(OFFSET) sizeof(DESCRIBED),
#undef DESCRIBED
#endif
    SIZES(SIZE_VALUE)};

const uint8_t *wasm_layout(void) { return LAYOUT; }

COMPACT_END
