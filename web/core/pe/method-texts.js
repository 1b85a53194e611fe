// @ts-check
/**
 * What pages say of each method of PE_METHOD_LIST in src/pe/pe.h, which C never reads: what it learns, in words,
 * and its paper.
 *
 * @type {Record<string, {learns: string, paper: string}>}
 */
export const METHOD_TEXTS = {
  none: {learns: 'nothing', paper: 'Kazemnejad et al. 2023, arXiv:2305.19466'},
  sinusoidal: {learns: 'nothing', paper: 'Vaswani et al. 2017, arXiv:1706.03762, section 3.5'},
  learned: {
    learns: '(maxLen, dModel)',
    paper: 'Gehring et al. 2017, arXiv:1705.03122, section 3.1',
  },
  'rope-half': {learns: 'nothing', paper: 'Su et al. 2021, arXiv:2104.09864, section 3.2.2'},
  'rope-interleaved': {learns: 'nothing', paper: 'Su et al. 2021, arXiv:2104.09864, section 3.2.2'},
  alibi: {learns: 'nothing', paper: 'Press et al. 2022, arXiv:2108.12409, section 3'},
  'clipped-bias': {
    learns: '(nHeads, 2 * clip + 1)',
    paper: 'after Shaw et al. 2018, arXiv:1803.02155, section 3.2',
  },
  t5: {learns: '(nBuckets, nHeads)', paper: 'Raffel et al. 2020, arXiv:1910.10683, section 2.1'},
  'shaw-keys': {
    learns: '(2 * clip + 1, dHead) in each layer',
    paper: 'Shaw et al. 2018, arXiv:1803.02155, section 3.1',
  },
  'shaw-values': {
    learns: '(2 * clip + 1, dHead) in each layer',
    paper: 'Shaw et al. 2018, arXiv:1803.02155, section 3.1',
  },
  'kerple-log': {learns: '(nHeads) twice', paper: 'Chi et al. 2022, arXiv:2205.09921, section 4'},
  'kerple-power': {learns: '(nHeads) twice', paper: 'Chi et al. 2022, arXiv:2205.09921, section 4'},
  fire: {
    learns: 'a network 1 - width - nHeads and two numbers in each layer',
    paper: 'Li et al. 2024, arXiv:2310.04418, section 3',
  },
  cope: {
    learns: '(maxLen, dHead) in each layer',
    paper: 'Golovneva et al. 2024, arXiv:2405.18719, section 4',
  },
  'log-n': {learns: 'nothing', paper: 'Chiang and Cholak 2022, arXiv:2202.12172'},
  multiplicative: {
    learns: '(maxLen, dModel)',
    paper: 'after Gehring et al. 2017, arXiv:1705.03122, section 3.1',
  },
  'floater-recurrent': {
    learns: 'a network dModel + 1 - width - dModel and a start',
    paper: 'after Liu et al. 2020, arXiv:2003.09229, section 3',
  },
  floater: {
    learns: 'a network dModel + 1 - width - dModel and a start',
    paper: 'Liu et al. 2020, arXiv:2003.09229, section 3',
  },
  'transformer-xl': {
    learns: '(nHeads, dHead) twice and (nHeads, dHead, dModel) in each layer',
    paper: 'Dai et al. 2019, arXiv:1901.02860, section 3.3',
  },
  deberta: {
    learns: '(nHeads, 2 * nBuckets, dHead) twice in each layer',
    paper: 'He et al. 2021, arXiv:2006.03654, section 3.1',
  },
  xpos: {learns: 'nothing', paper: 'Sun et al. 2023, arXiv:2212.10554, section 3.2'},
  temperature: {learns: 'nothing', paper: 'public code of Llama 4 and Ministral 3, 2025'},
  fox: {
    learns: '(nHeads, dModel) and (nHeads) in each layer',
    paper: 'Lin et al. 2025, arXiv:2503.02130, section 3',
  },
  pope: {
    learns: '(nHeads, dHead) in each layer',
    paper: 'Gopalakrishnan et al. 2025, arXiv:2509.10534, section 3',
  },
  sink: {learns: '(nHeads) in each layer', paper: 'OpenAI 2025, arXiv:2508.10925, section 2'},
  'stick-breaking': {learns: 'nothing', paper: 'Tan et al. 2024, arXiv:2410.17980, section 2'},
  'rope-values': {
    learns: 'nothing',
    paper: 'after Su et al. 2021, arXiv:2104.09864, section 3.2.2',
  },
  'mla-rope': {
    learns: 'three matrices in each layer, in place of those of keys and values',
    paper: 'DeepSeek-AI 2024, arXiv:2405.04434, section 2.1',
  },
  'mla-nope': {
    learns: 'three matrices in each layer, in place of those of keys and values',
    paper: 'after DeepSeek-AI 2024, arXiv:2405.04434, section 2.1',
  },
  path: {
    learns: '(nHeads, dHead, dModel), (nHeads, dModel) and (nHeads) in each layer',
    paper: 'Yang et al. 2025, arXiv:2505.16381, section 3',
  },
  'rope-mixed': {
    learns: '(2, nHeads, dHead / 2) in each layer',
    paper: 'Heo et al. 2024, arXiv:2403.13298, section 3.2',
  },
};
