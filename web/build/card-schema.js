// @ts-check
// The exercise card as element-schema.js has the figures: what a page may set and hear.

export const CARD_TAG = 'exercise-card';

export const CARD = {
  title: 'An exercise in PyTorch that runs in the page',
  attributes: [
    {name: 'exercise', type: 'string', description: 'its id, as “yarn”; also a property'},
    {name: 'heading', type: 'string', description: 'its title in the closed card'},
    {name: 'topic', type: 'string', description: 'shown beside the title'},
    {name: 'level', type: '1 | 2 | 3', description: 'shown as dots'},
    {name: 'minutes', type: 'number', description: 'how long it takes, shown beside the title'},
    {name: 'open', type: 'boolean', description: 'opens it at once'},
    {name: 'full-page', type: 'boolean', description: 'it fills the window while it is open; its address is its id'},
    {name: 'hide', type: 'string', description: 'what learners do not get: “hints”, “solution” or both'},
    {name: 'attempts', type: 'number', description: 'how many checks there are; any number where it is not set'},
    {name: 'attempts-used', type: 'number', description: 'how many of them have been made; the card counts'},
    {name: 'base-url', type: 'string', description: 'the folder that holds python/ and core.wasm, where its script was moved away from them'},
  ],
  properties: [
    {name: 'exercise', type: 'string', description: 'the attribute'},
    {name: 'attemptsLeft', type: 'number', description: 'how many checks are left; Infinity where they are not limited'},
    {name: 'isFullPage', type: 'boolean', description: 'whether it fills the window while it is open'},
  ],
  methods: [
    {name: 'show', description: 'opens it, and goes there'},
    {name: 'close', description: 'closes it'},
  ],
  events: [
    {
      name: 'poslab-result',
      detail: '{exercise: string, status: "pass" | "partial" | "fail" | "error", sentence: string, score: number, hints: number, sawSolution: boolean, exercism: {version: 3, status: string, tests: unknown[]}, version: string}',
      description: 'a check has ended; score: the part of the tests that pass. The code is not in it. Bubbles',
    },
  ],
}; // biome-ignore format: a table

/** Its module of custom-elements.json. */
export function cardModule() {
  const file = `${CARD_TAG}.js`;
  const text = (/** @type {{type: string}} */ {type, ...rest}) => ({...rest, type: {text: type}});
  return {
    kind: 'javascript-module',
    path: file,
    declarations: [
      {
        kind: 'class',
        customElement: true,
        tagName: CARD_TAG,
        name: 'ExerciseCard',
        summary: CARD.title,
        superclass: {name: 'HTMLElement'},
        attributes: CARD.attributes.map(text),
        members: [
          ...CARD.properties.map((one) => ({kind: 'field', ...text(one)})),
          ...CARD.methods.map((one) => ({kind: 'method', ...one, return: {type: {text: 'void'}}})),
        ],
        events: CARD.events.map(({name, detail, description}) => ({
          name,
          type: {text: `CustomEvent<${detail}>`},
          description,
        })),
        slots: [{name: '', description: 'shown until it is opened'}],
      },
    ],
    exports: [
      {
        kind: 'custom-element-definition',
        name: CARD_TAG,
        declaration: {name: 'ExerciseCard', module: file},
      },
    ],
  };
}

/** Its types, for elements.d.ts. */
export const cardTypes = () => `/** ${CARD.title} */
export interface PoslabExerciseCard extends HTMLElement {
${CARD.properties.map(({name, type, description}) => `  /** ${description} */\n  ${name === 'exercise' ? '' : 'readonly '}${name}: ${type};`).join('\n')}
${CARD.methods.map(({name, description}) => `  /** ${description} */\n  ${name}(): void;`).join('\n')}
  addEventListener(type: 'poslab-result', listener: (event: CustomEvent<${CARD.events[0].detail}>) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}
`;

/** Its entry of html-custom-data.json. */
export const cardEditorData = () => ({
  name: CARD_TAG,
  description: CARD.title,
  attributes: CARD.attributes.map(({name, description}) => ({name, description})),
});
