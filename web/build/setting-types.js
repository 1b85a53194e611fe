#!/usr/bin/env node
// @ts-check
// web/core/pe/setting-types.d.ts: the type of a method's settings, made of their list in src/pe/fields.h, so that
// its lines are written once.
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

import {ROOT} from './paths.js';

const LIST = path.join(ROOT, 'src/pe/fields.h');
const TYPES = path.join(ROOT, 'web/core/pe/setting-types.d.ts');

/**
 * @param {string} header the text of src/pe/fields.h
 * @returns {string} an interface with a line for each setting: its meaning, who reads it, its default
 * @throws {Error} where a setting of PE_SETTINGS is not written as the others are
 */
export function settingTypes(header) {
  const list =
    header
      .replaceAll(/\\\n/g, ' ')
      .replaceAll(/"\s+"/g, '')
      .match(/^#define PE_SETTINGS\(X\)(.*)$/m)?.[1] ?? '';
  const settings = [
    ...list.matchAll(
      /X\(\w+, \w+, "(\w+)", ([^,]+),[^,]+,[^,]+,[^,]+,\s*"([^"]+)",\s+"([^"]+)"\)/g,
    ),
  ];
  const count = list.match(/X\(/g)?.length ?? 0;
  if (settings.length === 0 || settings.length !== count) {
    throw new Error(
      `${LIST}: ${settings.length} of the ${count} lines of PE_SETTINGS were read; each is X(type, name, "jsName", default, lowest, highest, rule, "methods", "meaning").`,
    );
  }
  const lines = settings.map(
    ([, name, initial, methods, meaning]) =>
      `  /** ${meaning} (${methods.split(' ').join(', ')}); ${initial} where it is not given */\n  ${name}?: number;`,
  );
  return `export interface NumberSettings {\n${lines.join('\n')}\n}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(TYPES, settingTypes(readFileSync(LIST, 'utf8')));
}
