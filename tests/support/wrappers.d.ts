import * as base from '../../web/core/base.js';
import * as fault from '../../web/core/fault.js';
import * as terms from '../../web/core/four-terms.js';
import * as linalg from '../../web/core/linalg.js';
import * as model from '../../web/core/model.js';
import * as nn from '../../web/core/nn.js';
import * as training from '../../web/core/nn-training.js';
import * as pe from '../../web/core/pe.js';
import * as proj from '../../web/core/proj.js';
import * as rotary from '../../web/core/rotary-attention.js';
import * as sigmoid from '../../web/core/sigmoid.js';
import * as sink from '../../web/core/sink.js';
import * as stick from '../../web/core/stick-breaking.js';
import * as task from '../../web/core/task.js';
/** Every module of wrappers. */
export declare const MODULES: (typeof base | typeof nn | typeof pe | typeof fault | typeof linalg | typeof proj | typeof training | typeof model | typeof task | typeof terms | typeof rotary | typeof sigmoid | typeof sink | typeof stick)[];
import type { Core } from '../../web/core/core.js';
export type Bad = Record<string, unknown[]>;
/**
 * Every wrapper: its name, a call that is right, and what it must refuse, argument by argument.
 *
 * @type {[string, (core: Core, options: any) => unknown, Record<string, unknown>, Bad][]}
 */
export declare const WRAPPERS: [string, (core: Core, options: any) => unknown, Record<string, unknown>, Bad][];
