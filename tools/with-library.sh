#!/bin/sh
# Runs a command that finds the package in .build/library.
. "$(dirname "$0")/common.sh"
R_LIBS=$library${R_LIBS:+:$R_LIBS}
UNRULY_SHARE=$(share_of_sources)
export R_LIBS UNRULY_SHARE
exec "$@" < /dev/null
