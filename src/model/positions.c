#include "positions.h"

#include <stddef.h>
#include <string.h>

COMPACT_BEGIN

static bool acts_on_pairs(const PeMethod *method) {
    return method->acts_on >= PE_LOGITS && method->acts_on <= PE_OUTPUT && !method->ignores_ids;
}

double model_positions_spread_n(const ModelConfig *config) {
    const double n = config->n_ids;
    int32_t n_pairs = 0; // tensors of them in one call: weights and their gradient on the output
    for (int32_t i = 0; i < config->n_methods; i++) {
        const PeMethod *const method = pe_method(config->methods[i].id);
        const int32_t n_own = method->acts_on == PE_OUTPUT ? 2 : 1;
        if (acts_on_pairs(method) && n_pairs < n_own) n_pairs = n_own;
    }
    return 5.0 * n * config->d_model + n_pairs * (config->n_heads * n * n);
}

Status model_positions_set(ModelPass *pass, const int32_t *ids) {
    pass->ids = NULL;
    if (!ids) return STATUS_OK;
    bool ascends = true;
    pass->n_spread = pass->n_ranks = 0;
    for (int32_t i = 0; i < pass->seq_len; i++) {
        if (ids[i] < 0 || ids[i] >= pass->config->n_ids) return STATUS_OUT_OF_RANGE;
        if (ids[i] >= pass->n_spread) pass->n_spread = ids[i] + 1;
        if (i > 0 && ids[i] <= ids[i - 1]) ascends = false;
        pass->ranks[i] = 0;
        for (int32_t j = 0; j < i; j++) pass->ranks[i] += ids[j] == ids[i];
        if (pass->ranks[i] >= pass->n_ranks) pass->n_ranks = pass->ranks[i] + 1;
    }
    for (int32_t k = 0; k < pass->config->n_methods; k++) {
        if (!ascends && acts_on_pairs(pe_method(pass->config->methods[k].id))) {
            return STATUS_BAD_VALUE;
        }
    }
    pass->ids = ids;
    return STATUS_OK;
}

// ------------------------------------------------------------------- between tokens and positions

// The tokens of one rank: no two of them have the same id.
typedef struct Spread {
    const ModelPass *pass;
    int32_t rank;
    float *free; // memory of pass->spread that no tensor has yet
} Spread;

// Whose elements a tensor has: (n_heads or 1, tokens, width), or (n_heads, tokens, tokens) where width is 0.
typedef struct Kind {
    int32_t n_blocks, width;
} Kind;

// all (blocks, positions, ...) and own (blocks, tokens, ...): one is copied into the other.
static void copy(float *all, float *own, const Spread *spread, Kind kind, bool is_back) {
    const ModelPass *const p = spread->pass;
    const int32_t t = p->seq_len, n = p->n_spread;
    const int32_t n_all = kind.width ? kind.width : n, n_own = kind.width ? kind.width : t;
    for (int32_t row = 0; row < kind.n_blocks * t; row++) {
        const int32_t block = row / t, i = row % t;
        if (p->ranks[i] != spread->rank) continue;
        float *const all_row = all + (int64_t)(block * n + p->ids[i]) * n_all;
        float *const own_row = own + (int64_t)row * n_own;
        for (int32_t k = 0; k < n_own; k++) {
            float *const element = all_row + (kind.width ? k : p->ids[k]);
            if (is_back)
                own_row[k] = *element;
            else
                *element = own_row[k];
        }
    }
}

// The tensor at all positions, zeros where there is no token; NULL for NULL.
static float *spread_out(Spread *spread, float *own, Kind kind) {
    if (!own) return NULL;
    const int32_t n = spread->pass->n_spread;
    const int64_t n_floats = (int64_t)kind.n_blocks * n * (kind.width ? kind.width : n);
    float *const all = spread->free;
    spread->free += n_floats;
    memset(all, 0, (size_t)n_floats * sizeof *all);
    copy(all, own, spread, kind, false);
    return all;
}

// What a field of PeBuffers holds: of tokens, of heads or of pairs; a table has none of these, and stays as it is.
enum { TABLE, TOKENS, HEADS, PAIRS };
#define AT(field) [offsetof(PeBuffers, field) / sizeof(float *)]
static const uint8_t KINDS[PE_N_BUFFERS] = {
    AT(x) = TOKENS,      AT(dx) = TOKENS,      AT(q) = HEADS,      AT(dq) = HEADS,
    AT(k) = HEADS,       AT(dk) = HEADS,       AT(v) = HEADS,      AT(dv) = HEADS,
    AT(output) = HEADS,  AT(doutput) = HEADS,  AT(logits) = PAIRS, AT(dlogits) = PAIRS,
    AT(weights) = PAIRS, AT(dweights) = PAIRS, AT(dtable) = TABLE,
};

static Kind kind_of(int32_t field, const ModelConfig *c) {
    if (KINDS[field] == TOKENS) return (Kind){1, c->d_model};
    return (Kind){c->n_heads, KINDS[field] == HEADS ? c->d_model / c->n_heads : 0};
}

static Status act_spread(const ModelPass *pass, int32_t rank, const PeMethod *method,
                         bool is_backward, const PeBuffers *own, const PeConfig *settings) {
    Spread spread = {pass, rank, pass->spread};
    PeBuffers all = *own;
    float **const fields = (float **)&all, *const *const own_fields = (float *const *)own;
    for (int32_t f = 0; f < PE_N_BUFFERS; f++) {
        if (KINDS[f] == TABLE) continue;
        fields[f] = spread_out(&spread, own_fields[f], kind_of(f, pass->config));
    }
    const Status status =
        pe_act(method, is_backward, &all, settings, pass->n_spread, pass->n_spread);
    if (status != STATUS_OK) return status;
    // and back: what the call has only read comes back as it was
    for (int32_t f = 0; f < PE_N_BUFFERS; f++) {
        if (KINDS[f] == TABLE) continue;
        if (fields[f]) copy(fields[f], own_fields[f], &spread, kind_of(f, pass->config), true);
    }
    return STATUS_OK;
}

Status model_positions_act(const ModelPass *pass, const PeMethod *method, bool is_backward,
                           const PeBuffers *buffers, const PeConfig *settings) {
    if (!pass->ids || method->ignores_ids) {
        return pe_act(method, is_backward, buffers, settings, pass->seq_len, pass->seq_len);
    }
    Status status = STATUS_OK;
    for (int32_t rank = 0; rank < pass->n_ranks && status == STATUS_OK; rank++) {
        status = act_spread(pass, rank, method, is_backward, buffers, settings);
    }
    return status;
}

COMPACT_END
