with_tax <- function(bandit, rate, ...) describe_trait("tax")

trait_text.tax <- function(trait) paste("a tax of", format_numbers(trait$parameters$rate))
