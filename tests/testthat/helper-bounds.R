# A table of waiting values as waiting_value() gives it, for the tests of bounds.
waiting_table <- function() {
  data.frame(arm = 1, wait = 1:3, time = c(1, 1.8, 2.5), rate = c(0.2, 0.3, 0.36), gap = c(0.16, 0.06, 0))
}
