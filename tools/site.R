# Builds the web site into .build/site: `make site`. Everything it needs is stored
# beside its pages, so that it can be read from the folder, without a network.
suppressPackageStartupMessages(library(pkgdown))
source(file.path("tools", "site-search.R"))

site <- file.path(".build", "site")
unlink(site, recursive = TRUE)
options(pkgdown.internet = FALSE, unruly.threads = 2)

# Packages that articles name and that are not here would be looked up on CRAN:
# here nothing is found there.
utils::assignInNamespace("CRAN_urls", function() data.frame(Package = character(), URL = character()), "downlit")

# Icons would be drawn from the logo by a service on the network.
utils::assignInNamespace("build_favicons", function(...) invisible(), "pkgdown")

# The site has an index of its own: see tools/site-search.R.
utils::assignInNamespace("build_search", function(...) invisible(), "pkgdown")

# Functions and articles that _pkgdown.yml does not know get a group of their own,
# so that a new one never keeps the site from being built.
package <- as_pkgdown(".", override = list(destination = site))
known <- unlist(lapply(package$meta$reference, `[[`, "contents"))
rest <- setdiff(which(!package$topics$internal), pkgdown:::select_topics(known, package$topics))
if (length(rest) > 0) {
  others <- list(title = "Everything else", contents = as.list(package$topics$name[rest]))
  package$meta$reference <- c(package$meta$reference, list(others))
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

# The figures that can be played, as they are before they play: in <div data-play="story.version.code"></div> of an article.
addresses <- unlist(lapply(list.files("vignettes", "[.]Rmd$", recursive = TRUE, full.names = TRUE), function(file) {
  found <- grep("<div data-play=", readLines(file, encoding = "UTF-8"), fixed = TRUE, value = TRUE)
  sub('.*data-play="([^"]*)".*', "\\1", found)
}))
figures <- file.path(".build", "play", "figures")
if (played && system2("node", c("tools/play-figures.js", file.path(".build", "play"), figures, unique(addresses))) != 0) {
  stop("the figures that play could not be drawn", call. = FALSE)
}
fill_figures <- function(text) {
  text <- paste(text, collapse = "\n")
  if (!grepl("<div data-play=", text, fixed = TRUE)) return(text)
  for (address in unique(addresses)) {
    place <- sprintf("<div data-play=\"%s\">", address)
    inside <- if (played) paste(readLines(file.path(figures, paste0(address, ".html")), encoding = "UTF-8", warn = FALSE), collapse = "\n")
    parts <- strsplit(text, paste0(place, "\\s*</div>"))[[1]]
    text <- paste(parts, collapse = if (played) paste0(place, inside, "</div>") else "")
  }
  if (played) sub("</body>", "<script src=\"../play/article.js\" defer></script></body>", text, fixed = TRUE) else text
}

# The README's links are for the sources; the field of the search and the parts of a page have names.
# The cheat sheet, which has a design of its own, is copied after the pages are indexed.
for (page in pages) {
  change_page(page, function(text) {
    text <- gsub("href=\"vignettes/(articles/)?([a-z-]+)[.]Rmd\"", "href=\"articles/\\2.html\"", text)
    text <- gsub("href=\"inst/cheatsheet/cheatsheet.html\"", "href=\"cheatsheet.html\"", text)
    text <- gsub("href=\"(DESIGN|CONTRIBUTING)[.]md", "href=\"\\1.html", text)
    text <- gsub("<a href=\"bench/README[.](md|html)\">([^<]*)</a>", "\\2", text) # is in the sources only
    text <- gsub("(<input type=\"search\"[^>]*aria-label=\")[^\"]*", "\\1Search", text)
    text <- gsub("search.json\"", "search.js\"", text, fixed = TRUE)
    text <- gsub("<nav class=\"navbar", "<nav aria-label=\"Site\" class=\"navbar", text, fixed = TRUE)
    gsub("<nav id=\"toc\">", "<nav id=\"toc\" aria-label=\"On this page\">", text, fixed = TRUE)
  })
}
change_page("articles/index.html", function(text) gsub("(</?)h3>", "\\1h2>", text))

# Articles that are named in articles: *choosing* becomes a link. (In the package, where not all of them are, it is only a name.)
articles <- basename(package$vignettes$name)
for (page in setdiff(grep("^articles/", pages, value = TRUE), "articles/index.html")) {
  change_page(page, function(text) {
    gsub(sprintf("<em>(%s)</em>", paste(articles, collapse = "|")), "<a href=\"\\L\\1.html\"><em>\\E\\1</em></a>", text,
         ignore.case = TRUE, perl = TRUE)
  })
}
write_search(site, pages, package$topics)
for (page in pages) change_page(page, fill_figures)
file.copy("man/figures/logo.svg", file.path(site, "favicon.svg"), overwrite = TRUE)
file.copy("inst/cheatsheet/cheatsheet.html", site, overwrite = TRUE)
change_page("cheatsheet.html", function(text) {
  narrow <- "<style>@media (max-width: 60rem) { .columns { columns: auto 20rem; } code, td { overflow-wrap: anywhere; } body { padding: 0 8px; } }</style>"
  sub("</head>", paste0("<link rel=\"icon\" href=\"favicon.svg\">", narrow, "</head>"), text, fixed = TRUE)
})

# The page on which a bandit is played; there it has a way back. From a disk its core could not be fetched, and comes as text.
if (played) {
  play <- file.path(site, "play")
  dir.create(play, showWarnings = FALSE)
  file.copy(list.files(file.path(".build", "play", "site"), full.names = TRUE), play, overwrite = TRUE)
  file.copy(c(file.path(".build", "play", "unruly-core.js"), "web/article.js", "web/article.css"), play, overwrite = TRUE)
  file.copy(file.path(".build", "play", "index.html"), file.path(play, "offline.html"), overwrite = TRUE)
  change_page("play/index.html", function(text) {
    text <- sub("<!-- home -->", "<p><a href=\"../index.html\">unruly</a></p>", text, fixed = TRUE)
    text <- sub("<script src=\"play.js\">", paste0("<script>if (location.protocol === \"file:\") ",
      "document.write('<script src=\"unruly-core.js\"><\\/script>');</script>\n<script src=\"play.js\">"), text, fixed = TRUE)
    sub("<footer><p>", "<footer><p><a href=\"offline.html\" download>This page as one file</a>, to be used without a network. ", text, fixed = TRUE)
  })
}
cat(sprintf("The site is in %s\n", normalizePath(site)))
