# Byte code for what every study runs: all that DESCRIPTION collates before this file, but for what reads logs, which a
# session does once (`before_logs`, `after_logs`). R itself compiles the rest when that is called twice. Byte code for
# everything would take a megabyte more, and R CMD check allows 5 MB for the installed package (DESCRIPTION therefore
# says `ByteCompile: no`).
byte_code <- function(f) compiler::cmpfun(f)
for (name in setdiff(ls(all.names = TRUE), setdiff(after_logs, before_logs))) {
  if (is.function(get(name))) assign(name, byte_code(get(name)))
}
rm(name, before_logs, after_logs)
