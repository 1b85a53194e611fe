#!/usr/bin/env node
export type Peer = {
    name: string;
    command: string;
    args: string[];
    budgets: Record<number, {
        atMost?: number;
        atLeast?: number;
    }>;
    steps: Record<number, number>;
};
