#!/bin/sh
# The numbers of the page are R's: `make play-test`. The page is built, the package installed.
. "$(dirname "$0")/common.sh"
have node || stop "node is needed to play as a browser does (Debian: nodejs)."
node tests/web/slim.js "$build/play/unruly.js" "$build/play/play.js" || stop "What is left out of scripts changes them."
node tests/web/numbers.js "$build/play" "$build/play-numbers" > "$build/play-numbers.txt" || { cat "$build/play-numbers.txt"; stop "The page's own claims failed."; }
Rscript tests/web/numbers.R "$build/play-numbers"
node tests/web/refusals.js "$build/play" "$build/play-refusals"
Rscript tests/web/refusals.R "$build/play-refusals"
node tests/web/stories.js "$build/play" "$build/play-stories" || stop "The stories of the page do not keep what they claim."
Rscript tests/web/stories.R "$build/play-stories"
if have chromium; then
  node tests/web/page.js "$build/play"
  if have firefox-esr; then node tests/web/firefox.js "$build/play"
  else say "Firefox did not play: it is not here (Debian: firefox-esr)."; fi
else
  say "The page was not opened: chromium is not here (Debian: chromium)."
fi
