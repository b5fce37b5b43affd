with_tax <- function(b, rate, ...) {
  check_bandit(b, "b")
  check_addition(b, "tax")
  p <- described("trait_tax")
  add_trait(b, "tax", p, paste("a tax of", format_numbers(p$rate)))
}
