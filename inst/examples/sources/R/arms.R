arms_between <- function(low, high, ...) {
  p <- described("arms_between")
  count <- common_size(p)
  new_arms("between", count, lapply(p, spread_to, count), range = c(parameter_range(p$low)[1], parameter_range(p$high)[2]))
}
