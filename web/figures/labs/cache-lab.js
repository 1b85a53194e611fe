// @ts-check
import {fullCore} from '../../core/full-core.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {offsetDrawing, sinksDrawing} from './cache-rolling.js';
import {scaledDrawing} from './cache-scaled.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const MAX_LENGTH = 128;

/**
 * What a cache of keys remembers: the base that rotated them, the slot they stood in, the offset they came
 * at.
 *
 * Attributes: view (scaled, sinks, offset), kind (dynamic, longrope), length, train-len, prompt, factor,
 * keep (plain, rotated), sinks, window, chunk, seed.
 */
export class CacheLab extends Figure {
  static tag = 'cache-lab';
  static core = fullCore;
  static player = {setting: 'length'};

  static settings = /** @type {Schema} */ ({
    view: {
      type: 'choice',
      default: 'scaled',
      options: {
        scaled: 'frequencies by length',
        sinks: 'attention sinks',
        offset: 'chunks and offsets',
      },
      label: 'View',
    },
    kind: {
      type: 'choice',
      default: 'dynamic',
      options: {dynamic: 'dynamic NTK', longrope: 'LongRoPE'},
      label: 'Rule',
    },
    length: {type: 'int', default: 48, min: 2, max: MAX_LENGTH, label: 'Length of the text'},
    trainLen: {type: 'int', default: 32, min: 8, max: 64, label: 'Length of training L'},
    prompt: {type: 'int', default: 8, min: 1, max: 64, label: 'Tokens of the prompt'},
    factor: {type: 'int', default: 4, min: 2, max: 16, label: 'Factor'},
    keep: {
      type: 'choice',
      default: 'plain',
      options: {plain: 'before they are rotated', rotated: 'as they were rotated'},
      label: 'Keys are kept',
    },
    sinks: {type: 'int', default: 4, min: 1, max: 8, label: 'Sinks'},
    window: {type: 'int', default: 12, min: 2, max: 16, label: 'Newest tokens kept'},
    chunk: {type: 'int', default: 6, min: 1, max: 32, label: 'Tokens per chunk'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'cache-dynamic-ntk': {
      title: 'Dynamic NTK: past the length of training each token has its own base',
      short: 'dynamic NTK',
      controls: ['length', 'trainLen', 'prompt', 'factor', 'keep', 'seed'],
      faults: ['stale', 'by-offset'],
    },
    'cache-longrope': {
      title: 'LongRoPE: one switch, at one token',
      short: 'LongRoPE',
      settings: {kind: 'longrope'},
      controls: ['length', 'trainLen', 'prompt', 'factor', 'keep', 'seed'],
      faults: ['stale', 'by-offset'],
    },
    'attention-sinks': {
      title: 'Attention sinks: positions in the cache, not in the text',
      short: 'sinks',
      settings: {view: 'sinks', length: 64},
      controls: ['length', 'sinks', 'window', 'seed'],
      faults: ['text-positions', 'kept-rotated'],
    },
    'cache-offset': {
      title: 'A text in chunks: the table of which offset?',
      short: 'chunks',
      settings: {view: 'offset', length: 24},
      controls: ['length', 'chunk', 'seed'],
      faults: ['no-offset'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    stale: {
      label: 'keys kept as they were rotated when they came',
      source: onGitHub('huggingface/transformers#25104'),
      breaks: 'agree',
      says: 'Each key is rotated once, when it arrives, and kept that way, though the rule changes with the length.',
      unseen: 'No key has been rotated by another rule than the query yet: nothing is wrong.',
    },
    'by-offset': {
      label: 'the length of the cache, without the newest token',
      source: onGitHub('EricLBuehler/mistral.rs#251'),
      breaks: 'boundary',
      says: 'The rule is chosen by the length of the cache and not by that of the text.',
    },
    'text-positions': {
      label: 'keys rotated at their positions in the text',
      source: onGitHub('mit-han-lab/streaming-llm#53'),
      breaks: 'reach',
      says: 'Keys and query are rotated at their positions in the text and not at their slots in the cache.',
    },
    'kept-rotated': {
      label: 'keys kept as they were rotated in the slot they came to',
      source: onGitHub('mit-han-lab/streaming-llm#73'),
      breaks: 'order',
      says: 'Keys move from slot to slot but are kept as they were rotated in the slot where they arrived.',
    },
    'no-offset': {
      label: 'the table kept under its number of rows alone',
      source: onGitHub('lucidrains/rotary-embedding-torch#11'),
      breaks: 'chunks',
      says: ({value}) =>
        'A table is found again by its number of rows alone, whatever its offset: logits are off by up to ' +
        `${value('chunks')}.`,
    },
  });

  /** @param {Core} core @param {Settings} given @param {string} fault @returns {Drawing} */
  static compute(core, given, fault) {
    const {view} = given;
    if (view === 'sinks') {
      const rule =
        fault === 'text-positions' ? 'text' : fault === 'kept-rotated' ? 'arrival' : 'cache';
      return sinksDrawing(core, given, rule);
    }
    if (view === 'offset') return offsetDrawing(core, given, fault !== 'no-offset');
    const settings = fault === 'stale' ? {...given, keep: 'rotated'} : given;
    return scaledDrawing(core, settings, fault === 'by-offset');
  }
}
