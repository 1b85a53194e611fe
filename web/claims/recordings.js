// @ts-check
// Runs that claims need and no figure shows at load: recorded into web/runs/ with those of the figures.

/**
 * `figure` names the file; `element` is the figure that trains, with `settings` in place of its defaults.
 *
 * @type {{figure: string, element: string, settings: Record<string, unknown>}[]}
 */
export const RECORDINGS = [
  {
    figure: 'length-race-more',
    element: 'length-race',
    settings: {
      methods: [
        'clipped',
        'rope-log-n',
        'xpos',
        'kerple-log',
        'kerple-power',
        'fire',
        'cope',
        'transformer-xl',
        'deberta',
        'multiplicative',
        'floater',
        'floater-recurrent',
      ],
    },
  },
  {figure: 'length-race-copy', element: 'length-race', settings: {task: 'copy'}},
  {figure: 'rope-scaling-race-seeds', element: 'scaling-race', settings: {seeds: '3'}},
];
