/* Sums over vectors, accumulated in double in a fixed order. */
#ifndef LINALG_VEC_H
#define LINALG_VEC_H

#include <stdbool.h>
#include <stdint.h>

/* The dot product of two vectors of n >= 0 floats. */
double linalg_vec_dot(const float *a, const float *b, int32_t n);

/* The squared distance of two vectors of n >= 0 floats. */
double linalg_vec_squared_distance(const float *a, const float *b, int32_t n);

/* The sum of n >= 0 floats. */
double linalg_vec_sum(const float *x, int32_t n);

/* True where none of n >= 0 floats is infinite or NaN. */
bool linalg_vec_is_finite(const float *x, int32_t n);

/* The Euclidean length of a vector of n >= 0 floats. */
double linalg_vec_norm(const float *x, int32_t n);

/* y += x, y += a x; vectors of n >= 0 floats. */
void linalg_vec_add(float *y, const float *x, int32_t n);
void linalg_vec_add_scaled(float *y, float a, const float *x, int32_t n);

/* y *= x, element by element, vectors of n >= 0 floats. */
void linalg_vec_multiply(float *y, const float *x, int32_t n);

/* y += a, y *= a, a vector of n >= 0 floats. */
void linalg_vec_shift(float *y, float a, int32_t n);
void linalg_vec_scale(float *y, float a, int32_t n);

/* y += x, doubles and floats. */
void linalg_vec_add_to_f64(double *y, const float *x, int32_t n);

/* Of vectors of doubles, n >= 0: the dot product; y += a x; x *= a. */
double linalg_vec_dot_f64(const double *a, const double *b, int32_t n);
void linalg_vec_add_scaled_f64(double *y, double a, const double *x, int32_t n);
void linalg_vec_scale_f64(double *x, double a, int32_t n);

#ifdef CORE_TESTING
/* The same sums, one element after the other. */
double linalg_vec_dot_ref(const float *a, const float *b, int32_t n);
double linalg_vec_squared_distance_ref(const float *a, const float *b, int32_t n);
double linalg_vec_sum_ref(const float *x, int32_t n);
#endif

#endif
