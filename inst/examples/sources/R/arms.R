arms_between <- function(low, high, ...) {
  check_arguments("arms_between")
  count <- common_size(list(low = low, high = high))
  new_arms("between", count, list(low = spread_to(low, count), high = spread_to(high, count)),
           range = c(parameter_range(low)[1], parameter_range(high)[2]))
}
