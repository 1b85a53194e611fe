// @ts-check

/** Counts the time in which a document is looked at. */
export class Stopwatch {
  #ms = 0;
  #since = 0;
  #isRunning = false;

  /** @param {AbortSignal} signal ends it */
  constructor(signal) {
    const follow = () => (document.hidden ? this.#pause() : this.#go());
    document.addEventListener('visibilitychange', follow, {signal});
    signal.addEventListener('abort', () => this.#pause());
    follow();
  }

  #go() {
    if (this.#isRunning) return;
    this.#since = performance.now();
    this.#isRunning = true;
  }

  #pause() {
    if (this.#isRunning) this.#ms += performance.now() - this.#since;
    this.#isRunning = false;
  }

  /** Seconds since the last lap, or since the beginning. */
  lap() {
    const wasRunning = this.#isRunning;
    this.#pause();
    const seconds = this.#ms / 1000;
    this.#ms = 0;
    if (wasRunning) this.#go();
    return seconds;
  }
}

/** @param {number} seconds @returns {string} 7 min, 45 s */
export const spokenTime = (seconds) =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
