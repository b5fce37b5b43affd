#!/bin/sh
# Builds the page on which a bandit is played into .build/play: the core as WebAssembly, the scripts and pages of web/, and
# the stories of inst/play.
#   .build/play/index.html   one file that opens from a disk, with the core in it
#   .build/play/site         the same for a server: the core by itself, which is smaller
#   .build/play/*.js         the library for others (unruly-core.js, unruly.js), and the page's modules, joined
#
#   sh tools/play.sh         all of it
#   sh tools/play.sh ready   only says whether the tools are here
#   sh tools/play.sh missing prints what is not, as Debian's packages
. "$(dirname "$0")/common.sh"
clang=${CLANG:-clang}
missing=
have "$clang" || missing="$missing clang"
have wasm-ld || missing="$missing lld"
have wasm-opt || missing="$missing binaryen"
have node || missing="$missing nodejs"
[ -f /usr/include/wasm32-wasi/stdio.h ] || [ -n "${WASI_SYSROOT:-}" ] || missing="$missing wasi-libc"
if have "$clang"; then
  builtins=$("$clang" --target=wasm32-wasi -print-libgcc-file-name)
  [ -f "$builtins" ] || missing="$missing libclang-rt-$("$clang" -dumpversion | cut -d. -f1)-dev-wasm32"
else
  missing="$missing libclang-rt-dev-wasm32" # of Debian's default version, as clang is
fi
[ "${1:-}" != missing ] || { printf '%s\n' "$missing"; exit 0; }
[ -z "$missing" ] || stop "To build the page these are needed (Debian's packages):$missing"
[ "${1:-}" != ready ] || exit 0

folder=$build/play
objects=$build/play-objects
mkdir -p "$folder" "$objects"
sysroot=${WASI_SYSROOT:+--sysroot=$WASI_SYSROOT}
# Small rather than fast: it takes a third less to send (bench/README.md says what games cost).
flags="--target=wasm32-wasi $sysroot -std=gnu11 -Oz -flto -DNDEBUG ${PLAY_FLAGS:-} -Wall -Wextra -Iweb/core/stubs"

# The core's files are those of the package without the glue.
core=$(sed -n 's/^  \([a-z0-9_/]*\)[.]o.*/\1/p' src/Makevars | grep -v -e '^glue/' -e '^init$')
# shellcheck disable=SC2086,SC2016 # words; expanded by the inner shell
{ for file in $core; do echo "src/$file.c"; done; ls web/core/*.c; } | xargs -P 2 -I '{}' sh -c '
  object=$3/$(printf %s "${4%.c}" | tr / -).o
  exec "$1" $2 -c "$4" -o "$object"' - "$clang" "$flags" "$objects" '{}'
# shellcheck disable=SC2086
"$clang" --target=wasm32-wasi $sysroot -O2 -Wl,--lto-O2,-mllvm,-inline-threshold=-20,-mllvm,-enable-merge-functions -flto -mexec-model=reactor -Wl,--gc-sections,--strip-all,-z,stack-size=1048576 \
  "$objects"/*.o -o "$build/unruly-linked.wasm"
wasm-opt --flatten --rereloop -Oz -Oz --low-memory-unused --converge --enable-bulk-memory --enable-sign-ext --enable-mutable-globals "$build/unruly-linked.wasm" -o "$build/unruly.wasm"

# Embedded as text, so that nothing needs to be fetched.
{ printf 'var UnrulyBytes = "'; base64 "$build/unruly.wasm" | tr -d '\n'; echo '";'; } > "$folder/unruly-core.js"
node tools/play-join.js "$folder"
node tools/play-page.js "$folder" "$build/unruly.wasm"
say "The page is $folder/index.html, $(gzip -9 -c "$folder/index.html" | wc -c) bytes gzipped; for a server: $folder/site," \
  "$(cat "$folder"/site/* | gzip -9 | wc -c), of which the core $(gzip -9 -c "$build/unruly.wasm" | wc -c), our own scripts" \
  "$({ node tools/play-slim.js "$folder/unruly.js"; grep -v '^const DATA' "$folder/play.js" | node tools/play-slim.js /dev/stdin; } | gzip -9 | wc -c)."
