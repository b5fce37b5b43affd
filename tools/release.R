# Makes the archive that is sent to CRAN, in .build/release, and says what only a person can fill in (tools/release.dcf): who
# sends it (the maintainer), and where the site and the page for bugs are. Until that is filled in, the archive is a draft: it has
# the developers' address, and the README's links have addresses at https://unruly.invalid.
# As long as something else is wrong, this says what, and makes nothing.
#
#   Rscript tools/release.R

source("tools/readme.R")
given <- read.dcf("tools/release.dcf")[1, ]
package <- read.dcf("DESCRIPTION")[1, ]
version <- package[["Version"]]

# Each is a question with its answer.
said <- function(name) nzchar(given[name])
is_page <- function(name) grepl("^https?://[^ ]+[.][^ ]+$", given[name])
listed <- function(checks) paste0("* ", names(checks)[!checks], collapse = "\n")
checks <- c(
  "DESCRIPTION: the title is in title case, as R sees it" = identical(package[["Title"]], tools::toTitleCase(package[["Title"]])),
  "DESCRIPTION: the version is one for CRAN, such as 0.1.0" = grepl("^[0-9]+[.][0-9]+[.][0-9]+$", version),
  "NEWS.md: it begins with this version" = identical(readLines("NEWS.md", 1), paste("# unruly", version)),
  "codemeta.json: it has this version" = any(grepl(sprintf('"version": "%s"', version), readLines("codemeta.json"), fixed = TRUE)),
  "CITATION.cff: it has this version" = paste("version:", version) %in% readLines("CITATION.cff"),
  "cran-comments.md: it speaks of this version" = any(grepl(version, readLines("cran-comments.md"), fixed = TRUE)),
  "man/: the help is that of this version (`make docs`)" = file.exists("man/unruly-package.Rd"),
  "this machine: pandoc and R's knitr, rmarkdown and ggplot2 are here, which vignettes need (`make check` installs them)" =
    nzchar(Sys.which("pandoc")) && all(vapply(c("knitr", "rmarkdown", "ggplot2"), requireNamespace, NA, quietly = TRUE)),
  "everything but tools/release.dcf is committed" =
    length(system2("git", c("status", "--porcelain", "--", ".", "':!tools/release.dcf'"), stdout = TRUE)) == 0
)
if (!all(checks)) {
  message("Not ready. Still to be done:\n", listed(checks))
  quit(status = 1L)
}
filled <- c(
  "`Given` and `Family`: the maintainer's name" = said("Given") && said("Family"),
  "`Email`: the maintainer's address" = grepl("^[^@ ]+@[^@ ]+[.][^@ ]+$", given["Email"]),
  "`URL`: the address of the site, which `make site` builds" = is_page("URL"),
  "`BugReports`: the address of a page" = is_page("BugReports")
)
is_draft <- !all(filled)

# A copy of what is committed, with what was filled in, and the README for readers who have only the archive.
folder <- file.path(".build", "release")
unlink(folder, recursive = TRUE)
dir.create(folder, recursive = TRUE)
if (system2("sh", c("-c", shQuote(paste("git archive HEAD | tar -x -C", folder)))) != 0) stop("The sources could not be copied.")

# The maintainer takes the place of the developers' address, in DESCRIPTION and on the package's help page, which roxygen2 made of
# it; who contributed stays.
fill_in <- function() {
  people <- eval(parse(text = package[["Authors@R"]]))
  before <- people[vapply(people, function(one) "cre" %in% one$role, NA)]
  others <- people[vapply(people, function(one) !"cre" %in% one$role, NA)]
  people <- c(person(given[["Given"]], given[["Family"]], role = c("aut", "cre"), email = given[["Email"]]),
              person(before$given, role = setdiff(before$role, "cre")), others)
  package["Authors@R"] <- paste(format(people, style = "R"), collapse = "\n")
  package[c("URL", "BugReports")] <- given[c("URL", "BugReports")]
  write.dcf(t(package), file.path(folder, "DESCRIPTION"), keep.white = c("Authors@R", "Description"))

  page <- file.path(folder, "man", "unruly-package.Rd")
  help <- readLines(page, encoding = "UTF-8")
  at <- grep("\\strong{Maintainer}", help, fixed = TRUE)
  if (length(at) != 1) stop("man/unruly-package.Rd does not name the maintainer once.")
  help[at] <- sprintf("\\strong{Maintainer}: %s %s \\email{%s}\n\nAuthors:\n\\itemize{\n  \\item %s [copyright holder]\n}",
                      given[["Given"]], given[["Family"]], given[["Email"]], before$given)
  writeLines(enc2utf8(help), page, useBytes = TRUE)

  files <- list.files(file.path(folder, c("R", "inst", "man", "vignettes")), "[.](R|Rd|Rmd|md)$", recursive = TRUE, full.names = TRUE)
  left <- Filter(function(file) any(grepl(before$email, readLines(file, warn = FALSE), fixed = TRUE, useBytes = TRUE)),
                 c(file.path(folder, c("DESCRIPTION", "README.md")), files))
  if (length(left)) stop("The archive still has the developers' address: ", paste(left, collapse = " "))
}
if (!is_draft) fill_in()

if (is_page("URL")) {
  for (page in list.files(file.path(folder, "man"), "[.]Rd$", full.names = TRUE)) {
    writeLines(enc2utf8(archive_help(readLines(page, encoding = "UTF-8"), given[["URL"]])), page, useBytes = TRUE)
  }
}

readme <- file.path(folder, "README.md")
site <- if (is_page("URL")) given[["URL"]] else "https://unruly.invalid"
writeLines(enc2utf8(archive_readme(readLines(readme, encoding = "UTF-8"), site)), readme, useBytes = TRUE)

message("R CMD build: one to two minutes, most of them for the vignettes ...")
setwd(folder)
said_by_build <- suppressWarnings(system2("R", c("CMD", "build", "."), stdout = TRUE, stderr = TRUE))
if (!is.null(attr(said_by_build, "status"))) {
  writeLines(said_by_build)
  quit(status = 1L)
}
message("The archive is ", file.path(".build", "release", sprintf("unruly_%s.tar.gz", version)), ".")
if (is_draft) {
  message("It is a draft. Before it is sent to CRAN, fill in these fields of tools/release.dcf and call `make release` again:\n", listed(filled))
}
