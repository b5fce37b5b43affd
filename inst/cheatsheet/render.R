# Renders the cheat sheet, one landscape page of A4 when printed:
#   Rscript inst/cheatsheet/render.R
# Needs rmarkdown and pandoc, no LaTeX. For a PDF print the page from a browser.
folder <- if (dir.exists("inst/cheatsheet")) "inst/cheatsheet" else "."
rmarkdown::render(file.path(folder, "cheatsheet.Rmd"), quiet = TRUE)
