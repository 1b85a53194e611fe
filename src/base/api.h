/* The mark of a function that JavaScript may call.
 *
 * It stands on the prototype and nowhere else: the build reads it there (web/build/exports.js), and of
 * our functions core.wasm exports those whose prototypes carry it, and no others
 * (tests/unit/base/api.test.js compares the two lists). figures.wasm exports some of them.
 */
#ifndef BASE_API_H
#define BASE_API_H

#if defined(__EMSCRIPTEN__)
#define API __attribute__((visibility("default")))
#else
#define API
#endif

/* Between the two, clang makes functions small, not fast: for all code that is not a kernel. */
#if defined(__clang__)
#define COMPACT_BEGIN _Pragma("clang attribute push(__attribute__((minsize)), apply_to = function)")
#define COMPACT_END _Pragma("clang attribute pop")
#else
#define COMPACT_BEGIN
#define COMPACT_END
#endif

// One copy of it for all who call: a call is small beside what it does.
#define NOINLINE __attribute__((noinline))

#endif
