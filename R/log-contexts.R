# The contexts of a user's data: columns of many kinds as numbers, an intercept, and scales that policies can learn.

# A matrix of numbers, one row per event: numbers as they are, TRUE and FALSE as 1 and 0, and for strings and factors
# a column for each value, 1 where it is that. Numbers with a class (days, metres) have no meaning here. `how`: see
# contexts_as_given.
context_columns <- function(data, columns, how, argument, call) {
  check_flag(how$intercept, "intercept", call)
  check_flag(how$scale, "scale", call)
  if (length(columns) == 0) return(NULL)
  parts <- lapply(columns, function(name) {
    part <- one_context(data[[name]], paste0(argument, "$", name), call)
    list(value = part, names = context_names(name, data[[name]], part))
  })
  context <- unname(do.call(cbind, lapply(parts, `[[`, "value")))
  context <- check_matrix(context, paste0(argument, "$context"), rows = nrow(data), call = call,
                          wanted = "columns of finite numbers, one row per event")
  names <- unlist(lapply(parts, `[[`, "names"))
  if (how$scale) {
    scaled <- scaled_contexts(context, names)
    context <- scaled$context
    names <- scaled$names
  }
  if (how$intercept) {
    context <- cbind(1, context)
    names <- c("intercept", names)
  }
  list(value = context, names = names)
}

contexts_as_given <- list(intercept = FALSE, scale = FALSE)

# "age"; "region = north" for the columns of strings, "x[, 2]" for those of a matrix.
context_names <- function(name, value, part) {
  if (is.factor(value) || is.character(value)) return(sprintf("%s = %s", name, context_levels(value)))
  if (ncol(part) == 1) name else sprintf("%s[, %d]", name, seq_len(ncol(part)))
}

# Returns columns less their means, over their standard deviations; those of 0 and 1, and constant ones, as they are.
scaled_contexts <- function(context, names) {
  for (j in seq_len(ncol(context))) {
    x <- context[, j]
    if (all(x == 0 | x == 1) || min(x) == max(x)) next
    middle <- mean(x)
    spread <- stats::sd(x)
    context[, j] <- (x - middle) / spread
    names[j] <- sprintf("(%s - %s) / %s", names[j], exact_text(middle), exact_text(spread))
  }
  list(context = context, names = names)
}

# Says in which form an agent wants its contexts: it has learned from scaled ones, and takes later ones as they are.
tell_scales <- function(names) {
  if (!any(grepl("^[(].* - .*[)] / [-+.0-9e]+$", names))) return(invisible())
  inform_plain(c(i = "The contexts of this log were scaled. Give `agent_choose()` contexts in the same form and order:",
                 rlang::set_names(names, "*")), class = "unruly_message_context")
}

one_context <- function(value, argument, call) {
  if (inherits(value, "AsIs")) oldClass(value) <- setdiff(oldClass(value), "AsIs")
  if (is.object(value) && !is.factor(value)) abort_argument(argument, "numbers, TRUE and FALSE, strings or a factor",
                                                            value, call = call)
  refuse_missing_contexts(value, argument, call)
  if (is.logical(value) && is.null(dim(value))) return(as.matrix(as.double(value)))
  if (!is.factor(value) && !is.character(value)) return(as.matrix(value))
  levels <- context_levels(value)
  refuse_many_levels(value, levels, argument, call)
  outer(as.character(value), levels, "==") + 0
}

refuse_missing_contexts <- function(value, argument, call) {
  if (!is.atomic(value) || !anyNA(value)) return(invisible())
  rows <- which(rowSums(is.na(as.matrix(value))) > 0)
  many <- length(rows) > 1
  first <- format_count(rows[1])
  abort_argument(argument, "without missing values", call = call,
                 given = if (many) sprintf("NA in %s, the first is row %s", count_of(length(rows), "row"), first) else
                   sprintf("NA in row %s", first),
                 hint = sprintf("Leave %s out, or fill %s in, beforehand.", if (many) "these rows" else "this row",
                                if (many) "them" else "it"))
}

context_levels <- function(value) {
  if (is.factor(value)) levels(droplevels(value)) else sort(unique(value), method = "radix")
}

# Before there is a column for each of them.
refuse_many_levels <- function(value, levels, argument, call) {
  if (length(levels) <= most_context_levels) return(invisible())
  abort_argument(argument, sprintf("strings or a factor with at most %s different values",
                                   format_count(most_context_levels)), call = call,
                 given = sprintf("%s, each of which would be a column", format_count(length(levels))),
                 hint = "Group the values, or leave the column out.")
}

most_context_levels <- 1000

# --- contexts that policies learn badly ---------------------------------------------------

# Policies with contexts are linear in them, without an intercept of their own, and their priors are the same for all
# coordinates. Of a few events there is little to learn in any case.
warn_of_raw_contexts <- function(context, advice, call) {
  if (is.null(context) || nrow(context) < 30) return(invisible())
  sizes <- apply(context, 2, typical_size)
  sizes <- sizes[sizes > 0]
  lacks <- !spans_constant(context)
  uneven <- length(sizes) > 0 && max(sizes) >= 10 * min(sizes)
  if (!lacks && !uneven) return(invisible())
  warn_plain(c("Policies may learn little from these contexts.",
               x = if (lacks) "No column is constant, so rewards are taken to be 0 where the contexts are 0.",
               x = if (uneven) sprintf("Their columns differ in scale by a factor of %s.",
                                       format_numbers(signif(max(sizes) / min(sizes), 2))),
               i = advice(lacks, uneven)),
             class = c("unruly_warning_context", "unruly_warning"), call = call)
}

# What as_log() is to be given.
context_advice <- function(lacks, uneven) {
  sprintf("Try `%s`.", paste(c(if (lacks) "intercept = TRUE", if (uneven) "scale = TRUE"), collapse = ", "))
}

# The root of the mean square where it is not 0, so that a rare value of a factor has the size 1.
typical_size <- function(x) if (any(x != 0)) sqrt(mean(x[x != 0]^2)) else 0

# Returns whether some sum of multiples of the columns is constant; of many rows a thousand are looked at.
spans_constant <- function(context) {
  rows <- unique(round(seq(1, nrow(context), length.out = min(nrow(context), max(1000, 2 * ncol(context))))))
  part <- context[rows, , drop = FALSE]
  sizes <- apply(abs(part), 2, max)
  part <- t(t(part) / ifelse(sizes > 0, sizes, 1))
  max(abs(qr.resid(qr(part), rep(1, length(rows))))) < 1e-6
}
