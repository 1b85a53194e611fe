#include "position.h"

#include <string.h>

#include "../linalg/vec.h"

COMPACT_BEGIN

static bool is_on_logits(const ModelMethod *entry, bool reads_content) {
    const PeMethod *const method = pe_method(entry->id);
    return method->acts_on == PE_LOGITS && method->reads_content == reads_content;
}

bool model_position_reads_content(const ModelConfig *config) {
    for (int32_t i = 0; i < config->n_methods; i++) {
        if (is_on_logits(&config->methods[i], true)) return true;
    }
    return false;
}

// Of the first n methods.
static int32_t n_inputs(const ModelConfig *config, int32_t n) {
    int32_t n_read = 0;
    for (int32_t i = 0; i < n; i++) {
        const PeMethod *const method = pe_method(config->methods[i].id);
        n_read += method->acts_on == PE_INPUT && method->reads_content;
    }
    return n_read;
}

int32_t model_position_n_inputs(const ModelConfig *config) {
    return n_inputs(config, config->n_methods);
}

// ------------------------------------------------------------------------ one method of a layer

// A method where it acts: its entry in the table, its config in this layer, and the gradient of what
// it learns (NULL where it learns nothing, or grads is NULL).
typedef struct Placed {
    const PeMethod *method;
    PeConfig config;
    float *dtable;
} Placed;

static Placed place(const ModelPass *pass, float *params, float *grads, int32_t layer,
                    int32_t index) {
    const ModelMethod *const entry = &pass->config->methods[index];
    Placed placed = {.method = pe_method(entry->id), .config = entry->config};
    placed.config.table = model_tensors_table(params, pass->config, layer, index);
    placed.config.state = pass->states.of[index];
    placed.config.state_len = pass->states.state_len;
    placed.config.scale = (float)model_config_scale(pass->config);
    placed.config.scratch = pass->method_scratch;
    if (grads && placed.config.table) {
        placed.dtable = model_tensors_table(grads, pass->config, layer, index);
    }
    return placed;
}

// ------------------------------------------------------------------------ all methods of a point

// What the methods at one point do to a batch. Blocks that nobody reads there are NULL.
typedef struct Job {
    const ModelPass *pass;
    float *params, *grads;
    int32_t layer;
    PePoint point;
    bool is_backward;
    bool is_shared;    // on the logits: of methods that read no content, for one sequence
    bool keeps_inputs; // on the input
    PeBuffers blocks;  // of tokens (B, T, d), of pairs (B, h, T, T)
} Job;

// Floats of one sequence: of its tokens, and of its pairs of tokens.
static int32_t tokens_n(const ModelPass *pass) { return pass->seq_len * pass->config->d_model; }

static int32_t pairs_n(const ModelPass *pass) {
    return pass->config->n_heads * pass->seq_len * pass->seq_len;
}

#define OF_SEQUENCE(block, n) ((block) ? (block) + b * (n) : NULL)

static Status act(const Job *job, const Placed *p, int32_t b) {
    const int32_t t = job->pass->seq_len, n = tokens_n(job->pass), n_pairs = pairs_n(job->pass);
    const PeBuffers *const all = &job->blocks;
    const PeBuffers own = {.x = OF_SEQUENCE(all->x, n),
                           .y = OF_SEQUENCE(all->y, n),
                           .pairs = OF_SEQUENCE(all->pairs, n_pairs),
                           .dtable = p->dtable,
                           .in_x = OF_SEQUENCE(all->in_x, n),
                           .in_y = OF_SEQUENCE(all->in_y, n),
                           .in_pairs = OF_SEQUENCE(all->in_pairs, n_pairs)};
    return pe_act(p->method, job->is_backward, &own, &p->config, t, t);
}

// What makes positions out of much work makes them once: of zeros, or in the backward pass for the sum of
// the gradients, which it leaves as they are. Nobody else has `heads` at this point.
static Status act_once(const Job *job, const Placed *placed) {
    const int32_t n = tokens_n(job->pass);
    float *const positions = job->pass->heads;
    Job one = *job;
    one.blocks.x = positions;
    memset(positions, 0, (size_t)n * sizeof *positions);
    for (int32_t b = 0; b < job->pass->batch && job->is_backward; b++) {
        linalg_vec_add(positions, job->blocks.x + b * n, n);
    }
    const Status status = act(&one, placed, 0);
    for (int32_t b = 0; b < job->pass->batch && !job->is_backward && status == STATUS_OK; b++) {
        linalg_vec_add(job->blocks.x + b * n, positions, n);
    }
    return status;
}

static Status act_on_all(const Job *job, const Placed *placed) {
    const PeMethod *const method = placed->method;
    const bool is_work = method->n_scratch && !method->prepare && !method->reads_content;
    if (job->point == PE_INPUT && is_work) return act_once(job, placed);
    Status status = STATUS_OK;
    for (int32_t b = 0; b < (job->is_shared ? 1 : job->pass->batch) && status == STATUS_OK; b++) {
        status = act(job, placed, b);
    }
    return status;
}

// What method `index` finds on the input is kept, and in the backward pass given to it.
static void keep_input(Job *job, int32_t index) {
    const ModelPass *const pass = job->pass;
    const int64_t n = (int64_t)pass->batch * tokens_n(pass);
    float *const kept = pass->inputs + n * n_inputs(pass->config, index);
    if (job->keeps_inputs) memcpy(kept, job->blocks.x, (size_t)n * sizeof(float));
    job->blocks.in_x = kept;
}

// Methods in the order of the list, in the backward pass in the other.
static Status run(Job *job) {
    const ModelConfig *const c = job->pass->config;
    for (int32_t k = 0; k < c->n_methods; k++) {
        const int32_t i = job->is_backward ? c->n_methods - 1 - k : k;
        const bool acts = job->point == PE_LOGITS
                              ? is_on_logits(&c->methods[i], !job->is_shared)
                              : pe_method(c->methods[i].id)->acts_on == job->point;
        if (!acts) continue;
        const Placed placed = place(job->pass, job->params, job->grads, job->layer, i);
        const bool is_kept = job->keeps_inputs || job->is_backward;
        if (job->point == PE_INPUT && placed.method->reads_content && is_kept) keep_input(job, i);
        const Status status = act_on_all(job, &placed);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

// What a job is at every point; its blocks are still to be named.
NOINLINE static Job job_of(const ModelPass *pass, float *params, int32_t layer, PePoint point) {
    return (Job){.pass = pass, .params = params, .layer = layer, .point = point};
}

static Job job_back(const ModelPass *pass, float *params, float *grads, int32_t layer,
                    PePoint point) {
    Job job = job_of(pass, params, layer, point);
    job.grads = grads;
    job.is_backward = true;
    return job;
}

// ------------------------------------------------------------------- the input, queries and keys

Status model_position_input(float *x, float *params, const ModelPass *pass, bool is_training) {
    Job job = job_of(pass, params, 0, PE_INPUT);
    job.keeps_inputs = is_training;
    job.blocks.x = x;
    return run(&job);
}

Status model_position_input_backward(float *dx, float *grads, float *params,
                                     const ModelPass *pass) {
    Job job = job_back(pass, params, grads, 0, PE_INPUT);
    job.blocks.x = dx;
    return run(&job);
}

Status model_position_qk(float *q, float *k, float *params, const ModelPass *pass, int32_t layer) {
    Job job = job_of(pass, params, layer, PE_QK);
    job.blocks.x = q;
    job.blocks.y = k;
    return run(&job);
}

Status model_position_qk_backward(float *dq, float *dk, float *params, const ModelPass *pass,
                                  int32_t layer) {
    Job job = job_back(pass, params, NULL, layer, PE_QK);
    job.blocks.x = dq;
    job.blocks.y = dk;
    return run(&job);
}

// ----------------------------------------------------------------------------------- the logits

// The bias that all sequences share; is_any says whether there is one.
static Status shared_bias(bool *is_any, float *params, const ModelPass *pass, int32_t layer) {
    *is_any = false;
    for (int32_t i = 0; i < pass->config->n_methods; i++) {
        *is_any = *is_any || is_on_logits(&pass->config->methods[i], false);
    }
    memset(pass->shared_bias, 0, (size_t)pairs_n(pass) * sizeof(float));
    Job job = job_of(pass, params, layer, PE_LOGITS);
    job.is_shared = true;
    job.blocks.pairs = pass->shared_bias;
    return run(&job);
}

// Each sequence's own, on top of what they share.
static Status own_biases(const float *q, const float *k, float *params, const ModelPass *pass,
                         int32_t layer) {
    const int32_t n_pairs = pairs_n(pass);
    for (int32_t b = 0; b < pass->batch; b++) {
        memcpy(pass->pairs + b * n_pairs, pass->shared_bias, (size_t)n_pairs * sizeof(float));
    }
    Job job = job_of(pass, params, layer, PE_LOGITS);
    job.blocks.pairs = pass->pairs;
    job.blocks.in_x = q;
    job.blocks.in_y = k;
    return run(&job);
}

Status model_position_bias(ModelBias *bias, const float *q, const float *k, float *params,
                           const ModelPass *pass, int32_t layer) {
    bool is_any;
    const Status status = shared_bias(&is_any, params, pass, layer);
    if (status != STATUS_OK) return status;
    if (!model_position_reads_content(pass->config)) {
        const int32_t n = is_any ? pass->config->n_heads : 0;
        *bias = (ModelBias){is_any ? pass->shared_bias : NULL, n};
        return STATUS_OK;
    }
    *bias = (ModelBias){pass->pairs, pass->batch * pass->config->n_heads};
    return own_biases(q, k, params, pass, layer);
}

static Status shared_bias_backward(float *grads, const float *dlogits, float *params,
                                   const ModelPass *pass, int32_t layer) {
    const ModelConfig *const c = pass->config;
    bool is_learned = false;
    for (int32_t i = 0; i < c->n_methods; i++) {
        const ModelMethod *const entry = &c->methods[i];
        is_learned = is_learned || (is_on_logits(entry, false) &&
                                    pe_n_learned(pe_method(entry->id), &entry->config) > 0);
    }
    if (!is_learned) return STATUS_OK;
    const NnAttention attention = model_pass_attention(pass);
    nn_attention_backward_bias(pass->dbias, dlogits, c->n_heads, &attention);
    Job job = job_back(pass, params, grads, layer, PE_LOGITS);
    job.is_shared = true;
    job.blocks.in_pairs = pass->dbias;
    return run(&job);
}

Status model_position_bias_backward(float *dq, float *dk, float *grads, const float *dlogits,
                                    const float *q, const float *k, float *params,
                                    const ModelPass *pass, int32_t layer) {
    Job job = job_back(pass, params, grads, layer, PE_LOGITS);
    job.blocks.x = dq;
    job.blocks.y = dk;
    job.blocks.in_x = q;
    job.blocks.in_y = k;
    job.blocks.in_pairs = dlogits;
    const Status status = run(&job);
    if (status != STATUS_OK) return status;
    return shared_bias_backward(grads, dlogits, params, pass, layer);
}

// ----------------------------------------------------------------------------------- the output

Status model_position_output(float *output, const float *weights, float *params,
                             const ModelPass *pass, int32_t layer) {
    Job job = job_of(pass, params, layer, PE_OUTPUT);
    job.blocks.x = output;
    job.blocks.in_pairs = weights;
    return run(&job);
}

Status model_position_output_backward(float *dweights, float *grads, const float *doutput,
                                      const float *weights, float *params, const ModelPass *pass,
                                      int32_t layer) {
    Job job = job_back(pass, params, grads, layer, PE_OUTPUT);
    job.blocks.pairs = dweights;
    job.blocks.in_x = doutput;
    job.blocks.in_pairs = weights;
    return run(&job);
}

COMPACT_END
