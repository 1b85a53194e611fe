// @ts-check

/** The regions that `hide` can name. */
export const REGIONS = [
  'title',
  'tools',
  'controls',
  'faults',
  'meters',
  'note',
  'legend',
  'readout',
  'table',
  'transport',
];
