// @ts-check
// Which of several equal numbers are taken, and in which order: PyTorch leaves it to the sorting of its C++ library,
// whose steps are followed here. D. Musser, Introspective sorting and selection algorithms, 1997.

/** Whether the first comes before the second. @typedef {(a: number, b: number) => boolean} Less */

const [FEW, SHORT] = [3, 16]; // numbers that are sorted by insertion when one is looked for, and when all are sorted

/** @param {number} n */
const depthOf = (n) => 2 * Math.floor(Math.log2(n));

/** @param {number[]} a @param {number} i @param {number} j */
function swap(a, i, j) {
  [a[i], a[j]] = [a[j], a[i]];
}

/** Down to a leaf, and up again to its place. @param {number[]} a @param {number} first @param {number} hole @param {number} n @param {number} value @param {Less} less */
function sift(a, first, hole, n, value, less) {
  const top = hole;
  let child = hole;
  while (child < Math.floor((n - 1) / 2)) {
    child = 2 * child + 2;
    if (less(a[first + child], a[first + child - 1])) child--;
    a[first + hole] = a[first + child];
    hole = child;
  }
  if (n % 2 === 0 && child === (n - 2) / 2) {
    a[first + hole] = a[first + 2 * child + 1];
    hole = 2 * child + 1;
  }
  for (let up = (hole - 1) >> 1; hole > top && less(a[first + up], value); up = (hole - 1) >> 1) {
    a[first + hole] = a[first + up];
    hole = up;
  }
  a[first + hole] = value;
}

/** The first up to `middle` become those that come first of all, in a heap. @param {number[]} a @param {number} first @param {number} middle @param {number} last @param {Less} less */
function heapSelect(a, first, middle, last, less) {
  const n = middle - first;
  for (let k = (n - 2) >> 1; k >= 0; k--) sift(a, first, k, n, a[first + k], less);
  for (let k = middle; k < last; k++) {
    if (!less(a[k], a[first])) continue;
    const value = a[k];
    a[k] = a[first];
    sift(a, first, 0, n, value, less);
  }
}

/** @param {number[]} a @param {number} first @param {number} middle @param {number} last @param {Less} less */
function partialSort(a, first, middle, last, less) {
  heapSelect(a, first, middle, last, less);
  for (let end = middle - 1; end > first; end--) {
    const value = a[end];
    a[end] = a[first];
    sift(a, first, 0, end - first, value, less);
  }
}

/** By the middle one of three: where the second part begins. @param {number[]} a @param {number} first @param {number} last @param {Less} less */
function partition(a, first, last, less) {
  let [x, y, z] = [first + 1, first + ((last - first) >> 1), last - 1];
  if (!less(a[x], a[y])) [x, y] = [y, x]; // of equal ones too
  swap(a, first, less(a[y], a[z]) ? y : less(a[x], a[z]) ? z : x);
  let [low, high] = [first + 1, last];
  for (;;) {
    while (less(a[low], a[first])) low++;
    high--;
    while (less(a[first], a[high])) high--;
    if (low >= high) return low;
    swap(a, low++, high);
  }
}

/** @param {number[]} a @param {number} from the first that is to be put in its place @param {number} first @param {number} last @param {Less} less */
function insert(a, from, first, last, less) {
  for (let k = from; k < last; k++) {
    const value = a[k];
    let to = k;
    for (; to > first && less(value, a[to - 1]); to--) a[to] = a[to - 1];
    a[to] = value;
  }
}

/** @param {number[]} a @param {number} nth @param {Less} less */
function select(a, nth, less) {
  let [first, last] = [0, a.length];
  for (let depth = depthOf(last); last - first > FEW; depth--) {
    if (depth === 0) {
      heapSelect(a, first, nth + 1, last, less);
      swap(a, first, nth);
      return;
    }
    const cut = partition(a, first, last, less);
    if (cut <= nth) first = cut;
    else last = cut;
  }
  insert(a, first + 1, first, last, less);
}

/** @param {number[]} a @param {number} first @param {number} last @param {number} depth @param {Less} less */
function sortParts(a, first, last, depth, less) {
  for (; last - first > SHORT; depth--) {
    if (depth === 0) {
      partialSort(a, first, last, last, less);
      return;
    }
    const cut = partition(a, first, last, less);
    sortParts(a, cut, last, depth - 1, less);
    last = cut;
  }
}

/** @param {number[]} a @param {number} last @param {Less} less */
function sort(a, last, less) {
  sortParts(a, 0, last, depthOf(last), less);
  insert(a, 1, 0, last, less);
}

/** As PyTorch's own selection has it. @param {number[]} a @param {number} k @param {Less} less */
function kth(a, k, less) {
  let [low, high] = [0, a.length - 1];
  while (high > low + 1) {
    swap(a, (low + high) >> 1, low + 1);
    if (less(a[high], a[low + 1])) swap(a, low + 1, high);
    if (less(a[high], a[low])) swap(a, low, high);
    if (less(a[low], a[low + 1])) swap(a, low + 1, low);
    let [i, j] = [low + 1, high];
    const pivot = a[low];
    for (;;) {
      do i++;
      while (less(a[i], pivot));
      do j--;
      while (less(pivot, a[j]));
      if (j < i) break;
      swap(a, i, j);
    }
    swap(a, low, j);
    if (j <= k) low = i;
    if (j >= k) high = j - 1;
  }
  if (high === low + 1 && less(a[high], a[low])) swap(a, low, high);
  return [a[k]];
}

const SPARSE = 64; // of so many numbers one is looked for: a heap is quicker

/** @param {number[]} a @param {number} k @param {Less} less @param {boolean} isSorted */
function topk(a, k, less, isSorted) {
  if (k === 0) return [];
  if (k * SPARSE <= a.length) partialSort(a, 0, k, a.length, less);
  else {
    select(a, k - 1, less);
    if (isSorted) sort(a, k - 1, less);
  }
  return a.slice(0, k);
}

/** The number that is there most often, and of these the least. @param {number[]} a @param {Less} less */
function mode(a, less) {
  sort(a, a.length, less);
  let [best, most, n] = [0, 0, 0];
  a.forEach((place, k) => {
    n++;
    if (k < a.length - 1 && !less(place, a[k + 1])) return;
    if (n > most) [best, most] = [place, n];
    n = 0;
  });
  return [best];
}

/** NaN is the largest. @param {number} x @param {number} y */
const isLess = (x, y) => x < y || (Number.isNaN(y) && !Number.isNaN(x));

/**
 * The places of a row's numbers in order; only by request does PyTorch leave equal ones as they are.
 *
 * @param {ArrayLike<number>} row
 * @param {boolean} isDescending
 * @param {boolean} isStable
 * @returns {number[]}
 */
export function ordered(row, isDescending, isStable) {
  const places = Array.from(row, (_, place) => place);
  const less = isDescending
    ? (/** @type {number} */ a, /** @type {number} */ b) => isLess(row[b], row[a])
    : (/** @type {number} */ a, /** @type {number} */ b) => isLess(row[a], row[b]);
  if (isStable) return places.sort((a, b) => (less(a, b) ? -1 : less(b, a) ? 1 : a - b));
  sort(places, places.length, less);
  return places;
}

/**
 * The places of numbers that are chosen from a row.
 *
 * @param {string} name topk, kthvalue, mode
 * @param {ArrayLike<number>} row
 * @param {{k: number, isMost: boolean, isSorted: boolean}} options k of kthvalue from 1
 * @returns {number[]}
 */
export function chosen(name, row, {k, isMost, isSorted}) {
  const places = Array.from(row, (_, place) => place);
  const less = (/** @type {number} */ a, /** @type {number} */ b) => isLess(row[a], row[b]);
  if (name === 'kthvalue') return kth(places, k - 1, less);
  if (name === 'mode') return mode(places, (a, b) => row[a] < row[b]);
  return topk(places, k, isMost ? (a, b) => less(b, a) : less, isSorted);
}
