#!/bin/sh
# The manuscript: paper/unruly.Rmd to .build/paper/unruly.pdf (and .tex), and its replication script, paper/replication.R,
# from the same code. Needs the package, R packages, pandoc and LaTeX, and looks for all of them before anything is computed.
#
#   sh tools/paper.sh           writes it
#   sh tools/paper.sh ready     only says whether all that it needs is here
#   sh tools/paper.sh missing   prints what is not, as Debian's packages
. "$(dirname "$0")/common.sh"

# What brings each program, and each file of LaTeX that pandoc's template asks for.
needed() {
  cat <<'END'
program pandoc pandoc
program pdflatex texlive-latex-base
program kpsewhich texlive-binaries
file article.cls texlive-latex-base
file geometry.sty texlive-latex-base
file longtable.sty texlive-latex-base
file graphicx.sty texlive-latex-base
file hyperref.sty texlive-latex-base
file amsmath.sty texlive-latex-base
file amssymb.sty texlive-base
file iftex.sty texlive-base
file booktabs.sty texlive-latex-recommended
file etoolbox.sty texlive-latex-recommended
file fancyvrb.sty texlive-latex-recommended
file xcolor.sty texlive-latex-recommended
file footnote.sty texlive-latex-recommended
file float.sty texlive-latex-recommended
file framed.sty texlive-latex-extra
file lmodern.sty lmodern
file ecrm1000.tfm texlive-fonts-recommended
END
}
missing() {
  needed | while read -r kind name package; do
    case $kind in
      program) have "$name" || echo "$package" ;;
      file) { have kpsewhich && [ -n "$(kpsewhich "$name")" ]; } || echo "$package" ;;
    esac
  done | sort -u
}

[ "${1:-}" != missing ] || { missing; exit 0; }
lacking=$(missing)
packages=$(Rscript tools/needs.R list paper < /dev/null)
[ -z "$lacking$packages" ] || stop "To write the manuscript these are needed." \
  ${lacking:+"Debian's packages:" $lacking.} ${packages:+"R packages:" $packages.}
mkdir -p "$build/paper"
[ "${1:-}" != ready ] || { Rscript tools/paper.R ready < /dev/null; exit; }

Rscript tools/paper.R
say "The manuscript: $build/paper/unruly.pdf"
