with_tax <- function(b, rate, ...) {
  check_bandit(b, "b")
  check_addition(b, "tax")
  check_arguments("trait_tax")
  add_trait(b, "tax", list(rate = rate), paste("a tax of", format_numbers(rate)))
}
