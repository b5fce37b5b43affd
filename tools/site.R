# Builds the web site into .build/site: `make site`. Everything it needs is stored
# beside its pages, so that it can be read from the folder, without a network.
suppressPackageStartupMessages(library(pkgdown))

site <- file.path(".build", "site")
unlink(site, recursive = TRUE)
options(pkgdown.internet = FALSE, unruly.threads = 2)

# Packages that articles name and that are not here would be looked up on CRAN:
# here nothing is found there.
utils::assignInNamespace("CRAN_urls", function() data.frame(Package = character(), URL = character()), "downlit")

# Icons would be drawn from the logo by a service on the network.
utils::assignInNamespace("build_favicons", function(...) invisible(), "pkgdown")

# Functions and articles that _pkgdown.yml does not know get a group of their own,
# so that a new one never keeps the site from being built.
package <- as_pkgdown(".", override = list(destination = site))
known <- unlist(lapply(package$meta$reference, `[[`, "contents"))
rest <- paste0("-", known[!startsWith(known, "-")])
if (length(pkgdown:::select_topics(rest, package$topics)) > 0) {
  package$meta$reference <- c(package$meta$reference, list(list(title = "Everything else", contents = as.list(rest))))
}
more <- setdiff(package$vignettes$name, unlist(lapply(package$meta$articles, `[[`, "contents")))
if (length(more) > 0) {
  group <- list(title = "Going further", navbar = "Going further", contents = as.list(unname(more)))
  package$meta$articles <- c(package$meta$articles, list(group))
}

# Without its tools the page on which a bandit is played is not there, nor what leads to it.
played <- dir.exists(file.path(".build", "play"))
if (!played) package$meta$navbar$structure$left <- setdiff(package$meta$navbar$structure$left, "play")

build_site(package, preview = FALSE, install = FALSE, new_process = FALSE, devel = FALSE)

# --- what pkgdown does not do -------------------------------------------------------

pages <- setdiff(list.files(site, "[.]html$", recursive = TRUE), "404.html")

change_page <- function(page, change) {
  file <- file.path(site, page)
  text <- readLines(file, encoding = "UTF-8", warn = FALSE)
  writeLines(enc2utf8(change(text)), file, useBytes = TRUE)
}

# The README's links are for the sources; and there is no logo. The cheat sheet, which
# has a design of its own, is copied after the pages are indexed.
for (page in pages) {
  change_page(page, function(text) {
    text <- gsub("href=\"vignettes/(articles/)?([a-z-]+)[.]Rmd\"", "href=\"articles/\\2.html\"", text)
    text <- gsub("href=\"inst/cheatsheet/cheatsheet.html\"", "href=\"cheatsheet.html\"", text)
    if (!played) text <- gsub("<div data-play=[^>]*></div>", "", text)
    gsub("<img src=\"\" class=\"logo\" alt=\"\">", "", text, fixed = TRUE)
  })
}

# The index of the search: each page, and each heading with what is under it. As a
# script, for a page that is read from a folder may not fetch files.
words_of <- function(node) gsub("[[:space:]]+", " ", trimws(xml2::xml_text(node)))
index_page <- function(page) {
  main <- xml2::xml_find_first(xml2::read_html(file.path(site, page)), "//main")
  if (is.na(main)) return(list())
  title <- words_of(xml2::xml_find_first(main, ".//h1"))
  name <- sub("[.]html$", "", basename(page))
  if (startsWith(page, "reference/") && name != "index") title <- paste0(name, ": ", title)
  whole <- list(path = page, id = "", title = title, what = title, text = tolower(words_of(main)))
  headings <- xml2::xml_find_all(main, ".//h2[@id] | .//h3[@id]")
  c(list(whole), lapply(headings, function(heading) {
    list(path = page, id = xml2::xml_attr(heading, "id"), title = title, what = words_of(heading),
         text = tolower(words_of(xml2::xml_parent(heading))))
  }))
}
index <- unlist(lapply(pages, index_page), recursive = FALSE)
writeLines(enc2utf8(paste0("window.siteIndex = ", jsonlite::toJSON(index, auto_unbox = TRUE), ";")),
           file.path(site, "search.js"), useBytes = TRUE)
file.copy("inst/cheatsheet/cheatsheet.html", site, overwrite = TRUE)

# The page on which a bandit is played; there it has a way back.
if (played) {
  dir.create(file.path(site, "play"), showWarnings = FALSE)
  file.copy(list.files(file.path(".build", "play", "site"), full.names = TRUE), file.path(site, "play"), overwrite = TRUE)
  file.copy(file.path(".build", "play", "index.html"), file.path(site, "play", "offline.html"), overwrite = TRUE)
  # Figures of articles open this page small, also from a disk, where the core could not be fetched.
  change_page("play/index.html", function(text) {
    sub("<!-- home -->", "<p><a href=\"../index.html\">unruly</a></p>", text, fixed = TRUE)
  })
}
cat(sprintf("The site is in %s\n", normalizePath(site)))
