# Targets for users and developers; plain POSIX make, nothing to configure.
# Newcomers need only `make demo` and `make test`. Everything is built in .build/,
# so no target but `install` changes your R library (except that demo and test
# install missing packages).
.POSIX:
SEED = 1
SIZE = 200
REPS = 200
.PHONY: help demo test test-all quick one accept literal odd check install docs ctest asan tsan valgrind torture fuzz compose warn tidy cover bench arcade ledger figures site paper check-bare release spelling cluster tables play play-test machines newest clean

help:
	@echo "make demo       install what is missing, play the demonstration, and print where its figures are"
	@echo "make test       install what is missing, and run the tests, of large crosses a share that changes with the sources"
	@echo "make test-all   play everything, with sanitizers, valgrind, torture, fuzzers and fresh seeds, and print what each took: nightly"
	@echo "make quick      run the tests without the long ones and the snapshots: for while you work"
	@echo "make one        run the tests of one FILE's topic: FILE=src/policies/classical/ucb.c, R/policy.R or policy-sampling"
	@echo "make literal    play all literal versions of policies, and write what they chose; before each release"
	@echo "make accept     run what prints and what raises errors, and write their snapshots and tests/testthat/errors.txt anew"
	@echo "make odd        test what prints, writes and reads under a decimal comma, exponents, LC_ALL=C and others, each by itself"
	@echo "make check      run R CMD check --as-cran, offline: fails on any error, warning or note of ours"
	@echo "make check-bare run the check without suggested packages, without a home folder, and examples under valgrind"
	@echo "make release    make the archive for CRAN, a draft of it until tools/release.dcf is filled in, and print what is still to be done"
	@echo "make spelling   list words that neither the dictionary nor inst/WORDLIST knows"
	@echo "make install    install the package into your R library"
	@echo "make docs       write man/ and NAMESPACE from the comments in R/, OBJECTS from the files in src/"
	@echo "make ctest      build the core and tests/c without R, and run them"
	@echo "make asan       run ctest with AddressSanitizer and UBSan"
	@echo "make tsan       run ctest with ThreadSanitizer"
	@echo "make valgrind   run ctest under valgrind, then every entry of the glue from R"
	@echo "make torture    call every entry of the glue with the garbage collector at each allocation; two to five minutes"
	@echo "make fuzz       call everything with junk and edited objects; FUZZ_SECONDS (60) or FUZZ_CALLS per function, FUZZ_SEED repeats a run"
	@echo "make compose    draw arms, traits, policies, rules and agents at random, and check what must hold of all; SEED (1), SIZE (200)"
	@echo "make cluster    play studies on a Slurm, over SSH and in targets of this machine, and end processes meanwhile"
	@echo "make tables     read with DuckDB the tables that save_tables() writes; needs npm, which fetches it"
	@echo "make warn       compile the C as C11 with -Wall -Wextra -pedantic -Werror, with gcc and clang"
	@echo "make tidy       run clang-format as a check, and clang-tidy"
	@echo "make cover      list which lines of R and C the tests reach (covr)"
	@echo "make machines   test the core on eight other kinds of machines, by cross-compilers and emulators"
	@echo "make newest     run all tests and the check with the newest R, in a system of Debian's unstable release; as root"
	@echo "make arcade     play every policy on the frozen problems; REPS (200); may be killed and goes on"
	@echo "make bench      run the benchmarks in bench/"
	@echo "make ledger     play again what the ledger's stored numbers no longer describe; may be killed and goes on; LEDGER, LEDGER_REPS, LEDGER_DATA"
	@echo "make figures    make the figures of README.md again from its code"
	@echo "make play       install what is missing, and build the page on which a bandit is played into .build/play"
	@echo "make play-test  compare the page's numbers with R's, and use it as a visitor would"
	@echo "make site       build the web site into .build/site, click through it in a headless browser where there is one, and ask axe"
	@echo "make paper      install what is missing (pandoc, LaTeX), and write the manuscript in paper/ and its replication script"
	@echo "make clean      remove what was built"

demo:
	@sh tools/install-needs.sh demo
	@sh tools/install-package.sh
	@sh tools/with-library.sh Rscript inst/scripts/demo.R unruly-demo

test:
	@sh tools/install-needs.sh test
	@sh tools/install-package.sh
	@sh tools/core-tests.sh shared
	@sh tools/with-library.sh Rscript tools/test.R

test-all:
	@sh tools/test-all.sh

quick:
	@sh tools/install-needs.sh test
	@sh tools/install-package.sh quickly
	@sh tools/core-tests.sh quick
	@sh tools/with-library.sh Rscript tools/test.R quick

one:
	@sh tools/one.sh $(FILE)

literal:
	@sh tools/install-needs.sh test
	@sh tools/install-package.sh
	@sh tools/with-library.sh Rscript tools/test.R literal

accept:
	@sh tools/install-needs.sh test
	@sh tools/install-package.sh
	@sh tools/with-library.sh Rscript tools/test.R accept

odd:
	@sh tools/install-needs.sh test
	@sh tools/install-package.sh
	@sh tools/with-library.sh Rscript tools/odd.R

check:
	@sh tools/install-needs.sh check
	@sh tools/check.sh

check-bare:
	@sh tools/install-needs.sh test
	@sh tools/install-package.sh
	@sh tools/check-bare.sh

release:
	@Rscript tools/release.R

spelling:
	@sh tools/install-needs.sh install spelling
	@Rscript tools/spelling.R

install:
	@sh tools/install-needs.sh install
	@sh tools/install-package.sh yours

docs:
	@Rscript tools/objects.R
	@sh tools/install-needs.sh install roxygen2
	@sh tools/install-package.sh
	@sh tools/with-library.sh Rscript tools/docs.R

ctest:
	@sh tools/core-tests.sh all

asan:
	@sh tools/core-tests.sh address

tsan:
	@sh tools/core-tests.sh thread

valgrind:
	@sh tools/core-tests.sh valgrind
	@sh tools/install-needs.sh install
	@sh tools/install-package.sh
	@sh tools/with-library.sh sh tools/valgrind-r.sh .build/valgrind.log tools/torture.R 0

torture:
	@sh tools/install-needs.sh install
	@sh tools/install-package.sh
	@sh tools/with-library.sh Rscript tools/torture.R 1

fuzz:
	@sh tools/install-needs.sh fuzz processx
	@sh tools/fuzz.sh

compose:
	@sh tools/install-needs.sh test
	@sh tools/install-package.sh
	@sh tools/with-library.sh Rscript tools/compose.R $(SEED) $(SIZE)

cluster:
	@sh tools/install-needs.sh demo
	@sh tools/install-package.sh
	@sh tools/with-library.sh sh tests/cluster/all.sh

tables:
	@sh tools/install-needs.sh demo
	@sh tools/install-package.sh
	@sh tools/with-library.sh sh tools/tables.sh

warn:
	@sh tools/warn.sh

tidy:
	@sh tools/tidy.sh

cover:
	@sh tools/install-needs.sh test covr
	@Rscript tools/cover.R

machines:
	@sh tools/machines.sh

newest:
	@sh tools/newest.sh

arcade:
	@sh tools/install-needs.sh install
	@sh tools/install-package.sh
	@sh tools/with-library.sh env REPS=$(REPS) Rscript tools/arcade.R

bench:
	@sh tools/install-needs.sh demo
	@sh tools/install-package.sh
	@sh tools/with-library.sh sh tools/bench.sh

ledger:
	@sh tools/install-needs.sh demo
	@sh tools/install-package.sh
	@sh tools/with-library.sh Rscript tools/ledger.R

figures:
	@sh tools/install-needs.sh demo
	@sh tools/install-package.sh
	@sh tools/with-library.sh Rscript tools/figures.R
	@Rscript tools/logo.R

play:
	@sh tools/install-needs.sh play jsonlite
	@sh tools/install-package.sh
	@sh tools/play.sh

play-test:
	@sh tools/install-needs.sh play
	@sh tools/install-needs.sh test
	@sh tools/install-package.sh
	@sh tools/play.sh
	@sh tools/with-library.sh sh tools/play-test.sh

site:
	@sh tools/install-needs.sh site pkgdown
	@rm -rf .build/play
	@sh tools/install-package.sh
	@if sh tools/play.sh ready; then sh tools/play.sh; fi
	@sh tools/with-library.sh Rscript tools/site.R
	@sh tools/with-library.sh Rscript tools/site-check.R .build/site
	@sh tools/site-test.sh

paper:
	@sh tools/install-needs.sh paper
	@sh tools/paper.sh ready
	@sh tools/install-package.sh
	@sh tools/with-library.sh sh tools/paper.sh

clean:
	rm -rf .build unruly-demo unruly.Rcheck unruly_*.tar.gz
	rm -f src/*.o src/*/*.o src/*/*/*.o src/*.so src/*.dll
