# The composing fuzzer, by hand: draws settings (arms, traits, wrappers, policies, populations, logs, stopping rules) at
# random and checks what must hold of all of them. See tests/testthat/helper-compose-*.R.
#
#   Rscript tools/compose.R [SEED, 1 by default] [SIZE, 200 by default]
#   Rscript tools/compose.R 'holds("plain", setting(...))'     a finding again, as it was printed
arguments <- commandArgs(TRUE)
suppressPackageStartupMessages(library(unruly))
for (file in list.files(file.path("tests", "testthat"), "^helper-.*[.]R$", full.names = TRUE)) source(file)

again <- function(expression) {
  answer <- eval(str2lang(expression))
  cat(if (isTRUE(answer)) "It holds." else answer, "\n", sep = "")
  quit(status = if (isTRUE(answer)) 0L else 1L)
}

# Which policies and traits were played at all, as what is refused each time is not tested.
report_on <- function(constructors, size, findings) {
  never <- setdiff(c(policies_there_are(), traits_there_are(), kinds_of_arms(), stops_there_are()), constructors)
  if (length(never) > 0) cat("Drawn in no setting that could be played: ", paste(never, collapse = ", "), ".\n", sep = "")
  cat(sprintf("%d settings, %d findings.\n", as.integer(size), length(findings)))
  if (length(findings) > 0) cat(unique(findings), sep = "\n")
}

number_of <- function(i, otherwise) {
  if (length(arguments) < i) return(otherwise)
  number <- suppressWarnings(as.double(arguments[i]))
  if (is.na(number) || number < 1 || number != floor(number)) stop("A seed and a size are whole numbers of at least 1.", call. = FALSE)
  number
}

if (length(arguments) == 1 && grepl("(", arguments[1], fixed = TRUE)) again(arguments[1])
seed <- number_of(1, 1)
size <- number_of(2, 200)
if (requireNamespace("mirai", quietly = TRUE)) mirai::daemons(2)
constructors <- character()
findings <- compose(seed, seq_len(size), tell = function(p, number) {
  if (is.null(p$refusal)) constructors <<- union(constructors, unlist(lapply(p$setting[c("bandit", "policy", "stop")], all.names)))
  if (number %% 50 == 0) cat(sprintf("%d of %d settings\n", as.integer(number), as.integer(size)))
})
report_on(constructors, size, findings)
if (requireNamespace("mirai", quietly = TRUE)) mirai::daemons(0)
quit(status = if (length(findings) > 0) 1L else 0L)
