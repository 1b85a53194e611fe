/* The mark of a function that JavaScript may call.
 *
 * It is on the prototype and nowhere else. The build reads it there (web/build/exports.js):
 * core.wasm exports the functions whose prototypes carry it, and no others
 * (tests/unit/base/api.test.js compares the two lists). figures.wasm exports some of them.
 */
#ifndef BASE_API_H
#define BASE_API_H

#if defined(__EMSCRIPTEN__)
#define API __attribute__((visibility("default")))
#else
#define API
#endif

/* Between these two marks clang optimises for size, not speed: for all code that is not a
 * kernel. */
#if defined(__clang__)
#define COMPACT_BEGIN _Pragma("clang attribute push(__attribute__((minsize)), apply_to = function)")
#define COMPACT_END _Pragma("clang attribute pop")
#else
#define COMPACT_BEGIN
#define COMPACT_END
#endif

// One copy for all callers, where a call costs little beside the work of the function.
#define NOINLINE __attribute__((noinline))
// Always inlined: the sizes of a kernel are then constants in each call.
#define INLINE static inline __attribute__((always_inline))

#endif
