# Reads the web site as a visitor would, and fails if something is wrong with it:
#
#   Rscript tools/site-check.R .build/site
#
# First every link of every page is followed to a file and to a place in it. Then
# headless Chromium opens every page in a window of 400 pixels (a page that is wider, errors of scripts, pictures
# that do not show or of which no text says what they show, anything asked of the network), and clicks through the
# menus, narrow and wide.
# Without a browser the first part is all, and it says so. (tests/web/site.js searches, plays, and asks axe.)
suppressPackageStartupMessages(library(xml2))

site <- normalizePath(commandArgs(TRUE)[1])
pages <- list.files(site, "[.]html$", recursive = TRUE)
problems <- character()
note <- function(...) problems <<- c(problems, sprintf(...))

# --- links ------------------------------------------------------------------------

documents <- stats::setNames(lapply(file.path(site, pages), read_html), pages)
places <- lapply(documents, function(page) xml_text(xml_find_all(page, "//@id | //a/@name")))

check_link <- function(page, link) {
  if (link == "" || grepl("^([a-z]+:|//)", link)) return() # elsewhere
  link <- utils::URLdecode(link)
  path <- sub("[?#].*", "", link)
  place <- if (grepl("#", link)) sub("^[^#]*#", "", link) else ""
  target <- if (path == "") file.path(site, page) else normalizePath(file.path(site, dirname(page), path), mustWork = FALSE)
  if (dir.exists(target)) target <- file.path(target, "index.html")
  if (!file.exists(target)) return(note("%s: the link %s leads nowhere", page, link))
  name <- substring(target, nchar(site) + 2)
  if (path == "") name <- page
  if (nzchar(place) && name %in% pages && !place %in% places[[name]]) {
    note("%s: the link %s leads to no place of that page", page, link)
  }
}

followed <- 0
for (page in setdiff(pages, "404.html")) { # which is shown for any folder, so its links are absolute
  links <- unique(xml_text(xml_find_all(documents[[page]], "//@href | //@src")))
  followed <- followed + length(links)
  for (link in links) check_link(page, link)
}
cat(sprintf("%d links of %d pages followed.\n", followed, length(pages)))

# --- a browser, driven by the WebDriver protocol ----------------------------------------

find_program <- function(names) unname(Filter(nzchar, Sys.which(names)))[1]
driver <- find_program(c("chromedriver", "chromium-driver"))
browser <- find_program(c("chromium", "chromium-browser", "google-chrome", "chrome"))

ask <- function(path, body = NULL, method = if (is.null(body)) "GET" else "POST") {
  handle <- curl::new_handle(customrequest = method, timeout = 60)
  curl::handle_setheaders(handle, "Content-Type" = "application/json")
  if (!is.null(body)) curl::handle_setopt(handle, postfields = jsonlite::toJSON(body, auto_unbox = TRUE))
  answer <- curl::curl_fetch_memory(paste0(server, path), handle)
  value <- jsonlite::fromJSON(rawToChar(answer$content), simplifyVector = FALSE)$value
  if (answer$status_code >= 400) stop("the browser: ", value$message, call. = FALSE)
  value
}
here <- function(path = "", ...) ask(paste0("/session/", session, path), ...)
empty <- stats::setNames(list(), character())
run <- function(script) here("/execute/sync", list(script = script, args = list()))
go <- function(page) here("/url", list(url = paste0("file://", site, "/", page)))
wait_for <- function(script, seconds = 10) {
  for (i in seq_len(seconds * 10)) {
    if (isTRUE(run(paste("return !!(", script, ");")))) return(TRUE)
    Sys.sleep(0.1)
  }
  FALSE
}
elements <- function(css) vapply(here("/elements", list(using = "css selector", value = css)), `[[`, "", 1)
click <- function(element) here(paste0("/element/", element, "/click"), empty)

# The browser's complaints since the last call.
complaints <- function(where) {
  for (line in here("/se/log", list(type = "browser"))) {
    if (line$level %in% c("SEVERE", "WARNING")) note("%s: the browser says: %s", where, line$message)
  }
}

look_at <- function(page) {
  go(page)
  seen <- run("return {
    title: document.title,
    words: (document.querySelector('main') || document.body).innerText.length,
    broken: [...document.images].filter(i => !(i.complete && i.naturalWidth > 0)).map(i => i.src),
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    silent: [...document.querySelectorAll('main img:not(.logo)')].filter(i => i.getAttribute('alt') === null || (location.href.includes('/articles/') && i.alt.trim().length < 40)).map(i => i.getAttribute('src')),
    asked: performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith('file:'))};")
  if (!nzchar(seen$title)) note("%s has no title", page)
  if (seen$words < 40) note("%s is empty", page)
  if (seen$wide > 0) note("%s is %d pixels wider than a window of 400", page, seen$wide)
  for (image in seen$silent) note("%s: no text says what %s shows", page, image)
  for (image in seen$broken) note("%s: the picture %s does not show", page, image)
  for (address in unlist(seen$asked)) if (!startsWith(address, "data:")) note("%s asks the network for %s", page, address)
  complaints(page)
}

# Opens each menu with the mouse and follows each of its entries.
click_through <- function(width) {
  here("/window/rect", list(width = width, height = 900))
  entries <- character()
  go("index.html")
  top <- length(elements("#navbar .nav-item"))
  for (i in seq_len(top)) {
    within <- 1
    repeat {
      go("index.html")
      if (width < 900) {
        click(elements(".navbar-toggler")[1])
        if (!wait_for("document.querySelector('#navbar.show')")) note("the menu of a narrow window does not open")
      }
      item <- sprintf("#navbar .navbar-nav > .nav-item:nth-of-type(%d)", i)
      toggle <- elements(paste(item, "> .dropdown-toggle"))
      if (length(toggle)) {
        click(toggle)
        if (!wait_for(sprintf("document.querySelector('%s .dropdown-menu.show')", item))) note("menu %d does not open", i)
        Sys.sleep(0.2)
      }
      links <- elements(paste(item, if (length(toggle)) ".dropdown-item" else "> .nav-link"))
      if (within > length(links)) break
      text <- here(paste0("/element/", links[within], "/text"))
      click(links[within])
      if (!wait_for("document.readyState === 'complete' && document.querySelector('main h1')")) {
        note("the menu entry \"%s\" leads to no page", text)
      }
      entries <- c(entries, text)
      complaints(paste("menu,", text))
      within <- within + 1
    }
  }
  cat(sprintf("Menus, %d pixels wide: %s\n", width, paste(entries, collapse = ", ")))
  if (length(entries) < 8) note("there are only %d menu entries", length(entries))
}

# Chromium's windows are not so narrow, what it shows can be.
narrow <- function(width) {
  metrics <- list(width = width, height = 800, deviceScaleFactor = 1, mobile = FALSE)
  here("/goog/cdp/execute", list(cmd = "Emulation.setDeviceMetricsOverride", params = metrics))
}

visit <- function() {
  narrow(400)
  for (page in setdiff(pages, "404.html")) look_at(page)
  here("/goog/cdp/execute", list(cmd = "Emulation.clearDeviceMetricsOverride", params = empty))
  cat(sprintf("%d pages opened in Chromium, 400 pixels wide.\n", length(pages) - 1))
  click_through(1200)
  click_through(600)
  go("articles/choosing.html")
  if (length(elements("#toc a")) < 3) note("an article has no list of its contents")
  if (length(elements("math")) < 1) note("maths is not MathML")
}

if (is.na(driver) || is.na(browser)) {
  cat("No browser was opened: chromium and chromedriver are not here (Debian: apt-get install chromium-driver).\n")
} else {
  port <- 9500 + Sys.getpid() %% 400
  server <- sprintf("http://127.0.0.1:%d", port)
  child <- processx::process$new(driver, sprintf("--port=%d", port), cleanup_tree = TRUE)
  for (i in 1:100) {
    if (isTRUE(tryCatch(ask("/status")$ready, error = function(e) FALSE))) break
    Sys.sleep(0.1)
  }
  wanted <- list(browserName = "chrome", "goog:loggingPrefs" = list(browser = "ALL"), "goog:chromeOptions" = list(
    binary = browser, args = list("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
  ))
  session <- ask("/session", list(capabilities = list(alwaysMatch = wanted)))$sessionId
  tryCatch(visit(), error = function(e) note("%s", conditionMessage(e)))
  invisible(here("", method = "DELETE"))
  invisible(child$kill_tree())
}

problems <- unique(problems)
if (length(problems)) {
  cat(length(problems), " problems:\n", paste0("  ", problems, "\n"), sep = "")
  quit(status = 1)
}
cat("No problem was found.\n")
