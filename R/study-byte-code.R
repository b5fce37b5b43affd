# Byte code for what every study runs: all that DESCRIPTION collates before this file, but for arms, policies, traits,
# rules, designs and logs, which a session makes once (between `before_arms` and `after_logs`). R itself compiles the
# rest when that is called twice. Byte code for everything would take a megabyte more, and R CMD check allows 5 MB for
# the installed package (DESCRIPTION therefore says `ByteCompile: no`).
byte_code <- function(f) compiler::cmpfun(f)
run_once <- setdiff(after_logs, before_arms)
for (name in setdiff(ls(all.names = TRUE), run_once)) {
  if (is.function(get(name))) assign(name, byte_code(get(name)))
}
rm(name, run_once, before_arms, after_logs)
