#!/usr/bin/env bash
# Builds poslab into dist/ and, on request, serves or checks it.
#
#   ./build.sh [--quiet] [release|test|bench|sanitize|fuzz|serve|check]
#
#   release   dist/index.html, dist/chapters/, dist/lab/ (bundles, core.wasm and what figures need of
#             it, figures.wasm): what is served
#   test      dist/test/core.test.wasm: asserts on, _ref functions exported, -O1
#   bench     release, and dist/bench.wasm: the core together with tests/bench/*.c
#   sanitize  dist/native/: tests/native/*.c and tests/fuzz/*.c under ASan and UBSan
#   fuzz      dist/fuzz/: libFuzzer targets, each run for FUZZ_SECONDS (30)
#   serve     release, then a static server on PORT (8080) or the next free port
#   check     everything, then every test (what `npm test` runs)
#
# What is missing is installed where that can be done: npm packages by npm ci, the rest by apt-get
# when root. EMCC, CC, CLANG_FORMAT, CHROME_PATH and FIREFOX_PATH name tools that stand elsewhere.
set -euo pipefail
cd "$(dirname "$0")"

QUIET=
if [[ ${1:-} == --quiet ]]; then QUIET=1; shift; fi
CONFIG=${1:-release}
N_JOBS=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

WARNINGS=(-Wall -Wextra -Wconversion -Wshadow -Wmissing-prototypes -Wstrict-prototypes
  -Wdouble-promotion -Wcast-align -Wundef -Werror)
# The same numbers on every machine: no fast-math, no fused multiply-add.
NUMBERS=(-std=c11 -ffp-contract=off -fno-math-errno)
# Every browser that has SIMD has the other two.
WASM=(-msimd128 -mbulk-memory -mnontrapping-fptoint -fvisibility=hidden)
# Loops stay as they are written: kernels bring their own vectors (src/base/simd.h), and for the rest
# unrolling and vectorising would add a third to core.wasm and win no time that can be measured. They
# stand after -O3, which would else switch vectorising on again.
LOOPS=(-fno-unroll-loops -fno-vectorize)
# At the link, twice: makes small what the linker adds and merges, and what that has left. Loops stay.
SMALL=(-Oz -sBINARYEN_EXTRA_PASSES=--converge,-Oz)
# The deepest call holds a PeSweep of 76 kB and 22 kB of rows.
STACK_BYTES=262144
SANITIZERS=(-fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
  -fno-omit-frame-pointer -g -O1 -DCORE_TESTING)

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

need_emcc() {
  EMCC=${EMCC:-emcc}
  have "$EMCC" || install 'the Emscripten compiler emcc' emscripten
  EMCC_VERSION=$("$EMCC" --version | sed -n '1s/.* \([0-9][0-9.]*\).*/\1/p')
  # The setting got a new name on the way; from 3.1.27 on only the new one is sure to be there.
  if printf '3.1.27\n%s\n' "$EMCC_VERSION" | sort -CV; then
    STACK=(-sSTACK_SIZE=$STACK_BYTES)
  else
    STACK=(-sTOTAL_STACK=$STACK_BYTES)
  fi
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
  [[ -n ${CHROME_PATH:-} ]] || have chromium || have chromium-browser || have google-chrome ||
    install 'Chromium (or set CHROME_PATH)' chromium
  # Where there is no Firefox to be had, the tests that ask for it say so.
  [[ -n ${FIREFOX_PATH:-} ]] || have firefox-esr || have firefox || [[ $(id -u) != 0 ]] ||
    (install 'Firefox ESR (or set FIREFOX_PATH)' firefox-esr) || say '  without Firefox'
  need_cc
}

# --- building ---------------------------------------------------------------------------------

# How a target was made stands in dist/obj/, with the time when that began.
key_file() { echo "dist/obj/${1//\//_}.key"; }

# is_fresh TARGET KEY PATH...: TARGET was made with KEY, and nothing below the paths is newer.
is_fresh() {
  local target=$1 key=$2 file
  file=$(key_file "$1")
  shift 2
  [[ -e $target && -f $file && $(<"$file") == "$key" ]] || return 1
  [[ -z $(find "$@" -newer "$file" -print -quit 2>/dev/null) ]]
}

# Before and after the making of a target; what is saved in between counts as newer.
begin() { mkdir -p dist/obj && touch "$(key_file "$1").begun" && rm -f "$(key_file "$1")"; }
finish() {
  printf '%s' "$2" >"$(key_file "$1").begun.new"
  touch -r "$(key_file "$1").begun" "$(key_file "$1").begun.new"
  mv "$(key_file "$1").begun.new" "$(key_file "$1")"
  rm "$(key_file "$1").begun"
}

# Two builds at once in one tree wait for each other.
lock() {
  have flock || return 0
  mkdir -p dist/obj
  exec 9>dist/obj/lock
  flock 9
}
unlock() { exec 9>&-; }

# compile CC FOLDER FLAGS... < sources: every source to FOLDER/<path>.o, in parallel.
compile() {
  local cc=$1 folder=$2
  shift 2
  rm -rf "$folder"
  export COMPILE_CC=$cc COMPILE_FOLDER=$folder COMPILE_FLAGS="$*"
  # shellcheck disable=SC2016
  xargs -r -P "$N_JOBS" -n 1 bash -c '
    mkdir -p "$COMPILE_FOLDER/$(dirname "$1")"
    $COMPILE_CC $COMPILE_FLAGS -c "$1" -o "$COMPILE_FOLDER/${1%.c}.o" || exit 255
  ' compile
}

c_sources() { find "$@" -name '*.c' | LC_ALL=C sort; }
objects() { find "$1" -name '*.o' | LC_ALL=C sort; }

# wasm TARGET OPTIMISE DEFINES PATH...: one module out of every .c file below the paths.
wasm() {
  local target=$1 optimise=$2 defines=$3
  shift 3
  need_emcc
  local flags=("${NUMBERS[@]}" "${WASM[@]}" "${WARNINGS[@]}" "$optimise" "${LOOPS[@]}" $defines)
  local link=${LINK:-${SMALL[*]}}
  local key="emcc $EMCC_VERSION ${flags[*]} ${STACK[*]} $link $*"
  if ! is_fresh "$target" "$key" "$@" build.sh; then
    local folder=dist/obj/${target##*/} exports
    begin "$target"
    mkdir -p "$(dirname "$target")"
    c_sources "$@" | compile "$EMCC" "$folder" "${flags[@]}" || die "$target: compiling failed"
    exports=$(node web/build/exports.js all "$defines" "$@") || die "$target: no list of exports"
    link_wasm "$target" "$folder" "$link" "$exports"
    finish "$target" "$key"
  fi
  sizes "$target"
}

# link_wasm TARGET FOLDER FLAGS EXPORTS: the objects of a folder, and of them what the exports need.
link_wasm() {
  # shellcheck disable=SC2046
  "$EMCC" $(objects "$2") $3 "${WASM[@]}" --no-entry -o "$1" "${STACK[@]}" $4 \
    -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=1048576 || die "$1: linking failed"
}

sizes() {
  [[ -n $QUIET ]] && return
  local file
  for file; do
    printf '  %-32s %8d bytes %8d gzip\n' "$file" "$(wc -c <"$file")" "$(gzip -9c "$file" | wc -c)"
  done
}

has_c() { [[ -d $1 && -n $(find "$1" -maxdepth "${2:-1}" -name '*.c' -print -quit) ]]; }

build_core() {
  wasm dist/lab/core.wasm -O3 '-DNDEBUG' src
}

# figures.wasm: the objects of core.wasm, without what only training and the table of methods call, so
# that a figure alone is small. Which functions those are say the bundles.
build_figures() {
  local target=dist/lab/figures.wasm exports
  exports=$(node web/build/exports.js figures) || die "$target: its exports cannot be read"
  if ! is_fresh $target "$exports" dist/lab/core.wasm build.sh; then
    begin $target
    link_wasm $target dist/obj/core.wasm "${SMALL[*]}" "$exports"
    finish $target "$exports"
  fi
  sizes $target
}

build_test() {
  LINK='-O1 --profiling-funcs' wasm dist/test/core.test.wasm -O1 '-DCORE_TESTING' src
}

build_bench() {
  has_c tests/bench || { say '  no C in tests/bench yet: no dist/bench.wasm'; return; }
  wasm dist/bench.wasm -O3 '-DNDEBUG -DCORE_TESTING' src tests/bench
}

build_web() {
  local key
  key="node $(node --version)"
  if ! is_fresh dist/index.html "$key" web package-lock.json tsconfig.json; then
    begin dist/index.html
    node web/build/bundle.js
    node web/build/pages.js
    finish dist/index.html "$key"
  fi
  sizes dist/index.html dist/lab/style.css
  say "  dist/lab/*.js: $(find dist/lab -maxdepth 1 -name '*.js' | wc -l) modules," \
    "$(find dist/lab -maxdepth 1 -name '*.js' -exec cat {} + | wc -c) bytes"
}

# Python for the interview room; it is loaded only when somebody starts an exercise.
build_python() {
  local target=dist/lab/python key
  key="node $(node --version) pyodide $(node -p 'require("pyodide/package.json").version')"
  if ! is_fresh $target/realm.js "$key" web/python web/exercises/runtime web/core web/build package-lock.json; then
    begin $target/realm.js
    node web/build/python.js || die "$target: it could not be made"
    finish $target/realm.js "$key"
  fi
  sizes $target/python.wasm $target/library.zip $target/realm.js
}

# Each tests/native/*.c holds a main; each tests/fuzz/*.c gets one that replays its corpus.
build_sanitize() {
  need_cc
  local flags=("${NUMBERS[@]}" "${WARNINGS[@]}" "${SANITIZERS[@]}") folder=dist/native/obj file name
  local key="$HOST_CC $("$HOST_CC" -dumpversion) ${flags[*]}" folders=(src) extra
  for extra in tests/native tests/fuzz; do [[ ! -d $extra ]] || folders+=("$extra"); done
  if ! is_fresh dist/native "$key" "${folders[@]}" tests/support/native build.sh; then
    begin dist/native
    rm -rf dist/native
    mkdir -p dist/native
    find "${folders[@]}" -name '*.c' ! -path src/wasm.c | LC_ALL=C sort |
      compile "$HOST_CC" "$folder" "${flags[@]}" || die 'dist/native: compiling failed'
    rm -f dist/native/core.a
    objects $folder/src | xargs -r ar rcs dist/native/core.a
    for file in $(find $folder/tests -name '*.o' 2>/dev/null | LC_ALL=C sort); do
      name=$(basename "$file" .o)
      if [[ $file == */tests/fuzz/* ]]; then
        "$HOST_CC" "${flags[@]}" "$file" tests/support/native/replay.c dist/native/core.a -lm \
          -o "dist/native/fuzz_$name"
      else
        "$HOST_CC" "${flags[@]}" "$file" dist/native/core.a -lm -o "dist/native/$name"
      fi
    done
    finish dist/native "$key"
  fi
  say "  dist/native: $(find dist/native -maxdepth 1 -type f -perm -u+x | wc -l) programs"
}

build_fuzz() {
  local cc fuzz=(-fsanitize=fuzzer,address,undefined -g -O1 -DCORE_TESTING) file name
  have clang || install clang clang libclang-rt-14-dev
  cc=clang
  has_c tests/fuzz || die 'no targets in tests/fuzz yet'
  mkdir -p dist/fuzz
  for file in tests/fuzz/*.c; do
    name=$(basename "$file" .c)
    # shellcheck disable=SC2046
    $cc "${NUMBERS[@]}" "${fuzz[@]}" "$file" $(c_sources src | grep -v '^src/wasm.c$') -lm \
      -o "dist/fuzz/$name"
    mkdir -p "dist/fuzz/corpus/$name"
    say "fuzzing $name for ${FUZZ_SECONDS:-30} s"
    "dist/fuzz/$name" -max_total_time="${FUZZ_SECONDS:-30}" -print_final_stats=1 \
      -artifact_prefix="dist/fuzz/$name-" "dist/fuzz/corpus/$name" \
      $([[ -d tests/fuzz/corpus/$name ]] && echo "tests/fuzz/corpus/$name")
  done
}

versions() {
  [[ -n $QUIET ]] && return
  need_emcc
  printf 'node %s, emcc %s, esbuild %s\n' "$(node --version)" "$EMCC_VERSION" \
    "$(node -p 'require("esbuild/package.json").version')"
}

run_tests() {
  say "host compiler: $("$HOST_CC" --version | head -n 1)"
  # Node 20 takes no glob, so the files are named one by one.
  # shellcheck disable=SC2046
  node --test --test-concurrency=2 --test-reporter=./tests/support/reporter.js \
    --test-reporter-destination=stdout \
    $(find tests -name '*.test.js' | LC_ALL=C sort)
}

case $CONFIG in
  release) need_node; versions; lock; build_core; build_web; build_figures; build_python ;;
  test) need_node; versions; lock; build_test ;;
  bench) need_node; versions; lock; build_core; build_bench; build_web; build_figures; build_python ;;
  sanitize) lock; build_sanitize ;;
  fuzz) build_fuzz ;;
  serve)
    need_node; versions; lock; build_core; build_web; build_figures; build_python; unlock
    exec node web/build/serve.js dist
    ;;
  check)
    need_node; need_emcc; need_check_tools; versions
    lock; build_core; build_test; build_bench; build_web; build_figures; build_python; unlock
    run_tests
    ;;
  *) die "unknown configuration '$CONFIG' (see the head of this file)" ;;
esac
