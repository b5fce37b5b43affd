#!/bin/sh
# Runs a command that finds the package in .build/library.
. "$(dirname "$0")/common.sh"
R_LIBS=$library${R_LIBS:+:$R_LIBS}
export R_LIBS
exec "$@" < /dev/null
