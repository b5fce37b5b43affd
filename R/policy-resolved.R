# Policies as they play a bandit: one that is given no scale of rewards takes what the bandit states, once a study, an
# exact study or an agent is made. And what a study says of scales: those that it took, and those that do not fit.

# A policy as it plays rewards that are stated to be so (stated_scale()); one whose scale is given plays all alike.
resolve_policy <- function(policy, stated) {
  if (!is.null(policy$stream)) policy$stream <- resolve_policy(policy$stream, stated)
  if (!is.null(policy$base)) {
    inside <- resolve_policy(policy$base, stated)
    return(if (identical(inside, policy$base)) policy else wrap_again(policy, inside))
  }
  if (is.null(policy$open)) return(policy)
  scale <- resolved_scale(policy$constructor, policy$open, stated)
  arguments <- c(policy$open[setdiff(names(policy$open), names(scale))], scale, list(label = policy$label))
  made <- do.call(policy$constructor, arguments, quote = TRUE, envir = topenv())
  for (part in c("parameters", "settings", "assumes")) policy[part] <- list(made[[part]])
  policy$open <- NULL
  policy$scale <- scale
  policy
}

# All policies as they play a bandit. A study asks three times for the same ones: whether they can play, whether their
# scales fit, and to start; so the latest are kept.
resolve_policies <- function(policies, bandit) {
  asked <- list(policies, stated_scale(bandit))
  if (!identical(latest_resolved$asked, asked)) {
    latest_resolved$made <- lapply(policies, resolve_policy, asked[[2]])
    latest_resolved$asked <- asked
  }
  latest_resolved$made
}

latest_resolved <- new.env(parent = emptyenv())

# Returns the policies of all bandits one after the other, in the order of the cells of a study.
resolved_cells <- function(description) {
  unlist(lapply(unname(description$bandits), function(b) unname(resolve_policies(description$policies, b))),
         recursive = FALSE)
}

# The scale arguments of a constructor: those that are given, and for the others what is stated. NULL where nothing is.
resolved_scale <- function(type, given, stated) {
  takes <- intersect(names(formals(get(type, topenv()))), c("family", "range", "sd"))
  if (identical(given$index, "kl")) takes <- setdiff(takes, "sd") # a divergence
  bounds <- stated$range %||% c(0, 1)
  free <- is.null(stated$range) && !is.null(stated$sd)
  noise <- if (!free) diff(bounds) / 2 else if (is.finite(stated$sd)) stated$sd else core_scales(type)$sd
  if (!"family" %in% takes) {
    by_noise <- !"range" %in% takes || "sd" %in% takes && free && is.finite(stated$sd)
    return(if (by_noise) list(sd = noise) else list(range = bounds))
  }
  ranged <- type %in% ranged_families
  # One that takes no scale beside the family is made for rewards in [0, 1].
  fits <- !free && !isTRUE(stated$sums) && (length(takes) > 1 || bounds[1] >= 0 && bounds[2] <= 1)
  family <- given$family %||% if (fits || ranged) "bernoulli" else "gaussian" # a sum may be anything
  scale <- c(list(family = family), if (family == "bernoulli" || ranged) list(range = bounds) else list(sd = noise))
  scale[names(scale) %in% takes]
}

# With the scales that the core takes for usual, whatever the bandit.
usual_scaled <- function(policy) {
  if (!is.null(policy$base)) return(wrap_again(policy, usual_scaled(policy$base)))
  if (is.null(policy$open)) return(policy)
  gaussian <- identical(policy$open$family %||% core_scales(policy$constructor)$family, "gaussian")
  resolve_policy(policy, if (gaussian || is_by_noise(policy)) list(sd = 1) else list(range = c(0, 1)))
}

is_by_noise <- function(policy) {
  takes <- names(formals(get(policy$constructor, topenv())))
  "sd" %in% takes && !"range" %in% takes
}

# Returns what is said of the scales that came from the bandits: "SE sd = 0.5; Thompson bernoulli on [0, 1]"; NULL if
# none did.
scales_text <- function(description) {
  texts <- lapply(description$bandits, function(bandit) {
    unlist(lapply(unname(resolve_policies(description$policies, bandit)), function(policy) {
      inside <- assuming(policy)
      if (!is.null(inside$scale)) rlang::set_names(scale_words(inside$scale), policy$label)
    }))
  })
  if (length(unlist(texts)) == 0) return(NULL)
  common <- all(vapply(texts, identical, NA, texts[[1]]))
  lines <- vapply(if (common) texts[1] else texts, one_scale_text, "") # word ok
  paste0("Scales: ", paste(if (common) lines else paste0(names(lines), ": ", lines), collapse = " | "))
}

one_scale_text <- function(texts) {
  labels <- split(names(texts), factor(texts, unique(texts)))
  names <- vapply(labels, function(l) {
    paste0(paste(utils::head(l, 3), collapse = ", "), if (length(l) > 3) sprintf(" and %d more", length(l) - 3))
  }, "")
  paste(names, names(labels), collapse = "; ")
}

# "bernoulli on [0, 1]", "sd = 0.5", "on [0, 1]"
scale_words <- function(scale) {
  size <- if (!is.null(scale$range)) paste("on", interval_text(scale$range)) else
    if (!is.null(scale$sd)) paste("sd =", format_numbers(scale$sd))
  if (is.null(scale$family)) return(size)
  paste0(scale$family, if (is.null(scale$range) && !is.null(size)) ", " else if (!is.null(size)) " ", size)
}

# --- scales that do not fit -------------------------------------------------------------

# One warning a study, with the argument that would mend it.
check_scales <- function(description) {
  tell_wide(description)
  scales <- lapply(description$bandits, reward_scale)
  played <- lapply(description$bandits, function(b) resolve_policies(description$policies, b))
  texts <- lapply(seq_along(description$policies), function(i) {
    plays <- lapply(played, function(policies) assuming(policies[[i]]))
    wrong <- !mapply(function(policy, scale) is.null(policy$assumes) || fits(policy$assumes, scale), plays, scales)
    # Bandits for which the policy assumes the same share a line.
    groups <- split(names(scales)[wrong], match(lapply(plays[wrong], `[[`, "assumes"), lapply(plays, `[[`, "assumes")))
    lapply(unname(groups), function(group) {
      policy <- plays[[group[1]]]
      rlang::set_names(misfit_text(policy, scales[group]), policy$label)
    })
  })
  texts <- unlist(texts)
  if (length(texts) == 0) return(invisible())
  lines <- misfit_lines(texts)
  warn_plain(c("The rewards are on another scale than some policies are made for.",
               rlang::set_names(lines, rep("x", length(lines))),
               i = "Too narrow a scale explores too little, and regret may grow like T."),
             class = "unruly_warning_scale")
}

# A scale that was given, but is twice as wide as what the bandit states, or more: it costs rounds.
tell_wide <- function(description) {
  texts <- lapply(lapply(description$policies, assuming), function(policy) {
    if (!is.null(policy$open) || is.null(policy$assumes) || !takes_scale(policy)) return(NULL)
    wide <- Filter(function(b) is_wide(policy$assumes, stated_scale(b)), description$bandits)
    if (length(wide) > 0) rlang::set_names(wide_text(policy, wide), policy$label)
  })
  texts <- unlist(unname(texts))
  if (length(texts) == 0) return(invisible())
  lines <- misfit_lines(texts)
  inform_plain(c("Some policies assume a much wider scale of rewards than the bandits state.",
                 rlang::set_names(lines, rep("x", length(lines))),
                 i = "They explore more than they need to. Without `range` and `sd` a policy takes the scale from the bandit."),
               class = "unruly_message_scale")
}

# Returns whether a scale is at least twice as wide as rewards; without bounds nothing says how wide it should be.
is_wide <- function(assumes, stated) {
  bounded <- !is.null(stated$range)
  by_noise <- isTRUE(is.finite(stated$sd)) && !isTRUE(assumes$place)
  width <- if (bounded) diff(stated$range) else if (by_noise) 2 * stated$sd
  !is.null(width) && scale_width(assumes) >= 2 * width * (1 - 1e-9)
}

scale_width <- function(assumes) if (is.null(assumes$sd)) diff(assumes$range) else 2 * assumes$sd

wide_text <- function(policy, bandits) {
  stated <- lapply(bandits, stated_scale)
  words <- vapply(stated, function(s) if (is.null(s$range)) paste("a standard deviation of", format_numbers(s$sd)) else
    paste("rewards in", interval_text(s$range)), "")
  sprintf("made for %s; %s: %s.", made_for_text(policy$assumes), few_names(names(bandits)),
          paste(utils::head(unique(words), 3), collapse = ", "))
}
