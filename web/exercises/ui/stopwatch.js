// @ts-check

const TICK_MS = 5000;

/** Counts the time in which a document is looked at. */
export class Stopwatch {
  #ms = 0;
  #since = 0;
  #isRunning = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

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
    this.#timer = setInterval(() => this.#count(), TICK_MS);
  }

  #pause() {
    if (this.#isRunning) this.#count();
    clearInterval(this.#timer);
    this.#isRunning = false;
  }

  /** Adds what has passed since the last tick; of a night that the machine slept through, no more than two ticks. */
  #count() {
    const now = performance.now();
    this.#ms += Math.min(now - this.#since, 2 * TICK_MS);
    this.#since = now;
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
