#!/bin/sh
# The manuscript: paper/unruly.Rmd to .build/paper/unruly.pdf (and .tex), and its replication script, paper/replication.R,
# from the same code. Needs the package, rmarkdown, ggplot2, pandoc and LaTeX.
set -eu
cd "$(dirname "$0")/.."

for program in pandoc pdflatex; do
  command -v "$program" > /dev/null && continue
  echo "make paper needs $program (Debian: pandoc, texlive-latex-recommended, texlive-fonts-recommended, lmodern)" >&2
  exit 1
done
Rscript -e 'for (p in c("rmarkdown", "ggplot2")) if (!requireNamespace(p, quietly = TRUE)) stop("make paper needs the R package ", p)'

mkdir -p .build/paper
Rscript tools/paper.R
echo "The manuscript: $(pwd)/.build/paper/unruly.pdf"
