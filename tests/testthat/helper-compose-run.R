# The composing fuzzer: drawing settings, holding claims against them, saying what does not hold.

# Functions `invariant_...` of the helpers.
claims_there_are <- function() sub("^invariant_", "", ls(environment(claims_there_are), pattern = "^invariant_"))

# What is wrong with a claim of a played setting; NULL if nothing is.
what_is_wrong <- function(name, p) {
  if (!is.null(p$refusal) && name != "refusals") return()
  tryCatch(get(paste0("invariant_", name))(p), error = function(e) wrong_refusal(e) %||% paste("refused:", gsub("\\s+", " ", conditionMessage(e))))
}

# Whether a claim holds of a setting: TRUE, or what is wrong.
holds <- function(name, s) what_is_wrong(name, played(s)) %||% TRUE

# Settings `numbers` of a seed. Of each the claims `claims`, or so many of them in turn. A finding is an expression, and what
# is wrong; none: character().
compose <- function(seed, numbers, claims = claims_there_are(), each = length(claims), tell = function(...) NULL) {
  findings <- character()
  seen <- character()
  for (number in numbers) {
    s <- compose_setting(seed, number)
    p <- played(s)
    now <- union("refusals", claims[((number - 1) * each + seq_len(each) - 1) %% length(claims) + 1])
    tell(p, number)
    for (name in now) {
      wrong <- what_is_wrong(name, p)
      if (is.null(wrong)) next
      found <- as_finding(name, s, number)
      findings <- c(findings, found)
      cat(found, "\n", file = stderr())
    }
  }
  findings
}

as_finding <- function(name, s, number) {
  smallest <- shrink_setting(s, function(smaller) !isTRUE(holds(name, smaller)))
  sprintf("%s (setting %d): %s\n  holds(\"%s\", %s)", name, as.integer(number), holds(name, smallest), name, code_of(smallest))
}
