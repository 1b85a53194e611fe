#include "memory.h"

#include "pe.h"

COMPACT_BEGIN

static const double FLOAT_BYTES = 4.0;

Status pe_memory_bytes(double *bytes, int32_t method, int32_t seq_len, int32_t d_model,
                       int32_t n_heads, int32_t d_head, int32_t clip) {
    // not pe_method(): the table would bring every method into the module of the plain figures
    if (method < 0 || method >= PE_METHOD_COUNT || clip < 0 || clip > 1 << 27)
        return STATUS_BAD_VALUE;
    if (seq_len < 1 || d_model < 1 || n_heads < 1 || d_head < 1) return STATUS_BAD_SHAPE;
    const double length = (double)seq_len;
    const double bias = (double)n_heads * length * length;
    double elements = 0.0;
    switch (method) {
    case PE_SINUSOIDAL:
    case PE_LEARNED:
    case PE_MULTIPLICATIVE:
    case PE_FLOATER_RECURRENT:
    case PE_FLOATER:
        elements = length * (double)d_model;
        break;
    case PE_ROPE_HALF:
    case PE_ROPE_INTERLEAVED:
    case PE_XPOS:
        if (d_head % 2 != 0) return STATUS_BAD_SHAPE;
        elements = length * (double)d_head; // half a head of cosines, half of sines
        break;
    case PE_ALIBI:
    case PE_T5:
    case PE_KERPLE_LOG:
    case PE_KERPLE_POWER:
    case PE_FIRE:
    case PE_DEBERTA:
        elements = bias;
        break;
    case PE_TRANSFORMER_XL:
        elements = (2.0 * length - 1.0) * (double)d_model;
        break;
    case PE_CLIPPED_BIAS:
        elements = bias + (double)n_heads * (double)(2 * clip + 1);
        break;
    case PE_COPE:
        elements = length * (double)d_head;
        break;
    case PE_SHAW_KEYS:
    case PE_SHAW_VALUES:
        elements = (double)(2 * clip + 1) * (double)d_head;
        break;
    default:
        break;
    }
    *bytes = FLOAT_BYTES * elements;
    return STATUS_OK;
}

COMPACT_END
