// Solid: its JSX, compiled by the preset of Babel that its plugins call.
// @ts-expect-error it has no types: a text goes in, and a text comes out
import {transformAsync} from '@babel/core';
// @ts-expect-error it has no types: Babel takes it as it is
import solid from 'babel-preset-solid';
import {bundledSite, compiler, testHost} from '../../support/hosts.js';

const plugin = compiler(/\.jsx$/, async (source) => {
  const made = await transformAsync(source, {presets: [solid], configFile: false, babelrc: false});
  return made?.code ?? '';
});

testHost('solid', {site: (host) => bundledSite(host, 'lesson.jsx', {plugin})});
