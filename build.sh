#!/usr/bin/env bash
# Builds poslab into dist/ and, on request, serves or tests it. What is up to date is not made again: the
# rules are in web/build/Makefile, and this script finds the tools that they call.
#
#   ./build.sh [--quiet] [release|package|test|bench|sanitize|fuzz|serve|dev|check [--all]|test-all]
#
#   release   dist/: the pages, their bundles, core.wasm and figures.wasm, Python; all of it is served
#   package   release, and the npm packages: lib/ beside package.json, and .cache/poslab-python/
#   test      .cache/core.test.wasm: asserts on, _ref functions exported, -O1
#   bench     release, and .cache/bench.wasm: the core together with tests/bench/*.c
#   sanitize  .cache/native/: tests/native/*.c and tests/fuzz/*.c under ASan and UBSan
#   fuzz      .cache/fuzz/: libFuzzer targets, and what a person brings to the page, each for FUZZ_SECONDS (30)
#   serve     release, then a static server on PORT (8080) or the next free port
#   dev       serves too, and after each save rebuilds what changed and reloads the browser
#   check     every test but those that need a browser or take long, or that passed before and would read the same
#             again (learners' Python: with another core alone), by the build of the core that has asserts; it says
#             which it left out, and check --all runs those too that passed
#   test-all  everything, then every test (what `npm test` runs)
#
# What is missing is installed where that can be done: npm packages by npm ci, the rest by apt-get
# when root. EMCC, CC, CLANG_FORMAT, CHROME_PATH and FIREFOX_PATH name tools that are elsewhere.
set -euo pipefail
cd "$(dirname "$0")"

QUIET=
if [[ ${1:-} == --quiet ]]; then QUIET=1; shift; fi
COMMAND=${1:-release}
N_JOBS=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
SANITIZERS=(-fsanitize=address,undefined,float-cast-overflow)

say() { [[ -n $QUIET ]] || printf '%s\n' "$*"; }
die() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# --- what is needed ---------------------------------------------------------------------------

APT_UPDATED=
# install WHAT PACKAGE...: from Debian's packages when root, otherwise one line and the end.
install() {
  local what=$1
  shift
  if [[ $(id -u) != 0 ]] || ! have apt-get; then
    die "$what is missing; install it and try again (Debian: sudo apt-get install $*)"
  fi
  printf 'Installing %s (apt-get install %s) ...\n' "$what" "$*"
  local log
  log=$(mktemp)
  if [[ -z $APT_UPDATED ]]; then
    apt-get -qq update >"$log" 2>&1 || { cat "$log" >&2; die 'apt-get update failed'; }
    APT_UPDATED=1
  fi
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "$@" \
    >"$log" 2>&1 </dev/null || { cat "$log" >&2; die "apt-get install $* failed"; }
  rm -f "$log"
  hash -r
}

need_node() {
  have node || die 'Node is missing; install Node 20 or newer'
  local major
  major=$(node -p 'process.versions.node.split(".")[0]')
  ((major >= 20)) || die "Node 20 or newer is needed, this is $(node --version)"
  # npm rewrites this file at the end of each install
  if [[ ! node_modules/.package-lock.json -nt package-lock.json ]]; then
    say 'Installing npm packages (npm ci) ...'
    npm ci --no-audit --no-fund --loglevel=error ${QUIET:+--silent} >&2
    touch node_modules/.package-lock.json
  fi
}

need_make() { have make || install 'GNU make' make; }

need_emcc() {
  EMCC=${EMCC:-emcc}
  have "$EMCC" || install 'the Emscripten compiler emcc' emscripten
}

# A host compiler that can link the sanitizers given.
pick_cc() {
  local cc probe
  probe=$(mktemp -d)
  for cc in ${CC:-} clang gcc cc; do
    have "$cc" || continue
    if echo 'int main(void) { return 0; }' |
      "$cc" "$@" -x c - -o "$probe/a.out" 2>/dev/null && "$probe/a.out"; then
      rm -rf "$probe"
      echo "$cc"
      return
    fi
  done
  rm -rf "$probe"
  return 1
}

need_cc() {
  HOST_CC=$(pick_cc "${SANITIZERS[@]}") && return
  install 'a C compiler with sanitizers' gcc libc6-dev
  HOST_CC=$(pick_cc "${SANITIZERS[@]}") || die 'no C compiler here can link AddressSanitizer'
}

need_check_tools() {
  have "${CLANG_FORMAT:-clang-format}" || install clang-format clang-format
  need_cc
}

need_browsers() {
  [[ -n ${CHROME_PATH:-} ]] || have chromium || have chromium-browser || have google-chrome ||
    install 'Chromium (or set CHROME_PATH)' chromium
  # Where there is no Firefox or no WebKit to be had, the tests that ask for it say so.
  [[ -n ${FIREFOX_PATH:-} ]] || have firefox-esr || have firefox || [[ $(id -u) != 0 ]] ||
    (install 'Firefox ESR (or set FIREFOX_PATH)' firefox-esr) || say '  without Firefox'
  { have WebKitWebDriver && have Xvfb; } || [[ $(id -u) != 0 ]] || ! have apt-get ||
    (install 'WebKit and a screen for it' webkit2gtk-driver xvfb) || say '  without WebKit'
}

# The programs whose pages the tests of hosts make; a test of one that is not there says so.
need_document_tools() {
  local tool
  [[ $(id -u) == 0 ]] && have apt-get || return 0
  for tool in mkdocs:mkdocs sphinx-build:'python3-sphinx python3-myst-parser' pandoc:pandoc \
    jupyter-notebook:'jupyter-notebook python3-ipykernel'; do
    # shellcheck disable=SC2086
    have "${tool%%:*}" || (install "${tool%%:*}" ${tool#*:}) || say "  without ${tool%%:*}"
  done
}

# What the files for a reader's own code are tried on; their tests say so where it is not there.
need_pytorch() {
  local find='import importlib.util as u, sys; sys.exit(not (u.find_spec("torch") and u.find_spec("pytest")))'
  [[ $(id -u) == 0 ]] && have apt-get || return 0
  /usr/bin/python3 -c "$find" 2>/dev/null ||
    (install 'PyTorch and pytest' python3-torch python3-pytest) || say '  without PyTorch'
}

# --- building ---------------------------------------------------------------------------------

# Two builds at once in one tree wait for each other.
lock() {
  have flock || return 0
  mkdir -p .cache
  exec 9>.cache/lock
  flock 9
}
unlock() { exec 9>&-; }

# build TARGET...: see web/build/Makefile
build() {
  need_make
  lock
  make --no-print-directory -s -j "$N_JOBS" -f web/build/Makefile QUIET="$QUIET" \
    EMCC="${EMCC:-emcc}" HOST_CC="${HOST_CC:-cc}" "$@" 9>&- || die "building $* failed"
  unlock
}

sizes() {
  [[ -n $QUIET ]] && return
  local file
  for file; do
    printf '  %-32s %8d bytes %8d gzip\n' "$file" "$(wc -c <"$file")" "$(gzip -9c "$file" | wc -c)"
  done
}

versions() {
  [[ -n $QUIET ]] && return
  printf 'node %s, %s, esbuild %s\n' "$(node --version)" "$("$EMCC" --version | head -n 1)" \
    "$(node -p 'require("esbuild/package.json").version')"
}

# need_build TARGET...: what compiles for the browser, then the build
need_build() {
  need_node
  need_emcc
  versions
  build "$@"
}

site_sizes() {
  sizes dist/index.html dist/lab/style.css dist/lab/{core,figures}.wasm dist/lab/python/*
  say "  dist/lab/*.js: $(find dist/lab -maxdepth 1 -name '*.js' | wc -l) modules," \
    "$(find dist/lab -maxdepth 1 -name '*.js' -exec cat {} + | wc -c) bytes"
}

package_sizes() {
  sizes lib/{elements,core,embed}.js lib/core.wasm
  say "  lib: $(find lib -type f -exec cat {} + | wc -c) bytes," \
    "poslab-python: $(find .cache/poslab-python -type f -exec cat {} + | wc -c) bytes"
}

run_fuzz() {
  local program name
  for program in .cache/fuzz/*; do
    [[ -f $program && -x $program ]] || continue
    name=${program##*/}
    mkdir -p ".cache/fuzz/corpus/$name"
    say "fuzzing $name for ${FUZZ_SECONDS:-30} s"
    "$program" -max_total_time="${FUZZ_SECONDS:-30}" -print_final_stats=1 \
      -artifact_prefix=".cache/fuzz/$name-" ".cache/fuzz/corpus/$name" \
      $([[ -d tests/fuzz/corpus/$name ]] && echo "tests/fuzz/corpus/$name")
  done
}

# Tests wait: those of pages for four to six tenths of their time, others for programs and timers. So three for two processors.
N_TESTS=$(((3 * N_JOBS + 1) / 2))

# run_tests FILE...
run_tests() {
  say "host compiler: $("$HOST_CC" --version | head -n 1)"
  node tests/support/run.js --jobs="$N_TESTS" --first="$LONGEST" --again=tests/browser/ "$@"
}

# What takes longest begins first, so that the processors have work until the end.
LONGEST=tests/exercises/wrong-answers,tests/browser/chapters,tests/browser/engines,tests/browser/sandbox.
LONGEST+=,tests/browser/bench,tests/browser/leaks,tests/browser/bank.

# Node 20 takes no glob, so the files are named one by one.
all_tests() { find tests -name '*.test.js' | LC_ALL=C sort; }
# What `check` leaves to test-all: it would take minutes.
SLOW='^tests/(browser/|package/|golden/torch/programs|exercises/(attacks|bank|defaults|forbidden|hunts|kept-answers|lesson|other-calls|own-code|right-answers|started-again|wrong-answers)|repo/(checkout|mutants)|unit/(build/order|figures/(axes|config-fuzz|limits|recorded-again)|fuzz/brought|model/(training-hashes|transformer-gradients)|support/(passed|run\.)))'

case $COMMAND in
  release) need_build release; site_sizes ;;
  package) need_build release package; package_sizes ;;
  test) need_build test; sizes .cache/core.test.wasm ;;
  bench) need_build release bench; sizes .cache/bench.wasm ;;
  sanitize) need_cc; build sanitize; say "  .cache/native: $(find .cache/native -type f | wc -l) programs" ;;
  fuzz)
    have clang || install clang clang libclang-rt-14-dev
    need_build release fuzz
    run_fuzz
    node tests/fuzz/run.js --seconds="${FUZZ_SECONDS:-30}"
    ;;
  serve) need_build release; site_sizes; exec node web/build/serve.js dist ;;
  dev) need_node; need_emcc; need_make; export EMCC; exec node web/build/dev.js ;;
  check)
    need_check_tools; need_build release test sanitize
    # shellcheck disable=SC2046
    POSLAB_CORES=test run_tests $([[ ${2:-} == --all ]] || echo --unless-passed) $(all_tests | grep -Ev "$SLOW")
    say "left to npm test: $(all_tests | grep -Ec "$SLOW") files, $(all_tests | grep -E "$SLOW" | xargs)"
    ;;
  test-all)
    need_check_tools; need_browsers; need_document_tools; need_pytorch; need_build release package test bench sanitize; site_sizes
    # shellcheck disable=SC2046
    run_tests $(all_tests)
    ;;
  *) die "unknown command '$COMMAND' (see the head of this file)" ;;
esac
