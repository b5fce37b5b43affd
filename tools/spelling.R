# Words in help, vignettes, README, NEWS and DESCRIPTION that no dictionary knows, nor inst/WORDLIST.
#
#   Rscript tools/spelling.R       says where they are; status 1 if there are any
#   Rscript tools/spelling.R add   adds them to inst/WORDLIST, which is then to be read
articles <- spelling::spell_check_files(Sys.glob("vignettes/articles/*.Rmd"), readLines("inst/WORDLIST", encoding = "UTF-8"), "en_GB")
unknown <- rbind(spelling::spell_check_package("."), articles)
unknown <- unknown[!grepl("[0-9]", unknown$word), ] # which some versions of the dictionary look up, and others do not
if (nrow(unknown) == 0) quit()
if (identical(commandArgs(TRUE), "add")) {
  words <- c(readLines("inst/WORDLIST", encoding = "UTF-8"), unknown$word)
  writeLines(enc2utf8(sort(unique(words), method = "radix")), "inst/WORDLIST", useBytes = TRUE)
} else {
  print(unknown)
  quit(status = 1L)
}
