// The layers of configurations, one by one, against what the code of their families does with them.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {rangesText} from '../../../web/figures/scaling/config/encodings.js';
import {readModel} from '../../../web/figures/scaling/config/model.js';
import {amplitudeOf, remarksOn} from '../../../web/figures/scaling/config/remarks.js';
import {CONFIGS} from '../../fixtures/configs/layers.js';
import {loadCore} from '../../support/core.js';

/** @import {Group} from '../../../web/figures/scaling/config/layers.js' */

const core = await loadCore();

/** @param {Group} group @param {string} kept amplitude, where it is shown */
function lineOf({layers, layer}, kept) {
  const {sees, window, encoding, base, rule, rotaryDim, headDim, temperature, sinks} = layer;
  const {kind, factor} = rule.settings;
  const rope = [
    String(base),
    kind === 'longrope' || factor === undefined ? kind : `${kind}/${factor}`,
    ...(kept ? [`amplitude ${kept}`] : []),
    `x${rotaryDim}/${headDim}`,
    ...(rule.sections ? [`axes ${rule.sections}${rule.interleaved ? ' by turns' : ''}`] : []),
  ];
  return [
    `${rangesText(layers)}:`,
    sees,
    ...(window === null ? [] : [String(window)]),
    encoding,
    ...(encoding === 'rope' ? rope : []),
    ...(temperature
      ? [
          `temperature ${Number(temperature.beta.toFixed(4))} ${temperature.length} ${temperature.shift}${temperature.isSmooth ? ' smooth' : ''}`,
        ]
      : []),
    ...(sinks ? ['sinks'] : []),
  ].join(' ');
}

suite('what each layer does', () => {
  for (const {name, config, layers, says = []} of CONFIGS) {
    test(name, () => {
      const model = readModel(JSON.stringify(config));
      const lines = model.groups.map((group, k) => {
        const isNamed = / amplitude /.test(layers[k] ?? '');
        const shown = {...model, ...group.layer};
        const {amplitude} = isNamed ? amplitudeOf(core, shown, 4096) : {amplitude: 1};
        return lineOf(group, isNamed ? String(Number(amplitude.toFixed(4))) : '');
      });
      assert.deepEqual(lines, layers);
      const spoken = remarksOn(core, model)
        .map(({level, field, text}) => `${level} ${field}: ${text}`)
        .join('\n');
      for (const wanted of says) assert.match(spoken, wanted);
    });
  }

  test('of at least 220 configurations, each with where its values are from', () => {
    assert.ok(CONFIGS.length >= 220, `${CONFIGS.length}`);
    assert.ok(CONFIGS.every(({source}) => source.length > 0));
    assert.equal(new Set(CONFIGS.map(({name}) => name)).size, CONFIGS.length);
  });
});
