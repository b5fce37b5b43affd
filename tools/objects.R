# Writes the list of objects in src/Makevars from the C files that are there: R asks for an
# explicit list. `make docs` runs it. Rscript tools/objects.R [folder of the package]
root <- commandArgs(TRUE)
src <- file.path(if (length(root) > 0) root[1] else ".", "src")
files <- list.files(src, "[.]c$", recursive = TRUE)
files <- files[order(grepl("/", files), files, method = "radix")]
lines <- readLines(file.path(src, "Makevars"))
head <- lines[seq_len(grep("^OBJECTS", lines))]
objects <- paste0("  ", sub("c$", "o", files), c(rep(" \\", length(files) - 1), ""))
writeLines(c(head, objects), file.path(src, "Makevars"))
