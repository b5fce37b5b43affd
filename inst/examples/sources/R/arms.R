arms_between <- function(low, high, ...) {
  p <- described("arms_between")
  count <- common_size(p)
  new_arms("between", count, lapply(p, spread_to, count), range = c(parameter_range(p$low)[1], parameter_range(p$high)[2]))
}

arms_laplace <- function(location, scale = 1, ...) {
  p <- described("arms_laplace")
  count <- common_size(p)
  widest <- max(parameter_range(p$scale))
  new_arms("laplace", count, lapply(p, spread_to, count), range = c(-Inf, Inf), sd = sqrt(2) * widest,
           likely = likely_range(p$location) + c(-10, 10) * widest)
}
