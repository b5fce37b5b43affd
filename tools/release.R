# Makes the archive that is sent to CRAN, in .build/release. Who sends it fills in tools/release.dcf, the one place
# for what only he knows: his name and address (the maintainer), the site and where bugs are reported.
# Until that is done, and as long as something else is missing, this says what, and makes nothing.
#
#   Rscript tools/release.R

source("tools/readme.R")
given <- read.dcf("tools/release.dcf")[1, ]
package <- read.dcf("DESCRIPTION")[1, ]
version <- package[["Version"]]

# Each is a question with its answer.
said <- function(name) nzchar(given[name])
is_page <- function(name) grepl("^https?://[^ ]+[.][^ ]+$", given[name])
checks <- c(
  "tools/release.dcf: `Given` and `Family` are the maintainer's name" = said("Given") && said("Family"),
  "tools/release.dcf: `Email` is the maintainer's address" = grepl("^[^@ ]+@[^@ ]+[.][^@ ]+$", given["Email"]),
  "tools/release.dcf: `URL` is the address of the site, which `make site` builds" = is_page("URL"),
  "tools/release.dcf: `BugReports` is the address of a page" = is_page("BugReports"),
  "DESCRIPTION: the title is in title case, as R sees it" = identical(package[["Title"]], tools::toTitleCase(package[["Title"]])),
  "DESCRIPTION: the version is one for CRAN, such as 0.1.0" = grepl("^[0-9]+[.][0-9]+[.][0-9]+$", version),
  "NEWS.md: it begins with this version" = identical(readLines("NEWS.md", 1), paste("# unruly", version)),
  "CITATION.cff: it has this version" = paste("version:", version) %in% readLines("CITATION.cff"),
  "cran-comments.md: it speaks of this version" = any(grepl(version, readLines("cran-comments.md"), fixed = TRUE)),
  "man/: the help is that of this version (`make docs`)" = file.exists("man/unruly-package.Rd"),
  "this machine: pandoc and R's knitr, rmarkdown and ggplot2 are here, which vignettes need (`make check` installs them)" =
    nzchar(Sys.which("pandoc")) && all(vapply(c("knitr", "rmarkdown", "ggplot2"), requireNamespace, NA, quietly = TRUE)),
  "everything is committed" = length(system2("git", c("status", "--porcelain"), stdout = TRUE)) == 0
)
if (!all(checks)) {
  message("Not ready. Still to be done:\n", paste0("* ", names(checks)[!checks], collapse = "\n"))
  quit(status = 1L)
}

# A copy of what is committed, with what was filled in, and the README for readers who have only the archive.
folder <- file.path(".build", "release")
unlink(folder, recursive = TRUE)
dir.create(folder, recursive = TRUE)
if (system2("sh", c("-c", shQuote(paste("git archive HEAD | tar -x -C", folder)))) != 0) stop("The sources could not be copied.")

# The maintainer takes the place of the developers' address, in DESCRIPTION and on the package's help page, which roxygen2 made of
# it; who contributed stays.
people <- eval(parse(text = package[["Authors@R"]]))
before <- people[vapply(people, function(one) "cre" %in% one$role, NA)]
others <- people[vapply(people, function(one) !"cre" %in% one$role, NA)]
people <- c(person(given[["Given"]], given[["Family"]], role = c("aut", "cre"), email = given[["Email"]]),
            person(before$given, role = "aut"), others)
package["Authors@R"] <- paste(format(people, style = "R"), collapse = "\n")
package[c("URL", "BugReports")] <- given[c("URL", "BugReports")]
write.dcf(t(package), file.path(folder, "DESCRIPTION"), keep.white = c("Authors@R", "Description"))

page <- file.path(folder, "man", "unruly-package.Rd")
help <- readLines(page, encoding = "UTF-8")
at <- grep("\\strong{Maintainer}", help, fixed = TRUE)
if (length(at) != 1) stop("man/unruly-package.Rd does not name the maintainer once.")
help[at] <- sprintf("\\strong{Maintainer}: %s %s \\email{%s}\n\nAuthors:\n\\itemize{\n  \\item %s\n}",
                    given[["Given"]], given[["Family"]], given[["Email"]], before$given)
writeLines(enc2utf8(help), page, useBytes = TRUE)

readme <- file.path(folder, "README.md")
writeLines(enc2utf8(archive_readme(readLines(readme, encoding = "UTF-8"), given[["URL"]])), readme, useBytes = TRUE)

files <- list.files(file.path(folder, c("R", "inst", "man", "vignettes")), "[.](R|Rd|Rmd|md)$", recursive = TRUE, full.names = TRUE)
left <- Filter(function(file) any(grepl(before$email, readLines(file, warn = FALSE), fixed = TRUE, useBytes = TRUE)),
               c(file.path(folder, c("DESCRIPTION", "README.md")), files))
if (length(left)) stop("The archive still has the developers' address: ", paste(left, collapse = " "))
setwd(folder)
quit(status = system2("R", c("CMD", "build", ".")))
