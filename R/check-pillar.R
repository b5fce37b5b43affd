# In a list column of a tibble an object of the package is shown by its name and what it is.

# "UCB1 (alpha = 2)" of a policy, whose type says that it is one.
sum_of_object <- function(x) {
  text <- sub("^<([^>]*)>$", "\\1", sub("^<[a-z ]+> (.)", "\\1", format(x)[1]))
  if (nchar(text) > longest_sum) paste0(substr(text, 1, longest_sum - 3), "...") else text
}

longest_sum <- 60

type_of_object <- function(x) sub("^unruly_", "", class(x)[1])

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_arms <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_arms <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_bandit <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_bandit <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_policy <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_policy <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_stop <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_stop <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_prior <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_prior <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_spread <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_spread <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_changes <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_changes <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_delay <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_delay <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_times <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_times <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_wear <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_wear <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_context <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_context <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_rounds <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_rounds <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_cycle <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_cycle <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_log <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_log <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_tape <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_tape <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_reps_until <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_reps_until <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_optimum <- sum_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_optimum <- type_of_object

# Shows the type alone: what these are worth does not fit into a cell.
#' @exportS3Method pillar::obj_sum
obj_sum.unruly_study <- type_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_study <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_series <- type_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_series <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_exact <- type_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_exact <- type_of_object

#' @exportS3Method pillar::obj_sum
obj_sum.unruly_agent <- type_of_object

#' @exportS3Method pillar::type_sum
type_sum.unruly_agent <- type_of_object
