#include "floater.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "../base/api.h"
#include "../base/elementary.h"
#include "../base/shape.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

// A step has stages; each starts at the point that the stage before it predicts. Euler's method has
// only the first.
enum { N_STAGES = 4 };
static const double AHEAD[N_STAGES] = {0.0, 0.5, 0.5, 1.0}; // of the step, stage by stage
static const double RUNGE_KUTTA[N_STAGES] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
static const double EULER[N_STAGES] = {1.0};

// The layout of scratch, and the offsets of the tensors in table and sums; p0 is at 0.
typedef struct Run {
    int32_t d, width, n_stages, n_table;
    int32_t wt, w2, b2;      // w1 follows p0, and b1 follows wt
    const double *parts;     // the weights of the stages in a step
    double *table;           // what is learned
    double *sums;            // in the backward pass: the gradient by it
    double *path;            // (n, d): the positions
    double *points;          // (N_STAGES, d): the point of each stage
    double *hidden;          // (N_STAGES, width): its tanh
    double *slope;           // (d): h there
    double *dhidden;         // (width)
    double *dpoint, *dslope; // (d)
} Run;

// The number of positions from 0 to the last one needed; 0 where there are none, or too many.
static int32_t n_positions(const PeConfig *config, int32_t n_tokens) {
    const int32_t d = config->d_model;
    const int64_t n = (int64_t)config->first_pos + n_tokens;
    const bool fits = config->first_pos >= 0 && n <= INT32_MAX && SHAPE_OK(n_tokens, d) &&
                      SHAPE_OK((int32_t)n, d) && SHAPE_OK(N_STAGES, config->width, d);
    return fits ? (int32_t)n : 0;
}

static Run run_of(const PeConfig *config, const double *parts) {
    const int32_t d = config->d_model, width = config->width, wt = d + width * d;
    const int32_t w2 = wt + 2 * width, b2 = w2 + d * width;
    return (Run){.d = d,
                 .width = width,
                 .n_stages = parts == EULER ? 1 : N_STAGES,
                 .n_table = b2 + d,
                 .wt = wt,
                 .w2 = w2,
                 .b2 = b2,
                 .parts = parts};
}

static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    (void)n_key;
    const int64_t n = n_positions(config, n_query);
    if (n == 0) return 0;
    const Run r = run_of(config, EULER);
    return 2 * (2 * (int64_t)r.n_table + (n + N_STAGES + 3) * r.d + (N_STAGES + 1) * r.width);
}

static void lay_out(Run *r, const PeConfig *config, int32_t n) {
    r->table = (void *)config->scratch;
    r->sums = r->table + r->n_table;
    r->path = r->sums + r->n_table;
    r->points = r->path + n * r->d;
    r->slope = r->points + N_STAGES * r->d;
    r->dpoint = r->slope + r->d;
    r->dslope = r->dpoint + r->d;
    r->hidden = r->dslope + r->d;
    r->dhidden = r->hidden + N_STAGES * r->width;
    for (int32_t e = 0; e < r->n_table; e++) r->table[e] = (double)config->table[e];
}

// -------------------------------------------------------------------------------- forward pass

// h at stage s.
static void evaluate(const Run *r, int32_t s, double time) {
    const double *const t = r->table, *const point = r->points + s * r->d;
    double *const hidden = r->hidden + s * r->width;
    for (int32_t u = 0; u < r->width; u++) {
        const double *const w1 = t + r->d + u * r->d;
        const double x =
            linalg_vec_dot_f64(w1, point, r->d) + t[r->wt + u] * time + t[r->wt + r->width + u];
        // its hyperbolic tangent, from an exponential that never overflows
        const double small = elementary_exp(-2.0 * fabs(x));
        hidden[u] = copysign((1.0 - small) / (1.0 + small), x);
    }
    for (int32_t e = 0; e < r->d; e++) {
        const double *const w2 = t + r->w2 + e * r->width;
        r->slope[e] = linalg_vec_dot_f64(w2, hidden, r->width) + t[r->b2 + e];
    }
}

// The stages of the step that begins at `from`; its end is written to the next row of the path.
static void step(const Run *r, double *from, int32_t time) {
    const size_t n_bytes = (size_t)r->d * sizeof *from;
    double *const to = from + r->d;
    memcpy(to, from, n_bytes);
    for (int32_t s = 0; s < r->n_stages; s++) {
        double *const point = r->points + s * r->d;
        memcpy(point, from, n_bytes);
        linalg_vec_add_scaled_f64(point, AHEAD[s], r->slope, r->d);
        evaluate(r, s, (double)time + AHEAD[s]);
        linalg_vec_add_scaled_f64(to, r->parts[s], r->slope, r->d);
    }
}

static Status run_path(Run *r, const double *parts, const PeConfig *config, int32_t n_tokens) {
    const int32_t n = n_positions(config, n_tokens);
    if (config->first_pos < 0 && n_tokens > 0) return STATUS_OUT_OF_RANGE;
    if (n == 0) return STATUS_BAD_SHAPE;
    if (!config->table || !config->scratch) return STATUS_BAD_VALUE;
    *r = run_of(config, parts);
    lay_out(r, config, n);
    memset(r->slope, 0, (size_t)r->d * sizeof *r->slope); // the first stage adds 0 times it
    memcpy(r->path, r->table, (size_t)r->d * sizeof *r->path);
    for (int32_t k = 0; k < n - 1; k++) step(r, r->path + k * r->d, k);
    return STATUS_OK;
}

static Status input(float *x, const double *parts, const PeConfig *config, int32_t n_tokens) {
    Run run;
    const Status status = run_path(&run, parts, config, n_tokens);
    if (status != STATUS_OK) return status;
    const double *const path = run.path + config->first_pos * run.d;
    for (int32_t e = 0; e < n_tokens * run.d; e++) x[e] += (float)path[e];
    return STATUS_OK;
}

// ------------------------------------------------------------------------------- backward pass

// From the gradient by h at stage s, r->dslope: adds to the sums, and writes the gradient by the
// point of the stage, r->dpoint.
static void evaluate_backward(const Run *r, int32_t s, double time) {
    const int32_t d = r->d, width = r->width;
    const double *const hidden = r->hidden + s * width, *const t = r->table;
    double *const sums = r->sums;
    memset(r->dpoint, 0, (size_t)d * sizeof *r->dpoint);
    memset(r->dhidden, 0, (size_t)width * sizeof *r->dhidden);
    linalg_vec_add_scaled_f64(sums + r->b2, 1.0, r->dslope, d);
    for (int32_t e = 0; e < d; e++) {
        const int32_t w2 = r->w2 + e * width;
        linalg_vec_add_scaled_f64(r->dhidden, r->dslope[e], t + w2, width);
        linalg_vec_add_scaled_f64(sums + w2, r->dslope[e], hidden, width);
    }
    for (int32_t u = 0; u < width; u++) {
        const int32_t w1 = r->d + u * d;
        const double dsum = r->dhidden[u] * (1.0 - hidden[u] * hidden[u]);
        sums[r->wt + u] += dsum * time;
        sums[r->wt + width + u] += dsum;
        linalg_vec_add_scaled_f64(sums + w1, dsum, r->points + s * d, d);
        linalg_vec_add_scaled_f64(r->dpoint, dsum, t + w1, d);
    }
}

// From the gradient by the end of the step that begins at `from` to that by `from`, in place, at
// the start of the sums (where the gradient by p0 belongs).
static void step_backward(const Run *r, double *from, int32_t time) {
    step(r, from, time);
    double *const dend = r->slope; // the slopes are not needed any more
    memcpy(dend, r->sums, (size_t)r->d * sizeof *dend);
    for (int32_t s = r->n_stages - 1; s >= 0; s--) {
        // the slope of a stage is part of the end and of the point of the next stage
        memset(r->dslope, 0, (size_t)r->d * sizeof *r->dslope);
        linalg_vec_add_scaled_f64(r->dslope, r->parts[s], dend, r->d);
        if (s + 1 < r->n_stages) {
            linalg_vec_add_scaled_f64(r->dslope, AHEAD[s + 1], r->dpoint, r->d);
        }
        evaluate_backward(r, s, (double)time + AHEAD[s]);
        linalg_vec_add_scaled_f64(r->sums, 1.0, r->dpoint, r->d);
    }
}

static Status input_backward(float *dtable, const float *dx, const double *parts,
                             const PeConfig *config, int32_t n_tokens) {
    Run run;
    const Status status = run_path(&run, parts, config, n_tokens);
    if (status != STATUS_OK || !dtable) return status;
    memset(run.sums, 0, (size_t)run.n_table * sizeof *run.sums);
    for (int32_t row = n_tokens - 1; row >= -config->first_pos; row--) {
        const int32_t k = row + config->first_pos;
        if (row >= 0) linalg_vec_add_to_f64(run.sums, dx + row * run.d, run.d);
        if (k > 0) step_backward(&run, run.path + (k - 1) * run.d, k - 1);
    }
    for (int32_t e = 0; e < run.n_table; e++) dtable[e] += (float)run.sums[e];
    return STATUS_OK;
}

// ----------------------------------------------------------------------------------- the entries

static Status recurrent_input(float *x, const PeConfig *config, int32_t n_tokens) {
    return input(x, EULER, config, n_tokens);
}

static Status recurrent_input_backward(float *dx, float *dtable, const float *x,
                                       const PeConfig *config, int32_t n_tokens) {
    (void)x; // the gradient of a sum is unchanged
    return input_backward(dtable, dx, EULER, config, n_tokens);
}

static Status ode_input(float *x, const PeConfig *config, int32_t n_tokens) {
    return input(x, RUNGE_KUTTA, config, n_tokens);
}

static Status ode_input_backward(float *dx, float *dtable, const float *x, const PeConfig *config,
                                 int32_t n_tokens) {
    (void)x;
    return input_backward(dtable, dx, RUNGE_KUTTA, config, n_tokens);
}

static PeShape model_shape(const PeConfig *config) { return (PeShape){{config->d_model}}; }
static PeShape w1_shape(const PeConfig *config) {
    return (PeShape){{config->width, config->d_model}};
}

static PeShape w2_shape(const PeConfig *config) {
    return (PeShape){{config->d_model, config->width}};
}

// wt and b1 let the hidden units bend at different positions of the first tens.
static const PeTensor TENSORS[] = {
    {"floater_p0", model_shape, 0.0, 0.02},   {"floater_w1", w1_shape, 0.0, 0.125},
    {"floater_wt", pe_shape_width, 0.0, 0.1}, {"floater_b1", pe_shape_width, 0.0, 1.0},
    {"floater_w2", w2_shape, 0.0, 0.02},      {"floater_b2", model_shape, 0.0, 0.02}};

const PeMethod pe_floater_recurrent = {.acts_on = PE_INPUT,
                                       .tensors = TENSORS,
                                       .n_tensors = 6,
                                       .n_scratch = n_scratch,
                                       .input_forward = recurrent_input,
                                       .input_backward = recurrent_input_backward};

const PeMethod pe_floater = {.acts_on = PE_INPUT,
                             .tensors = TENSORS,
                             .n_tensors = 6,
                             .n_scratch = n_scratch,
                             .input_forward = ode_input,
                             .input_backward = ode_input_backward};

COMPACT_END
