library(testthat)
library(unruly)

test_check("unruly")
