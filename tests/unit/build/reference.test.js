// What the page of the core's functions takes from the sources.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {cFunctions} from '../../../web/build/reference.js';

test('prototypes without an empty line between them share the comment above them', () => {
  const text = `// Of the file.

// Adds.
// In place.
API Status add(float *x,
               int32_t n);
API Status add_all(void);

API int32_t alone(void);

/* Multiplies
 * by two. */
API void twice(float *x);
// Its own.
API void thrice(float *x);
static int hidden(void);
`;
  assert.deepEqual(cFunctions(text), [
    {
      names: ['add', 'add_all'],
      prototypes: ['Status add(float *x, int32_t n);', 'Status add_all(void);'],
      contract: 'Adds.\nIn place.',
    },
    {names: ['alone'], prototypes: ['int32_t alone(void);'], contract: ''},
    {names: ['twice'], prototypes: ['void twice(float *x);'], contract: 'Multiplies\nby two.'},
    {names: ['thrice'], prototypes: ['void thrice(float *x);'], contract: 'Its own.'},
  ]);
});

test('macros, and what only the build for tests has, are left out', () => {
  const text = `#define API \\
  export
#ifdef CORE_TESTING
API void only_tests(void);
#endif
API void all(void);
`;
  assert.deepEqual(
    cFunctions(text).map(({names}) => names),
    [['all']],
  );
});
