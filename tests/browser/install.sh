#!/bin/sh
# What the browser tests need: the distribution's Chromium axe-core and iframe-worker (npm, locked versions). Run by make setup.
set -e
cd "$(dirname "$0")"
if ! command -v chromium >/dev/null && ! command -v chromium-browser >/dev/null && ! command -v google-chrome >/dev/null; then
    if [ "$(id -u)" = 0 ]; then as_root=""; else as_root="sudo"; fi
    $as_root apt-get update -qq
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-liberation
fi
if ! command -v npm >/dev/null; then
    if [ "$(id -u)" = 0 ]; then as_root=""; else as_root="sudo"; fi
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends npm
fi
[ -f node_modules/axe-core/axe.min.js ] && [ -d node_modules/iframe-worker ] || npm ci --no-audit --no-fund --ignore-scripts --silent
