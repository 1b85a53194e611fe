#include "floater.h"

#include <math.h>
#include <string.h>

#include "../base/api.h"
#include "../base/real.h"
#include "../base/shape.h"
#include "../linalg/vec.h"

COMPACT_BEGIN

// A step is made of stages, each from where the one before points to. Euler has the first alone.
enum { MAX_STAGES = 4 };
static const double AHEAD[MAX_STAGES] = {0.0, 0.5, 0.5, 1.0}; // of the step, stage by stage
static const double RUNGE_KUTTA[MAX_STAGES] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
static const double EULER[MAX_STAGES] = {1.0};

// Where the tensors start in the table, p0 at 0.
typedef struct Layout {
    int32_t w1, wt, b1, w2, b2, n;
} Layout;

typedef struct Run {
    const float *table;
    Layout at;
    int32_t d, width, n_positions;
    int32_t n_stages;
    const double *parts;             // of the stages in a step
    double *path;                    // (n_positions, d)
    double *points[MAX_STAGES];      // (d): where each stage stands
    double *hidden[MAX_STAGES];      // (width): its tanh
    double *slope;                   // (d): h there
    double *dnext, *dpoint, *dslope; // (d): on the way back
    double *sums;                    // (at.n): the gradient by the table
} Run;

static Layout layout_of(int32_t d, int32_t width) {
    const int32_t w1 = d, wt = w1 + width * d, b1 = wt + width, w2 = b1 + width,
                  b2 = w2 + d * width;
    return (Layout){w1, wt, b1, w2, b2, b2 + d};
}

// Positions from 0 to the last that is asked for; 0 where there are none, or too many.
static int32_t n_positions(const PeConfig *config, int32_t n_tokens) {
    const int64_t n = (int64_t)config->first_pos + n_tokens;
    const bool fits = SHAPE_OK(n_tokens, config->d_model) && n <= INT32_MAX &&
                      SHAPE_OK((int32_t)n, config->d_model) &&
                      SHAPE_OK(4, config->width, config->d_model);
    return fits ? (int32_t)n : 0;
}

static int64_t n_scratch(const PeConfig *config, int32_t n_query, int32_t n_key) {
    (void)n_key;
    if (config->first_pos < 0) return 0;
    const int64_t n = n_positions(config, n_query), d = config->d_model, width = config->width;
    if (n == 0) return 0;
    return 2 * ((n + MAX_STAGES + 4) * d + MAX_STAGES * width +
                layout_of(config->d_model, config->width).n);
}

static double *take(double **next, int64_t n) {
    double *const taken = *next;
    *next += n;
    return taken;
}

static Status start(Run *run, const double *parts, const PeConfig *config, int32_t n_tokens) {
    if (config->first_pos < 0) return n_tokens < 1 ? STATUS_BAD_SHAPE : STATUS_OUT_OF_RANGE;
    const int32_t d = config->d_model, width = config->width, n = n_positions(config, n_tokens);
    if (n == 0) return STATUS_BAD_SHAPE;
    if (!config->table || !config->scratch) return STATUS_BAD_VALUE;
    *run = (Run){.table = config->table,
                 .at = layout_of(d, width),
                 .d = d,
                 .width = width,
                 .n_positions = n,
                 .n_stages = parts == EULER ? 1 : MAX_STAGES,
                 .parts = parts};
    double *next = (void *)config->scratch;
    run->path = take(&next, (int64_t)n * d);
    for (int32_t s = 0; s < MAX_STAGES; s++) {
        run->points[s] = take(&next, d);
        run->hidden[s] = take(&next, width);
    }
    run->slope = take(&next, d);
    run->dnext = take(&next, d);
    run->dpoint = take(&next, d);
    run->dslope = take(&next, d);
    run->sums = take(&next, run->at.n);
    return STATUS_OK;
}

// --------------------------------------------------------------------------------------- way there

// tanh from one exponential that never overflows.
static double bend(double x) {
    const double small = real_exp(-2.0 * fabs(x));
    return copysign((1.0 - small) / (1.0 + small), x);
}

// slope = h(point, time), and the tanh that it goes through.
static void follow(double *slope, double *hidden, const double *point, double time, const Run *r) {
    const float *const t = r->table;
    for (int32_t u = 0; u < r->width; u++) {
        const float *const w1 = t + r->at.w1 + u * r->d;
        double sum = (double)t[r->at.wt + u] * time + (double)t[r->at.b1 + u];
        for (int32_t e = 0; e < r->d; e++) sum += (double)w1[e] * point[e];
        hidden[u] = bend(sum);
    }
    for (int32_t e = 0; e < r->d; e++) {
        const float *const w2 = t + r->at.w2 + e * r->width;
        double sum = (double)t[r->at.b2 + e];
        for (int32_t u = 0; u < r->width; u++) sum += (double)w2[u] * hidden[u];
        slope[e] = sum;
    }
}

// The stages of the step that begins at `from`; where it ends goes to `to`, unless that is NULL.
static void step(double *to, const double *from, int32_t time, const Run *r) {
    const size_t n_bytes = (size_t)r->d * sizeof *from;
    if (to) memcpy(to, from, n_bytes);
    for (int32_t s = 0; s < r->n_stages; s++) {
        memcpy(r->points[s], from, n_bytes);
        if (s > 0) linalg_vec_add_scaled_f64(r->points[s], AHEAD[s], r->slope, r->d);
        follow(r->slope, r->hidden[s], r->points[s], (double)time + AHEAD[s], r);
        if (to) linalg_vec_add_scaled_f64(to, r->parts[s], r->slope, r->d);
    }
}

static void walk(const Run *r) {
    for (int32_t e = 0; e < r->d; e++) r->path[e] = (double)r->table[e];
    for (int32_t k = 1; k < r->n_positions; k++) {
        double *const to = r->path + (int64_t)k * r->d;
        step(to, to - r->d, k - 1, r);
    }
}

static Status input(float *x, const double *parts, const PeConfig *config, int32_t n_tokens) {
    Run run;
    const Status status = start(&run, parts, config, n_tokens);
    if (status != STATUS_OK) return status;
    walk(&run);
    const double *const path = run.path + (int64_t)config->first_pos * run.d;
    for (int32_t e = 0; e < n_tokens * run.d; e++) x[e] += (float)path[e];
    return STATUS_OK;
}

// ---------------------------------------------------------------------------------------- way back

// From the gradient by h, r->dslope, at stage s to the sums and to r->dpoint.
static void follow_backward(const Run *r, int32_t s, double time) {
    const double *const hidden = r->hidden[s], *const point = r->points[s];
    memset(r->dpoint, 0, (size_t)r->d * sizeof *r->dpoint);
    linalg_vec_add_scaled_f64(r->sums + r->at.b2, 1.0, r->dslope, r->d);
    for (int32_t u = 0; u < r->width; u++) {
        const float *const w1 = r->table + r->at.w1 + u * r->d;
        double dhidden = 0.0;
        for (int32_t e = 0; e < r->d; e++) {
            const int32_t w2 = r->at.w2 + e * r->width + u;
            dhidden += (double)r->table[w2] * r->dslope[e];
            r->sums[w2] += hidden[u] * r->dslope[e];
        }
        const double dsum = dhidden * (1.0 - hidden[u] * hidden[u]);
        r->sums[r->at.wt + u] += dsum * time;
        r->sums[r->at.b1 + u] += dsum;
        linalg_vec_add_scaled_f64(r->sums + r->at.w1 + u * r->d, dsum, point, r->d);
        for (int32_t e = 0; e < r->d; e++) r->dpoint[e] += dsum * (double)w1[e];
    }
}

// From the gradient by where the step from `from` ends, r->dnext, to that by `from`, in place.
static void step_backward(const Run *r, const double *from, int32_t time) {
    step(NULL, from, time, r);
    double *const dend = r->slope; // the slopes are not needed any more
    memcpy(dend, r->dnext, (size_t)r->d * sizeof *dend);
    for (int32_t s = r->n_stages - 1; s >= 0; s--) {
        const double of_next = s < r->n_stages - 1 ? AHEAD[s + 1] : 0.0;
        for (int32_t e = 0; e < r->d; e++) {
            const double through_next = of_next > 0.0 ? of_next * r->dpoint[e] : 0.0;
            r->dslope[e] = r->parts[s] * dend[e] + through_next;
        }
        follow_backward(r, s, (double)time + AHEAD[s]);
        linalg_vec_add_scaled_f64(r->dnext, 1.0, r->dpoint, r->d);
    }
}

static Status input_backward(float *dtable, const float *dx, const double *parts,
                             const PeConfig *config, int32_t n_tokens) {
    Run run;
    const Status status = start(&run, parts, config, n_tokens);
    if (status != STATUS_OK || !dtable) return status;
    walk(&run);
    memset(run.dnext, 0, (size_t)run.d * sizeof *run.dnext);
    memset(run.sums, 0, (size_t)run.at.n * sizeof *run.sums);
    for (int32_t k = run.n_positions - 1; k >= 0; k--) {
        const int32_t row = k - config->first_pos;
        if (row >= 0) linalg_vec_add_to_f64(run.dnext, dx + row * run.d, run.d);
        if (k > 0) step_backward(&run, run.path + (int64_t)(k - 1) * run.d, k - 1);
    }
    memcpy(run.sums, run.dnext, (size_t)run.d * sizeof *run.sums);
    for (int32_t e = 0; e < run.at.n; e++) dtable[e] += (float)run.sums[e];
    return STATUS_OK;
}

// ------------------------------------------------------------------------------------- the entries

static Status recurrent_input(float *x, const PeConfig *config, int32_t n_tokens) {
    return input(x, EULER, config, n_tokens);
}

static Status recurrent_input_backward(float *dx, float *dtable, const float *x,
                                       const PeConfig *config, int32_t n_tokens) {
    (void)x; // a sum hands its gradient on as it is
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
static PeShape hidden_shape(const PeConfig *config) { return (PeShape){{config->width}}; }

static PeShape w1_shape(const PeConfig *config) {
    return (PeShape){{config->width, config->d_model}};
}

static PeShape w2_shape(const PeConfig *config) {
    return (PeShape){{config->d_model, config->width}};
}

// wt and b1 let the hidden units bend at different positions of the first tens.
static const PeTensor TENSORS[] = {
    {"floater_p0", model_shape, 0.0, 0.02}, {"floater_w1", w1_shape, 0.0, 0.125},
    {"floater_wt", hidden_shape, 0.0, 0.1}, {"floater_b1", hidden_shape, 0.0, 1.0},
    {"floater_w2", w2_shape, 0.0, 0.02},    {"floater_b2", model_shape, 0.0, 0.02}};

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
