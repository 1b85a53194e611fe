/* Seeded random numbers, addressed by seed, name and index: there is no state.
 *
 * Element i of a stream is splitmix64's finaliser over key + (i + 1) * 0x9E3779B97F4A7C15, where
 * key = seed XOR the 64-bit FNV-1a hash of the stream's name. All modulo 2^64.
 *
 * Sources  G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
 *          OOPSLA 2014 (SplitMix, figure 17 with the constants of variant 13 of D. Stafford);
 *          FNV-1a: G. Fowler, L. C. Noll, K.-P. Vo, 64 bit, offset basis cbf29ce484222325;
 *          normal: G. E. P. Box, M. E. Muller, "A note on the generation of random normal
 *          deviates", Ann. Math. Statist. 29 (1958); permutation: R. A. Fisher, F. Yates 1938.
 *
 * In every API function name (n_name) is UTF-8 without a final zero (n_name may be 0) and the seed
 * is seed_hi * 2^32 + seed_lo. STATUS_BAD_SHAPE unless 1 <= n <= SHAPE_MAX_ELEMENTS, n_name >= 0.
 */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

#include "api.h"
#include "status.h"
#include "struct.h"

/* The key of a stream, from the seed as one number or in halves. */
uint64_t rng_key(uint64_t seed, const char *name, int32_t n_name);
uint64_t rng_stream(const char *name, int32_t n_name, uint32_t seed_lo, uint32_t seed_hi);

/* A stream, where a function has too many other arguments to take these four. */
#define RNG_STREAM_FIELDS(X)                                                                       \
    X(const char *, name)                                                                          \
    X(int32_t, n_name)                                                                             \
    X(uint32_t, seed_lo)                                                                           \
    X(uint32_t, seed_hi)

typedef struct RngStream {
    RNG_STREAM_FIELDS(STRUCT_MEMBER)
} RngStream;

/* Element `index` of a stream: 64 uniform bits. */
uint64_t rng_bits(uint64_t key, uint64_t index);

/* Its upper 53 bits as a uniform number of [0, 1). */
double rng_share(uint64_t key, uint64_t index);

/* Element `index` as a uniform number of [-1, 1), a multiple of 2^-23 and so exact. */
float rng_unit(uint64_t key, uint64_t index);

/* out (n): scale times rng_unit() of elements 0 .. n-1, rounded once.
 * STATUS_BAD_VALUE unless scale is finite. */
API Status rng_uniform(float *out, const char *name, int32_t n_name, uint32_t seed_lo,
                       uint32_t seed_hi, double scale, int32_t n);

/* out (n): Gaussian numbers of mean 0 and deviation sigma, by Box and Muller in double. Elements
 * 2k and 2k+1 are r cos a and r sin a, r = sqrt(-2 ln u), a = 2 pi v, where u of (0, 1] and v of
 * [0, 1) are the upper 53 bits of elements 2k and 2k+1 of the stream.
 * STATUS_BAD_VALUE unless sigma is finite and >= 0. */
API Status rng_normal(float *out, const char *name, int32_t n_name, uint32_t seed_lo,
                      uint32_t seed_hi, double sigma, int32_t n);

/* out (n): elements 0 .. n-1 modulo `modulus`. STATUS_BAD_VALUE unless modulus >= 1. */
API Status rng_integers(int32_t *out, const char *name, int32_t n_name, uint32_t seed_lo,
                        uint32_t seed_hi, int32_t modulus, int32_t n);

/* out (n): 0 .. n-1 in random order (Fisher and Yates: for i from n-1 down, element i is swapped
 * with element (stream element n-1-i modulo i+1)). */
API Status rng_permutation(int32_t *out, const char *name, int32_t n_name, uint32_t seed_lo,
                           uint32_t seed_hi, int32_t n);

#endif
