/* The result of a function that checks values from outside.
 *
 * On any status but STATUS_OK no output has been written. The caller owns every buffer: a function
 * frees nothing, and keeps no pointer after its return unless its comment says so. A contract
 * broken inside the core is an assert instead, which is active in the test builds.
 */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

// One line per status: name, and the text that JavaScript shows (wasm_describe() reports it).
#define STATUS_LIST(X)                                                                             \
    X(STATUS_OK, "ok")                                                                             \
    X(STATUS_BAD_SHAPE, "bad shape")                                                               \
    X(STATUS_BAD_VALUE, "bad value")                                                               \
    X(STATUS_OUT_OF_RANGE, "position out of range")                                                \
    X(STATUS_NO_MEMORY, "no memory")

typedef enum Status {
#define STATUS_ENUM(name, words) name,
    STATUS_LIST(STATUS_ENUM)
#undef STATUS_ENUM
} Status;

#endif
