// @ts-check
// The least Content-Security-Policy for each feature: the page "Put it in your site" prints it, and
// tests/browser/policies.test.js holds that each feature runs under its policy, and that without a
// directive of `missing` it says so by the code given there. LAB is the origin of lab/.

/**
 * @typedef {object} Policy
 * @property {string} feature
 * @property {'figure' | 'trains' | 'python' | 'frame'} use what the test does
 * @property {Record<string, string>} needs directive to the source that it needs
 * @property {Record<string, string>} missing the code that is said without it, for the directives and sources that can be said
 */

/** @type {Policy[]} */
export const POLICIES = [
  {
    feature: 'a figure by its own script',
    use: 'figure',
    needs: {'script-src': "LAB 'wasm-unsafe-eval'"},
    missing: {"'wasm-unsafe-eval'": 'csp-wasm'},
  },
  {
    feature: 'training',
    use: 'trains',
    needs: {'script-src': "LAB 'wasm-unsafe-eval'", 'connect-src': 'LAB', 'worker-src': 'blob:'},
    missing: {'connect-src': 'csp-connect', 'worker-src': 'csp-worker'},
  },
  {
    feature: 'an exercise in Python',
    use: 'python',
    needs: {'script-src': "LAB 'wasm-unsafe-eval'", 'connect-src': 'LAB', 'worker-src': 'blob:'},
    missing: {},
  },
  {
    feature: 'a figure in a frame',
    use: 'frame',
    needs: {'frame-src': 'LAB'},
    missing: {},
  },
];
