#!/bin/sh
# The core on other machines: builds it and the programs of tests/c with Debian's
# cross-compilers, runs them in emulators (qemu, wine) and compares the digests of
# tests/c/test_exact.c with those of this machine.
#
#   sh tools/machines.sh [digests] [MACHINE ...]   all machines, or those named below;
#                                                  digests: test_exact alone, a few minutes
#
# Programs are linked statically, so that the emulators need no libraries of those machines.
# A machine whose compiler or emulator is not here is skipped, and what to install is said.
# It fails if a test fails or a digest differs, not because a machine was skipped.
. "$(dirname "$0")/common.sh"
machines="arm64 armhf ppc64le riscv64 s390x i386 musl windows"
folder=$build/machines
flags="-std=gnu11 -O2 -pthread" # as R compiles packages

# About the machine $1: its compiler with more flags, its emulator, Debian's packages of the two.
describe() {
  suffix= more=-static emulator= emulators=qemu-user-static
  case $1 in
    native)  compiler=${CC:-cc} compilers=gcc more= ;;
    arm64)   compiler=aarch64-linux-gnu-gcc debian=arm64 emulator=qemu-aarch64-static ;;
    armhf)   compiler=arm-linux-gnueabihf-gcc debian=armhf emulator=qemu-arm-static ;;
    ppc64le) compiler=powerpc64le-linux-gnu-gcc debian=ppc64el emulator=qemu-ppc64le-static ;;
    riscv64) compiler=riscv64-linux-gnu-gcc debian=riscv64 emulator=qemu-riscv64-static ;;
    s390x)   compiler=s390x-linux-gnu-gcc debian=s390x emulator=qemu-s390x-static ;; # big-endian
    # The older floating-point unit keeps 80 bits.
    i386)    compiler=i686-linux-gnu-gcc debian=i386 emulator=qemu-i386-static more="-static -msse2 -mfpmath=sse" ;;
    musl)    compiler=musl-gcc compilers=musl-tools ;;
    # test_alone has a pthread_create() of its own; the library's stands with others that are needed.
    windows) compiler=x86_64-w64-mingw32-gcc compilers=gcc-mingw-w64-x86-64 emulator=wine emulators=wine suffix=.exe
      more="-static -Wl,--allow-multiple-definition" ;;
    *) stop "No such machine: $1. There are: $machines." ;;
  esac
  case $compiler in *-linux-gnu*-gcc) compilers="gcc-${compiler%-gcc} libc6-dev-$debian-cross" ;; esac
  # What this processor runs by itself.
  if [ "$1" = i386 ] && [ "$(uname -m)" = x86_64 ]; then emulator=; fi
}

# A compiler may be here without the C library's headers.
compiles() { have "$compiler" && printf '#include <math.h>\n' | "$compiler" -E -x c - > /dev/null 2>&1; }

lacking() {
  compiles || printf ' %s' "$compilers"
  [ -z "$emulator" ] || have "$emulator" || printf ' %s' "$emulators"
}

# Wine asks for nothing, shows nothing and leaves nothing behind. Its folder has a link to /, which R CMD build would
# follow in .build.
WINEPREFIX=$(mktemp -d)/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' DISPLAY=
export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES DISPLAY
wine_ends() {
  if [ -d "$WINEPREFIX" ]; then wineserver -k -w 2> /dev/null || true; fi
  rm -rf "$(dirname "$WINEPREFIX")"
}
trap wine_ends EXIT
trap 'exit 130' INT TERM HUP

# Whether one program passes; what it printed is kept. Emulators take ten times as long and more, so they play fewer random games.
passes() {
  name=$(basename "$1" .c) games=
  if [ "$name" = test_compositions ] && [ -n "$emulator" ]; then games="300 300"; fi
  # shellcheck disable=SC2086 # flags are words
  "$compiler" $flags $more "$1" "$here"/*.o -o "$here/$name$suffix" -lm 2> "$here/$name.log" &&
    $emulator "$here/$name$suffix" $games > "$here/$name.out" 2>> "$here/$name.log" < /dev/null
}

# The digests that differ from this machine's; nothing if all agree.
differing() {
  tr -d '\r' < "$here/test_exact.out" | diff "$folder/native/test_exact.out" - | sed -n 's/^> *//p'
}

row() { printf '%-8s %-28s %-7s %-34s %7s\n' "$@"; }

# One machine, and its line of the table.
try() {
  describe "$1"
  here=$folder/$1
  began=$(date +%s)
  mkdir -p "$here"
  core_objects "$compiler" "$flags $more" "$here" 1 2> "$here.log" || { row "$1" "$compiler" "none" "cannot be built: $here.log" ""; return; }
  : > "$here/test_exact.out"
  passed=0 failed=
  for program in $programs; do
    if passes "$program"; then passed=$((passed + 1)); else failed="$failed $name"; fi
  done
  digests=$(wc -l < "$here/test_exact.out")
  others=$(differing | wc -l)
  compared="$digests equal"
  [ "$others" -eq 0 ] || compared="$others of $digests differ"
  [ "$digests" -gt 0 ] || compared="none"
  row "$1" "$("$compiler" -dumpmachine | cut -c -18) $("$compiler" -dumpversion)" \
    "$passed/$(printf '%s\n' "$programs" | wc -l)" "$compared" "$(($(date +%s) - began))"
  [ -z "$failed" ] || printf '  failed:%s (what was printed: %s)\n' "$failed" "$here"
  differing | awk '{ rows[$2] = rows[$2] " " $1 } END { for (p in rows) print "  differs: " p ", settings" rows[p] }' | sort
}

programs=$(core_programs)
if [ "${1:-}" = digests ]; then programs=tests/c/test_exact.c; shift; fi
mkdir -p "$folder"
rm -f "$folder"/*.row
[ $# -gt 0 ] || set -- $machines
for machine in "$@"; do describe "$machine"; done # names are looked at before anything is built

row machine compiler tests digests seconds
skipped= wrong=
for machine in native "$@"; do
  describe "$machine"
  missing=$(lacking)
  if [ -n "$missing" ]; then
    [ "$machine" != native ] || stop "A C compiler is needed (Debian: apt-get install$missing)."
    say "$machine is skipped; to try it: apt-get install$missing"
    skipped="$skipped $machine"
    continue
  fi
  try "$machine" | tee "$folder/$machine.row"
  if grep -Eq '^  |none|differ' "$folder/$machine.row"; then wrong="$wrong $machine"; fi
done
[ -z "$skipped" ] || say "Not tried:$skipped."
[ -z "$wrong" ] || stop "Not as on this machine:$wrong."
say "All machines that were tried pass the tests with the digests of this one."
