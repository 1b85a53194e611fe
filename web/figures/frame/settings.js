// @ts-check
// A figure's settings: one record, read from its attributes. What cannot be read falls back to the
// documented default, and the reader is shown why.

/**
 * @typedef {{type: 'int' | 'number', default: number, min: number,
 *   max: number | ((settings: Settings) => number), step?: number, label: string, unit?: string}} NumberSetting
 * @typedef {{type: 'choice', default: string, options: Record<string, string>, label: string}} ChoiceSetting
 * @typedef {{type: 'set', default: readonly string[], options: Record<string, string>, label: string}} SetSetting
 *   some of the options, in their order
 * @typedef {{type: 'flag', default: boolean, label: string}} FlagSetting
 * @typedef {{type: 'list', default: readonly number[], min: number, max: number, label: string}} ListSetting
 *   whole numbers
 * @typedef {{type: 'text', default: string, maxLength: number, label: string}} TextSetting
 * @typedef {NumberSetting | ChoiceSetting | SetSetting | FlagSetting | ListSetting | TextSetting} Setting
 * @typedef {Record<string, Setting>} Schema
 * @typedef {Record<string, any>} Settings
 */

/** @param {string} name */
export const attributeOf = (name) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/**
 * @param {Setting} setting
 * @param {string} text
 * @returns {any} the value, or undefined when the text is none
 */
function parse(setting, text) {
  switch (setting.type) {
    case 'int':
    case 'number': {
      const value = text.trim() === '' ? Number.NaN : Number(text);
      const whole = setting.type === 'number' || Number.isInteger(value);
      const max = typeof setting.max === 'number' ? setting.max : Infinity;
      return whole && value >= setting.min && value <= max ? value : undefined;
    }
    case 'choice':
      return Object.hasOwn(setting.options, text) ? text : undefined;
    case 'set': {
      const parts = text.split(',').map((part) => part.trim());
      const known = Object.keys(setting.options);
      const ok = parts.every((part) => known.includes(part));
      return ok ? known.filter((option) => parts.includes(option)) : undefined;
    }
    case 'flag':
      return text === '' || text === 'true' ? true : text === 'false' ? false : undefined;
    case 'list': {
      const values = text
        .split(',')
        .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
      const ok = values.every((v) => Number.isInteger(v) && v >= setting.min && v <= setting.max);
      return ok && values.length <= 8 ? values : undefined;
    }
    case 'text':
      return text.trim() !== '' && text.length <= setting.maxLength ? text : undefined;
  }
}

/** @param {Setting} setting */
export function expectation(setting) {
  switch (setting.type) {
    case 'int':
    case 'number': {
      const kind = setting.type === 'int' ? 'an integer' : 'a number';
      const max = typeof setting.max === 'number' ? ` to ${setting.max}` : ' up';
      return `${kind} from ${setting.min}${max}`;
    }
    case 'choice':
      return `one of ${Object.keys(setting.options).join(', ')}`;
    case 'set':
      return `some of ${Object.keys(setting.options).join(', ')}, separated by commas`;
    case 'flag':
      return 'true or false';
    case 'list':
      return `1 to 8 integers from ${setting.min} to ${setting.max}, separated by commas`;
    case 'text':
      return `1 to ${setting.maxLength} characters`;
  }
}

/**
 * Attributes over the preset over the defaults.
 *
 * @param {Schema} schema
 * @param {Settings} preset
 * @param {(attribute: string) => string | null} getAttribute
 * @returns {{settings: Settings, problems: string[]}}
 */
export function readSettings(schema, preset, getAttribute) {
  /** @type {Settings} */
  const settings = {};
  const problems = [];
  for (const [name, setting] of Object.entries(schema)) {
    const fallback = preset[name] ?? setting.default;
    const text = getAttribute(attributeOf(name));
    const value = text === null ? fallback : parse(setting, text);
    settings[name] = value ?? fallback;
    if (value !== undefined) continue;
    problems.push(
      `${attributeOf(name)} must be ${expectation(setting)}, got "${text}"; using ${fallback}.`,
    );
  }
  for (const [name, setting] of Object.entries(schema)) {
    if (setting.type !== 'int' && setting.type !== 'number') continue;
    const max = maxOf(setting, settings);
    if (settings[name] <= max) continue;
    if (getAttribute(attributeOf(name)) !== null) {
      problems.push(
        `${attributeOf(name)} must be at most ${max} here, got ${settings[name]}; using ${max}.`,
      );
    }
    settings[name] = max;
  }
  return {settings, problems};
}

/**
 * @param {NumberSetting} setting
 * @param {Settings} settings
 */
export const maxOf = (setting, settings) =>
  typeof setting.max === 'number' ? setting.max : setting.max(settings);
