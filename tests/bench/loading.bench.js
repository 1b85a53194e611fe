// The first picture on a slow phone that has never seen the site: 4 times slower than this machine, 1.6 Mbit/s down, 150 ms
// away, 390 pixels wide. Then what the page asked for until then and in the three seconds after it.
import {Lab} from '../support/browser.js';
import {median} from './measure.js';

/** @import {Row} from './measure.js' */

const PAGES = ['index.html', 'chapters/1-why-position.html', 'chapters/4-rope.html', 'chapters/9-relative.html']; // biome-ignore format: a list
const [ROUNDS, MOST_MS, MOST_REQUESTS, REST_MS] = [5, 2500, 12, 3000];
const [LATENCY_MS, DOWN, UP, SLOWER] = [150, 1.6e6 / 8, 0.75e6 / 8, 4];

/** @param {Lab} lab @param {string} address @returns {Promise<{ms: number, requests: number, bytes: number}>} */
async function visit(lab, address) {
  const page = await lab.browser.newPage();
  await page.setViewport({width: 390, height: 844, deviceScaleFactor: 1});
  const client = await page.createCDPSession();
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', {cacheDisabled: true});
  const line = {latency: LATENCY_MS, downloadThroughput: DOWN, uploadThroughput: UP};
  await client.send('Network.emulateNetworkConditions', {offline: false, ...line});
  await client.send('Emulation.setCPUThrottlingRate', {rate: SLOWER});
  let [requests, bytes] = [0, 0];
  client.on('Network.loadingFinished', ({encodedDataLength}) => {
    requests++;
    bytes += encodedDataLength;
  });
  await page.goto(new URL(address, lab.url).href, {waitUntil: 'domcontentloaded'});
  const isDrawn = () =>
    [...document.querySelectorAll('main *')].some(
      (one) => 'drawing' in one && one.drawing !== null,
    );
  await page.waitForFunction(isDrawn, {polling: 20, timeout: 60_000});
  const ms = await page.evaluate(() => performance.now());
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  await page.close();
  return {ms, requests, bytes};
}

/** @returns {Promise<Row[]>} */
export async function run() {
  const lab = await Lab.start();
  try {
    /** @type {Row[]} */
    const rows = [];
    for (const address of PAGES) {
      const visits = [];
      for (let k = 0; k < ROUNDS; k++) visits.push(await visit(lab, address));
      const times = visits.map(({ms}) => ms);
      const {requests, bytes} = visits[0];
      const middle = median(times);
      rows.push(
        {
          ...{name: `first picture of ${address} on a slow phone`, unit: 'ms'},
          ...{min: Math.min(...times), median: middle, ratio: middle / MOST_MS},
          against: `the median of ${ROUNDS}, against ${MOST_MS} ms; ${Math.round(bytes / 1000)} kB, gzip and fonts`,
          ...{budget: '<= 1', met: middle <= MOST_MS},
        },
        {
          ...{name: `requests of ${address}`, unit: '', min: requests, median: requests},
          ...{ratio: requests / MOST_REQUESTS, against: `against ${MOST_REQUESTS}`},
          ...{budget: '<= 1', met: requests <= MOST_REQUESTS},
        },
      );
    }
    return rows;
  } finally {
    await lab.close();
  }
}
