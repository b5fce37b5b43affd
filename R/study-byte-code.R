# Byte code for what every study runs: all that DESCRIPTION collates before this file, but for what reads logs or makes
# designs of trials, which a session does once (`before_logs`, `after_logs` and their like). R itself compiles the rest
# when that is called twice. Byte code for everything would take a megabyte more, and R CMD check allows 5 MB for the
# installed package (DESCRIPTION therefore says `ByteCompile: no`).
byte_code <- function(f) compiler::cmpfun(f)
run_once <- c(setdiff(after_logs, before_logs), setdiff(after_designs, before_designs))
for (name in setdiff(ls(all.names = TRUE), run_once)) {
  if (is.function(get(name))) assign(name, byte_code(get(name)))
}
rm(name, run_once, before_logs, after_logs, before_designs, after_designs)
