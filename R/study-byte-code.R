# Byte code for what every study runs: all that DESCRIPTION collates before this file. R itself compiles what comes
# after it when that is called twice. Byte code for everything would take a megabyte more, and R CMD check allows 5 MB
# for the installed package (DESCRIPTION therefore says `ByteCompile: no`).
byte_code <- function(f) compiler::cmpfun(f)
for (name in ls(all.names = TRUE)) {
  if (is.function(get(name))) assign(name, byte_code(get(name)))
}
rm(name)
