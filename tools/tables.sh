#!/bin/sh
# DuckDB reads the tables that save_tables() writes: `make tables`. Needs node and npm, which
# fetches DuckDB into .build/duckdb; R's own package takes half an hour to compile. The package is installed.
. "$(dirname "$0")/common.sh"
have npm || stop "npm is needed to fetch DuckDB (Debian: npm)."
modules=$build/duckdb
mkdir -p "$modules"
[ -d "$modules/node_modules/@duckdb/node-api" ] || npm install --silent --prefix "$modules" @duckdb/node-api < /dev/null > "$modules/npm.log" 2>&1 ||
  stop "DuckDB could not be fetched: $modules/npm.log"
written=$build/tables
rm -rf "$written"
mkdir -p "$written"
Rscript tests/tables/tables.R "$written"
node tests/tables/query.mjs "$written" "$modules"
