#!/usr/bin/env bash
# What is checked besides the tests, run by `installer/setup.sh check` once the packages are there:
#   formatting   every source, by clang-format and black; what flake8 finds in Python; the width of Markdown
#   tidy         clang-tidy: the sources that have changed since this branch left main, or in the last commit of main
#   addresses    the quick tests of core under AddressSanitizer with UndefinedBehaviorSanitizer
# and, when named (`installer/checks.sh NAME...`), since each compiles core once more (.ci/nightly runs them all):
#   threads      the quick tests of core under ThreadSanitizer
#   everything   all tests of core, the command line and the window under AddressSanitizer with UndefinedBehaviorSanitizer,
#                and a soak of the window
#   fuzz         every reader under Clang's libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer, from what
#                tests/fuzz/kept holds and what earlier runs have left in build/fuzz/corpus
#   coverage     the lines of core that its tests reach, by file; at least 92 % of all
#   wheel        the Python package by pip, from its source archive, for each CPython from 3.9 to 3.13 that is there with
#                its headers, in empty virtual environments; skipped where no package index can be reached
# Each is run whatever the others said; the exit code is 0 when all are content.
#
# Environment: NOISELOOM_JOBS=N           parallel jobs (default: one a processor)
#              NOISELOOM_FUZZ_RUNS=N      inputs a reader that `fuzz` tries (default: 20000)
#              NOISELOOM_FUZZ_SECONDS=N   seconds a reader in their place: NOISELOOM_FUZZ_SECONDS=3600 for hours
#              NOISELOOM_TIDY_MINUTES=N   clang-tidy ends after so long, and names what it has not looked at (default: 12)
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

jobs=${NOISELOOM_JOBS:-$(nproc)}
failed=()
say() { printf '\n== %s\n' "$*"; }

formatting() {
  local status=0
  git ls-files -z '*.cpp' '*.h' | xargs -0 clang-format-14 --dry-run -Werror || status=1
  git ls-files -z '*.py' '*.pyi' | xargs -0 black --quiet --diff --check --line-length 100 --target-version py39 || status=1
  git ls-files -z '*.py' | xargs -0 flake8 || status=1
  /usr/bin/python3 -B tests/docs/check_prose.py . || status=1
  return "$status"
}

# The commit that changes are counted from: where the branch left main; on main itself the one before.
base() {
  local main
  for main in origin/main main; do
    git rev-parse -q --verify "$main^{commit}" >/dev/null || continue
    git merge-base --is-ancestor HEAD "$main" && continue
    git merge-base HEAD "$main" && return
  done
  git rev-parse -q --verify HEAD~1
}

# Sources that have changed, and those of changed headers.
changed_sources() {
  git diff --name-only --diff-filter=d "$1" -- '*.cpp' '*.h' | sed 's/\.h$/.cpp/' | sort -u | while read -r source; do
    if [ -f "$source" ]; then printf '%s\n' "$source"; fi
  done
}

tidy() {
  local since sources
  since=$(base) || { echo "the first commit: nothing has changed"; return 0; }
  mapfile -t sources < <(changed_sources "$since")
  echo "${#sources[@]} sources since $(git log -1 --format='%h %s' "$since")"
  ((${#sources[@]} > 0)) || return 0
  # Clang cannot read GCC's precompiled headers, and a file has to include what it uses.
  cmake -S . -B build/tidy -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=ON -DNOISELOOM_JOIN=OFF \
    -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null || return
  local finished
  finished=$(mktemp)
  # Exit status 1 alone is a finding: whatever else ends clang-tidy, such as the time, is none.
  printf '%s\n' "${sources[@]}" | timeout "${NOISELOOM_TIDY_MINUTES:-12}m" xargs -P "$jobs" -I{} sh -c '
    clang-tidy-14 -p build/tidy --quiet --warnings-as-errors="*" "$1" 2>/dev/null && { echo "clean $1" >>"$2"; exit; }
    [ $? -ne 1 ] || echo "unclean $1" >>"$2"
    exit 1' sh {} "$finished"
  local status=$?
  if ((status == 124)); then
    echo "out of time; not looked at:"
    printf '%s\n' "${sources[@]}" | grep -vxF -f <(sed 's/^[^ ]* //' "$finished")
    grep -q '^unclean' "$finished" || status=0
  fi
  # What a reader looks for is the last thing said.
  sed -n 's/^unclean /clang-tidy found something in /p' "$finished"
  rm -f "$finished"
  return "$status"
}

addresses() {
  quick_tests_of_core core-asan
}

threads() {
  quick_tests_of_core core-tsan
}

# Leaks of libraries that are not ours are named in tests/leaks.supp.
everything() {
  cmake --preset dev-asan >/dev/null && cmake --build --preset dev-asan --parallel "$jobs" || return
  local -x LSAN_OPTIONS=suppressions=$PWD/tests/leaks.supp
  # Tests of time judge the program as it is shipped; pictures and records are of that too.
  ctest --preset dev-asan --test-dir build/dev-asan --label-exclude "^(timed|nightly)$" \
    --exclude-regex "^(labels|core_has_no_qt|record|ui_screenshots|ui_first_plots|window_bench_runs|runtime)" \
    --parallel "$jobs" --progress || return
  QT_QPA_PLATFORM=offscreen build/dev-asan/bin/noiseloom_soak --seconds "${NOISELOOM_SOAK_SECONDS:-600}" --seed "$RANDOM" \
    --any-speed --memory 0 --log build/dev-asan/soak.log
}

# What is found stands in build/fuzz/found-NAME-*; once fixed, it goes to tests/fuzz/kept/NAME.
fuzz() {
  cmake --preset fuzz >/dev/null && cmake --build --preset fuzz --parallel "$jobs" || return
  local guided=build/fuzz/bin/noiseloom_fuzz_guided status=0 reader
  local amount=-runs=${NOISELOOM_FUZZ_RUNS:-20000}
  [ -z "${NOISELOOM_FUZZ_SECONDS:-}" ] || amount=-max_total_time=$NOISELOOM_FUZZ_SECONDS
  local -x QT_QPA_PLATFORM=offscreen
  for reader in $("$guided" 2>&1 | tail -n +2); do
    local folders=("build/fuzz/corpus/$reader")
    mkdir -p "${folders[0]}" || return
    [ ! -d "tests/fuzz/kept/$reader" ] || folders+=("tests/fuzz/kept/$reader")
    echo "$reader"
    "$guided" "--reader=$reader" "$amount" -seed=1 -max_len=65536 -timeout=60 -rss_limit_mb=2048 \
      "-artifact_prefix=build/fuzz/found-$reader-" "${folders[@]}" >"build/fuzz/$reader.log" 2>&1 ||
      { status=1; tail -n 30 "build/fuzz/$reader.log"; }
  done
  return "$status"
}

# Lines of core by file, the least covered last.
coverage() {
  local least=92
  cmake --preset core-coverage >/dev/null && cmake --build --preset core-coverage --parallel "$jobs" || return
  find build/core-coverage -name '*.gcda' -delete
  # What judges the program as it is shipped, or takes a program of another build, is not asked here.
  ctest --preset core-coverage --label-exclude "^(timed|nightly)$" \
    --exclude-regex "^(labels|record|cli.other_processors|interop|runtime)" \
    --parallel "$jobs" --progress || return
  gcovr --root . --filter 'core/' --exclude-unreachable-branches --gcov-ignore-parse-errors --sort-percentage \
    --object-directory build/core-coverage --print-summary --fail-under-line "$least" -j "$jobs" \
    --txt build/core-coverage/coverage.txt
  local status=$?
  tail -n 40 build/core-coverage/coverage.txt
  echo "all files: build/core-coverage/coverage.txt"
  return "$status"
}

# quick_tests_of_core preset
quick_tests_of_core() {
  cmake --preset "$1" >/dev/null && cmake --build --preset "$1" --parallel "$jobs" --target noiseloom_core_tests &&
    ctest --preset "$1" --test-dir "build/$1/tests/core" --label-regex quick --exclude-regex "^(labels|core_has_no_qt)" --parallel "$jobs" --progress
}

# Builds the source archive, and from it a wheel for each Python. Says which Pythons are not there, and what each took.
wheel() {
  local work status=0
  work=$(mktemp -d) || return
  /usr/bin/python3 -m venv "$work/tools" || return
  if "$work/tools/bin/pip" install -q --upgrade pip build >"$work/log" 2>&1; then
    "$work/tools/bin/python" -m build -q --sdist -o "$work" . && wheels "$work" || status=1
  else
    echo "SKIPPED: no Python package index can be reached"
  fi
  rm -r "$work"
  return "$status"
}

# wheels FOLDER: of the source archive that is there.
wheels() {
  local python status=0 TIMEFORMAT='%U s of processor time and %S s of the system for it'
  local -x CCACHE_DISABLE=1
  for python in python3.9 python3.10 python3.11 python3.12 python3.13; do
    if ! "$python" -c 'import sysconfig, os; os.stat(sysconfig.get_path("include") + "/Python.h")' 2>/dev/null; then
      echo "$python: not tried, as it is not there"
      continue
    fi
    # With a pip of its own: the newest one serves no CPython that is as old as the oldest here.
    "$python" -m venv "$1/$python" && "$1/$python/bin/pip" install -q --upgrade pip || { status=1; continue; }
    time "$1/$python/bin/pip" wheel -q --no-deps -w "$1/$python" "$1"/noiseloom-*.tar.gz &&
      try_wheel "$python" "$1/$python" &&
      "$python" -B tests/runtime/newcomer_test.py docs/runtime.md "$1/$python"/noiseloom-*.whl || status=1
  done
  return "$status"
}

# try_wheel PYTHON FOLDER: installs the wheel that is there where nothing else is, and uses it with an old NumPy and the
# newest.
try_wheel() {
  local file numpy tried=0 most=$((20 << 20))
  file=$(echo "$2"/noiseloom-*.whl)
  ls -l "$file"
  [[ $file == *manylinux_* ]] || { echo "$file is not portable"; return 1; }
  (($(stat -c %s "$file") < most)) || { echo "$file is larger than $most bytes"; return 1; }
  for numpy in 'numpy<1.25' 'numpy>=2'; do
    rm -rf "$2/empty"
    "$1" -m venv "$2/empty" || return
    "$2/empty/bin/pip" install -q --only-binary :all: "$numpy" 2>"$2/log" ||
      { echo "$1: not tried with $numpy: $(tail -n 1 "$2/log")"; continue; }
    tried=$((tried + 1))
    "$2/empty/bin/pip" install -q "$file" || return
    (cd "$2" && env -i LC_ALL=C.UTF-8 PATH="$2/empty/bin" HOME="$2" /bin/bash -euc '
      noiseloom-cli --version
      [[ $(noiseloom-cli --version) != *unknown* ]]  # the archive names its commit
      noiseloom-cli design --iterations 48 --epochs 6 --epsilon 4 --delta 1e-5 --out run.npz --plan run.plan.json >/dev/null
      python -m noiseloom verify run.npz >/dev/null
      python -c "
import doctest, noiseloom, numpy, sys
assert noiseloom.verify(\"run.plan.json\")
found = doctest.testmod(noiseloom)
print(sys.version.split()[0], numpy.__version__, found)
sys.exit(found.failed > 0 or found.attempted == 0)"') || return
  done
  ((tried > 0))
}

stage() {
  say "$1"
  shift
  local begun=$SECONDS
  "$@" || failed+=("$*")
  echo "$((SECONDS - begun)) s"
}

declare -A titles=(
  [formatting]="Formatting" [tidy]="clang-tidy" [addresses]="AddressSanitizer and UndefinedBehaviorSanitizer"
  [threads]="ThreadSanitizer" [everything]="Everything under AddressSanitizer" [fuzz]="Fuzzing" [coverage]="Coverage" [wheel]="Wheel"
)
chosen=("$@")
((${#chosen[@]} > 0)) || chosen=(formatting tidy addresses)
for name in "${chosen[@]}"; do
  [ -n "${titles[$name]:-}" ] || { echo "checks: '$name' is not allowed: use any of ${!titles[*]}" >&2; exit 2; }
done
for name in "${chosen[@]}"; do stage "${titles[$name]}" "$name"; done
((${#failed[@]} == 0)) || { printf '\nchecks: failed: %s\n' "$(IFS=,; echo "${failed[*]}")" >&2; exit 1; }
