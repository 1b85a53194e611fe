/** @returns {string[]} every text that the sources pass to t(), once, in order */
export declare function calledTexts(): string[];
/** A text in a language that nobody should mistake for English: accents, 40 % longer, in brackets. @param {string} text */
export declare function falseText(text: string): string;
