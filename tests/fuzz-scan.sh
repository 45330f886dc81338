#!/bin/sh
# Builds the C scanner with the address and undefined-behaviour sanitizers and runs its random tests on it.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$root/src" "$root/setup.py" "$root/pyproject.toml" "$root/README.md" "$folder"
rm -f "$folder"/src/nerproof/_scan*.so
cd "$folder"
CFLAGS="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all" \
  "${PYTHON:-python}" setup.py -q build_ext --inplace
cd "$root"
# Python itself does not free everything at its end, so leaks are not looked for.
ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
  PYTHONPATH="$folder/src" "${PYTHON:-python}" -m pytest -q -p no:cacheprovider \
  tests/property/test_scan.py --hypothesis-seed="${SEED:-0}" "$@"
