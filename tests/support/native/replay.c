/* Runs a fuzz target over files, so that its corpus is an ordinary test: replay FILE... */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes);

// The input in a block of exactly its size: a read past its end is a report.
static uint8_t *read_file(const char *path, size_t *n_bytes) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    const long end = ftell(file);
    rewind(file);
    *n_bytes = end > 0 ? (size_t)end : 0;
    uint8_t *data = malloc(*n_bytes ? *n_bytes : 1);
    if (data && fread(data, 1, *n_bytes, file) != *n_bytes) {
        free(data);
        data = NULL;
    }
    fclose(file);
    return data;
}

int main(int n_args, char **args) {
    for (int k = 1; k < n_args; k++) {
        size_t n_bytes = 0;
        uint8_t *data = read_file(args[k], &n_bytes);
        if (!data) {
            printf("not ok - %s cannot be read\n", args[k]);
            return 1;
        }
        LLVMFuzzerTestOneInput(data, n_bytes);
        free(data);
        printf("ok - %s\n", args[k]);
    }
    return 0;
}
