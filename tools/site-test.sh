#!/bin/sh
# Uses the web site in .build/site as a visitor would, in headless Chromium, and lets axe look at it: the last part of
# `make site`. npm fetches axe-core into .build/axe; without it the rest is still looked at.
. "$(dirname "$0")/common.sh"
if ! have node || ! have chromium; then
  say "The site was not used: node or chromium is not here (Debian: nodejs chromium)."
  exit 0
fi
axe=$build/axe/node_modules/axe-core/axe.min.js
if [ ! -f "$axe" ] && have npm; then
  mkdir -p "$build/axe"
  npm install --silent --prefix "$build/axe" axe-core < /dev/null > "$build/axe/npm.log" 2>&1 || say "axe-core could not be fetched: $build/axe/npm.log"
fi
[ -f "$axe" ] || axe=
node tests/web/site.js "$build/site" $axe
