# Byte code for what every session runs, which is all that DESCRIPTION collates before this file. Functions after it
# draw, print
# papers and repeat experiments: R compiles them when they are called twice, and without their byte code the installed
# package stays under the 5 MB that R CMD check allows (DESCRIPTION therefore says `ByteCompile: no`).
for (name in ls(all.names = TRUE)) {
  if (is.function(get(name))) assign(name, compiler::cmpfun(get(name)))
}
rm(name)
