/* assert() for the test build of the core: a trap, which JavaScript sees as a RuntimeError whose
 * stack names the function. The C library's own would print, and so import a file system.
 */
#include <stdlib.h>

// The words that the C library calls with; declared here since its header is not the same everywhere.
_Noreturn void __assert_fail(const char *expression, const char *file, int line,
                             const char *function);

_Noreturn void __assert_fail(const char *expression, const char *file, int line,
                             const char *function) {
    (void)expression;
    (void)file;
    (void)line;
    (void)function;
    __builtin_trap();
}
