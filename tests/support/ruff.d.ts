#!/usr/bin/env node
export type Report = {
    file: string;
    text: string;
    laidOut: string;
    findings: string[];
};
/** @returns {Report[]} of every file */
export declare function reports(): Report[];
