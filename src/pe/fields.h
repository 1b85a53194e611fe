/* The one list of what a positional method needs to know: PeConfig.
 *
 * A new setting is one line of PE_SETTINGS and its use in the method's own file. From the list come the struct
 * and what wasm_describe() reports to JavaScript: names, types, defaults, ranges, which methods read a setting,
 * and where each field is in memory. JavaScript checks the ranges, so that its message can name the setting; a
 * method refuses with a status what it cannot work with.
 */
#ifndef PE_FIELDS_H
#define PE_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/struct.h"
#include "frequency.h"

// Ranges, as texts too: wasm_describe() writes them down.
#define PE_MAX_SIZE 268435456 // SHAPE_MAX_ELEMENTS
#define PE_MAX_CLIP 134217728 // 2 clip + 1 is still an int32_t
#define PE_MAX_FLOAT 1e38
#define PE_MAX_DOUBLE 1e100

/* type, C name, JavaScript's name, default, lowest, highest, rule, methods that read it, meaning.
 *
 * Every number is finite and within lowest .. highest. Rules: EVEN; ABOVE, greater than lowest; ANY, no
 * other. Where no method is named, a call gives the field. */
#define PE_CALL_FIELDS(X)                                                                          \
    X(int32_t, d_model, "dModel", 1, 1, PE_MAX_SIZE, ANY, "", "width of the model")                \
    X(int32_t, n_heads, "nHeads", 1, 1, PE_MAX_SIZE, ANY, "", "attention heads")                   \
    X(int32_t, d_head, "dHead", 1, 1, PE_MAX_SIZE, ANY, "", "width of a head")                     \
    X(int32_t, first_pos, "firstPos", 0, -2147483648, 2147483647, ANY, "",                         \
      "position of key 0; query i has first_pos + i + n_key - n_query")                            \
    X(bool, causal, "causal", 1, 0, 1, ANY, "",                                                    \
      "the layer hides keys after the query: T5's buckets are then one-sided")                     \
    X(float, scale, "scale", 1, -PE_MAX_FLOAT, PE_MAX_FLOAT, ANY, "",                              \
      "by which the layer multiplies q k^T (Shaw's keys are scaled with it)")

#define PE_SETTINGS(X)                                                                             \
    X(double, base, "base", 10000, 1e-100, 1e100, ANY,                                             \
      "sinusoidal rope-half rope-interleaved transformer-xl xpos pope rope-values mla-rope "       \
      "rope-mixed",                                                                                \
      "frequency base")                                                                            \
    X(int32_t, rotary_dim, "rotaryDim", 0, 0, PE_MAX_SIZE, EVEN,                                   \
      "rope-half rope-interleaved xpos pope rope-values mla-rope",                                 \
      "leading elements of a head that are rotated, even; 0: all, of MLA about half")              \
    X(int32_t, clip, "clip", 5, 0, PE_MAX_CLIP, ANY, "clipped-bias shaw-keys shaw-values",         \
      "offsets j - i are clamped to -clip..clip")                                                  \
    X(int32_t, n_buckets, "nBuckets", 32, 0, PE_MAX_SIZE, ANY, "t5 deberta",                       \
      "buckets of distances; DeBERTa: 0 for none, the distance itself")                            \
    X(int32_t, max_distance, "maxDistance", 128, 1, PE_MAX_SIZE, ANY, "t5 deberta",                \
      "T5: from here on all distances share a bucket; DeBERTa: distances that it distinguishes")   \
    X(int32_t, table_len, "maxLen", 128, 1, PE_MAX_SIZE, ANY, "learned cope multiplicative",       \
      "positions that the table has")                                                              \
    X(int32_t, width, "width", 32, 1, PE_MAX_SIZE, ANY,                                            \
      "fire floater-recurrent floater mla-rope mla-nope",                                          \
      "hidden units of its network; MLA: width of the latent vector")                              \
    X(int32_t, train_len, "trainLen", 512, 1, PE_MAX_SIZE, ANY, "log-n",                           \
      "the length from which on logits are sharpened")                                             \
    X(double, scale_base, "scaleBase", 512, 1e-100, 1e100, ANY, "xpos",                            \
      "positions over which its decay is applied once")                                            \
    X(double, eps, "eps", 1e-6, 0, PE_MAX_DOUBLE, ABOVE, "fire",                                   \
      "added to the logarithm that divides")                                                       \
    X(int32_t, interval, "interval", 8192, 1, PE_MAX_SIZE, ANY, "temperature",                     \
      "positions from one step of the factor to the next")                                         \
    X(double, beta, "beta", 0.1, 0, 1e3, ANY, "temperature",                                       \
      "by which the logarithm of the steps is multiplied")                                         \
    X(int32_t, shift, "shift", 1, 0, 1, ANY, "temperature",                                        \
      "added to the position: 1 as in Llama 4, 0 as in Ministral 3")                               \
    X(int32_t, columns, "columns", 0, 0, PE_MAX_SIZE, ANY,                                         \
      "rope-half rope-interleaved xpos rope-values mla-rope rope-mixed",                           \
      "cells in a row of the grid that the tokens fill row by row; 0: no grid")

/* The initializer of a PeConfig from C, whose settings have their defaults but for those that are given:
 *
 *     const PeConfig config = PE_CONFIG(.n_heads = 4, .d_head = 16, .base = 500.0);
 */
#define PE_CONFIG(...)                                                                             \
    { PE_SETTINGS(PE_INITIAL) __VA_ARGS__ }
#define PE_INITIAL(type, name, js, initial, ...) .name = initial,

/* type, name: what a config points at. */
#define PE_CONFIG_MEMORY(X)                                                                        \
    X(PeScaling, scaling)       /* RoPE: how its frequencies are made (frequency.h) */             \
    X(const int32_t *, key_pad) /* (n_key) 1 where a key is hidden, or NULL: CoPE counts others */ \
    X(const float *, x)         /* (n_key, d_model) what the layer projects to q, k, v; or NULL */ \
    X(const float *, table)     /* what the method learns, tensor after tensor; else NULL */       \
    X(float *, scratch)         /* n_scratch() floats, aligned to 16 bytes, for one call; or NULL */

/* What a method needs to know; fields that it does not read may be zero. */
typedef struct PeConfig {
    PE_CALL_FIELDS(STRUCT_MEMBER)
    PE_SETTINGS(STRUCT_MEMBER)
    PE_CONFIG_MEMORY(STRUCT_MEMBER)
    const float *state; // from prepare(), with the same config; NULL: computed afresh
    int32_t state_len;  // tokens that state was prepared for; a model sets both
} PeConfig;

#endif
