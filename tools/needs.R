# The R packages that a job needs and that are missing here, or too old.
#
#   Rscript tools/needs.R list JOB [more packages]   prints them
#   Rscript tools/needs.R cran JOB [more packages]   installs them from CRAN
#   Rscript tools/needs.R library                    prints the library they would go to
#
# Jobs: install, demo, test, check, site, paper, fuzz, play. Names and lowest versions are DESCRIPTION's.
# Plain R: this runs before anything is installed.

# The entries of a field of DESCRIPTION as named lowest versions.
entries <- function(field) {
  text <- read.dcf("DESCRIPTION", field)[[1]]
  if (is.na(text)) return(character())
  items <- trimws(strsplit(text, ",")[[1]])
  versions <- ifelse(grepl(">=", items), gsub("^.*>=|[)[:space:]]", "", items), "0")
  names(versions) <- sub("[[:space:](].*", "", items)
  versions
}

is_missing <- function(package, version) {
  found <- tryCatch(utils::packageVersion(package), error = function(e) NULL)
  is.null(found) || found < version
}

missing_ones <- function(versions) {
  names(versions)[as.logical(mapply(is_missing, names(versions), versions))]
}

# What a job requires, and what is optional: tests that need more are skipped.
needs_of <- function(job, more) {
  imports <- entries("Imports")
  suggests <- entries("Suggests")
  must <- switch(job,
    install = character(),
    demo = "ggplot2",
    test = "testthat",
    check = c("testthat", "knitr", "rmarkdown"),
    site = ,
    paper = c("ggplot2", "knitr", "rmarkdown"),
    fuzz = c("testthat", "ggplot2", "jsonlite", "nanoparquet", "withr"),
    play = character(),
    stop("unknown job: ", job)
  )
  more <- stats::setNames(rep("0", length(more)), more)
  # Many packages deep or in need of Rust: used where they are, and installed for no job.
  suggests <- suggests[setdiff(names(suggests), c("gifski", "gt"))]
  list(
    must = c(imports, suggests[must], more),
    may = if (job %in% c("test", "check")) suggests[setdiff(names(suggests), must)]
  )
}

# The first writable library; the user's own is created if necessary.
library_to_write <- function() {
  for (folder in .libPaths()) if (file.access(folder, 2) == 0) return(folder)
  own <- strsplit(Sys.getenv("R_LIBS_USER"), .Platform$path.sep)[[1]][1]
  if (is.na(own)) stop("no R library may be written to, and R_LIBS_USER is not set", call. = FALSE)
  dir.create(own, recursive = TRUE, showWarnings = FALSE)
  .libPaths(c(own, .libPaths()))
  own
}

install_from_cran <- function(packages) {
  repos <- getOption("repos")
  if (is.null(repos) || is.na(repos["CRAN"]) || repos["CRAN"] %in% c("", "@CRAN@")) {
    repos["CRAN"] <- "https://cloud.r-project.org"
  }
  options(repos = repos, timeout = max(300, getOption("timeout")))
  offered <- suppressWarnings(rownames(utils::available.packages()))
  if (length(offered) == 0) return(message("CRAN (", repos["CRAN"], ") cannot be reached."))
  offered <- intersect(packages, offered)
  if (length(offered) == 0) return()
  folder <- library_to_write()
  message("Installing from CRAN into ", folder, ": ", paste(offered, collapse = " "))
  tryCatch(
    utils::install.packages(offered, lib = folder, Ncpus = 2L),
    error = function(e) message(conditionMessage(e))
  )
}

main <- function(arguments) {
  if (arguments[1] == "library") return(cat(library_to_write()))
  least <- entries("Depends")[["R"]]
  if (getRversion() < least) stop("R ", least, " or newer is needed; this is ", getRversion(), call. = FALSE)
  needs <- needs_of(arguments[2], arguments[-(1:2)])
  all <- c(needs$must, needs$may)
  if (arguments[1] == "list") return(cat(missing_ones(all)))

  install_from_cran(missing_ones(all))
  lacking <- missing_ones(needs$must)
  if (length(lacking)) stop("could not install: ", paste(lacking, collapse = ", "), call. = FALSE)
  without <- missing_ones(needs$may)
  if (length(without)) {
    message("Going on without ", paste(without, collapse = ", "), ": the tests that want it are skipped.")
  }
}

main(commandArgs(TRUE))
