import type { Settings } from '../../../web/figures/frame/settings.js';
export type Case = {
    tag: string;
    Class: any;
    preset: string;
    fault: string;
    settings: Settings;
};
