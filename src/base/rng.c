#include "rng.h"

#include <math.h>

#include "elementary.h"
#include "shape.h"

COMPACT_BEGIN

static const double TWO_PI = 6.283185307179586;

uint64_t rng_key(uint64_t seed, const char *name, int32_t n_name) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (int32_t k = 0; k < n_name; k++) {
        hash = (hash ^ (uint8_t)name[k]) * 0x100000001B3u;
    }
    return seed ^ hash;
}

uint64_t rng_bits(uint64_t key, uint64_t index) {
    uint64_t z = key + (index + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

float rng_unit(uint64_t key, uint64_t index) {
    return (float)(rng_bits(key, index) >> 40) * 0x1p-23f - 1.0f;
}

double rng_share(uint64_t key, uint64_t index) {
    return (double)(rng_bits(key, index) >> 11) * 0x1p-53;
}

uint64_t rng_stream(const char *name, int32_t n_name, uint32_t seed_lo, uint32_t seed_hi) {
    return rng_key(((uint64_t)seed_hi << 32) | seed_lo, name, n_name);
}

Status rng_uniform(float *out, const char *name, int32_t n_name, uint32_t seed_lo, uint32_t seed_hi,
                   double scale, int32_t n) {
    if (!SHAPE_OK(n) || n_name < 0) return STATUS_BAD_SHAPE;
    if (!isfinite(scale)) return STATUS_BAD_VALUE;
    const uint64_t key = rng_stream(name, n_name, seed_lo, seed_hi);
    for (int32_t i = 0; i < n; i++) {
        out[i] = rng_unit(key, (uint64_t)i) * (float)scale;
    }
    return STATUS_OK;
}

Status rng_normal(float *out, const char *name, int32_t n_name, uint32_t seed_lo, uint32_t seed_hi,
                  double sigma, int32_t n) {
    if (!SHAPE_OK(n) || n_name < 0) return STATUS_BAD_SHAPE;
    if (!isfinite(sigma) || sigma < 0.0) return STATUS_BAD_VALUE;
    const uint64_t key = rng_stream(name, n_name, seed_lo, seed_hi);
    for (int32_t i = 0; i < n; i += 2) {
        const double u = 1.0 - rng_share(key, (uint64_t)i); // (0, 1]: the logarithm is finite
        const ElementarySinCos angle = elementary_sin_cos(TWO_PI * rng_share(key, (uint64_t)i + 1));
        const double radius = sigma * sqrt(-2.0 * elementary_log(u));
        out[i] = (float)(radius * angle.cos);
        if (i + 1 < n) out[i + 1] = (float)(radius * angle.sin);
    }
    return STATUS_OK;
}

Status rng_integers(int32_t *out, const char *name, int32_t n_name, uint32_t seed_lo,
                    uint32_t seed_hi, int32_t modulus, int32_t n) {
    if (!SHAPE_OK(n) || n_name < 0) return STATUS_BAD_SHAPE;
    if (modulus < 1) return STATUS_BAD_VALUE;
    const uint64_t key = rng_stream(name, n_name, seed_lo, seed_hi);
    for (int32_t i = 0; i < n; i++) {
        out[i] = (int32_t)(rng_bits(key, (uint64_t)i) % (uint64_t)modulus);
    }
    return STATUS_OK;
}

Status rng_permutation(int32_t *out, const char *name, int32_t n_name, uint32_t seed_lo,
                       uint32_t seed_hi, int32_t n) {
    if (!SHAPE_OK(n) || n_name < 0) return STATUS_BAD_SHAPE;
    const uint64_t key = rng_stream(name, n_name, seed_lo, seed_hi);
    for (int32_t i = 0; i < n; i++) out[i] = i;
    for (int32_t i = n - 1; i > 0; i--) {
        const uint64_t bits = rng_bits(key, (uint64_t)(n - 1 - i));
        const int32_t j = (int32_t)(bits % ((uint64_t)i + 1));
        const int32_t swapped = out[i];
        out[i] = out[j];
        out[j] = swapped;
    }
    return STATUS_OK;
}

COMPACT_END
