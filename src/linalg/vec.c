#include "vec.h"

#include <math.h>

#include "../base/api.h"
#include "../base/simd.h"

// Two sums of two lanes each, so that additions do not wait for one another.

NOINLINE double linalg_vec_dot(const float *a, const float *b, int32_t n) {
    f64x2 sum0 = f64x2_splat(0.0), sum1 = sum0;
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) {
        const f32x4 va = f32x4_load(a + k), vb = f32x4_load(b + k);
        sum0 += f64x2_promote_low(va) * f64x2_promote_low(vb);
        sum1 += f64x2_promote_high(va) * f64x2_promote_high(vb);
    }
    double sum = f64x2_sum(sum0 + sum1);
    for (; k < n; k++) sum += (double)a[k] * (double)b[k];
    return sum;
}

double linalg_vec_squared_distance(const float *a, const float *b, int32_t n) {
    f64x2 sum0 = f64x2_splat(0.0), sum1 = sum0;
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) {
        const f32x4 va = f32x4_load(a + k), vb = f32x4_load(b + k);
        const f64x2 low = f64x2_promote_low(va) - f64x2_promote_low(vb);
        const f64x2 high = f64x2_promote_high(va) - f64x2_promote_high(vb);
        sum0 += low * low;
        sum1 += high * high;
    }
    double sum = f64x2_sum(sum0 + sum1);
    for (; k < n; k++) {
        const double difference = (double)a[k] - (double)b[k];
        sum += difference * difference;
    }
    return sum;
}

double linalg_vec_sum(const float *x, int32_t n) {
    f64x2 sum0 = f64x2_splat(0.0), sum1 = sum0;
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) {
        const f32x4 v = f32x4_load(x + k);
        sum0 += f64x2_promote_low(v);
        sum1 += f64x2_promote_high(v);
    }
    double sum = f64x2_sum(sum0 + sum1);
    for (; k < n; k++) sum += (double)x[k];
    return sum;
}

bool linalg_vec_is_finite(const float *x, int32_t n) {
    for (int32_t k = 0; k < n; k++) {
        if (!isfinite(x[k])) return false;
    }
    return true;
}

double linalg_vec_norm(const float *x, int32_t n) { return sqrt(linalg_vec_dot(x, x, n)); }

double linalg_vec_dot_f64(const double *a, const double *b, int32_t n) {
    f64x2 sum0 = f64x2_splat(0.0), sum1 = sum0;
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) {
        sum0 += f64x2_load(a + k) * f64x2_load(b + k);
        sum1 += f64x2_load(a + k + 2) * f64x2_load(b + k + 2);
    }
    double sum = f64x2_sum(sum0 + sum1);
    for (; k < n; k++) sum += a[k] * b[k];
    return sum;
}

void linalg_vec_add(float *y, const float *x, int32_t n) {
    linalg_vec_add_scaled(y, 1.0f, x, n); // 1 x is x
}

void linalg_vec_add_scaled(float *y, float a, const float *x, int32_t n) {
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) {
        f32x4_store(y + k, f32x4_load(y + k) + f32x4_splat(a) * f32x4_load(x + k));
    }
    for (; k < n; k++) y[k] += a * x[k];
}

void linalg_vec_multiply(float *y, const float *x, int32_t n) {
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) f32x4_store(y + k, f32x4_load(y + k) * f32x4_load(x + k));
    for (; k < n; k++) y[k] *= x[k];
}

void linalg_vec_shift(float *y, float a, int32_t n) {
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) f32x4_store(y + k, f32x4_load(y + k) + f32x4_splat(a));
    for (; k < n; k++) y[k] += a;
}

void linalg_vec_scale(float *y, float a, int32_t n) {
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) f32x4_store(y + k, f32x4_load(y + k) * f32x4_splat(a));
    for (; k < n; k++) y[k] *= a;
}

void linalg_vec_add_to_f64(double *y, const float *x, int32_t n) {
    int32_t k = 0;
    for (; k + 2 <= n; k += 2) {
        f64x2_store(y + k, f64x2_load(y + k) + (f64x2){(double)x[k], (double)x[k + 1]});
    }
    for (; k < n; k++) y[k] += (double)x[k];
}

void linalg_vec_add_scaled_f64(double *y, double a, const double *x, int32_t n) {
    int32_t k = 0;
    for (; k + 2 <= n; k += 2) {
        f64x2_store(y + k, f64x2_load(y + k) + f64x2_splat(a) * f64x2_load(x + k));
    }
    for (; k < n; k++) y[k] += a * x[k];
}

void linalg_vec_scale_f64(double *x, double a, int32_t n) {
    for (int32_t k = 0; k < n; k++) x[k] *= a;
}

#ifdef CORE_TESTING
double linalg_vec_dot_ref(const float *a, const float *b, int32_t n) {
    double sum = 0.0;
    for (int32_t k = 0; k < n; k++) sum += (double)a[k] * (double)b[k];
    return sum;
}

double linalg_vec_squared_distance_ref(const float *a, const float *b, int32_t n) {
    double sum = 0.0;
    for (int32_t k = 0; k < n; k++) {
        sum += ((double)a[k] - (double)b[k]) * ((double)a[k] - (double)b[k]);
    }
    return sum;
}

double linalg_vec_sum_ref(const float *x, int32_t n) {
    double sum = 0.0;
    for (int32_t k = 0; k < n; k++) sum += (double)x[k];
    return sum;
}
#endif
