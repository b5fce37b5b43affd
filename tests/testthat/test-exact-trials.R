# Trials of two arms exactly: shares, and how often the difference is significant at the end, by three ways.

table_a <- list(
  list("best", "chance", c(0.3, 0.6), c(0.5926674288, 0.1187197391, 0.2559325037)), # word ok
  list("rsihr", "chance", c(0.3, 0.6), c(0.56358026, 0.11594506, 0.27044642)), # word ok
  list("rsihr", "dbcd", c(0.3, 0.6), c(0.5831520745, 0.0888020543, 0.2839248692)),
  list("rsihr", "erade", c(0.3, 0.6), c(0.5789142660, 0.0780091745, 0.2879633055)),
  list("neyman", "dbcd", c(0.3, 0.6), c(0.5152659564, 0.0746697868, 0.3015573210)),
  list("neyman", "erade", c(0.3, 0.6), c(0.5148778935, 0.0623940297, 0.3008436935)),
  list("best", "chance", c(0.3, 0.3), c(0.5, 0.1204371440, 0.0188588923)) # word ok
)

test_that("the recursion of the tests gives what other programs give", {
  for (row in table_a) {
    found <- literal_exact_trial(row[[3]], 20, row[[1]], row[[2]])
    expect_lt(max(abs(found - row[[4]])), if (row[[2]] == "chance" && row[[1]] == "rsihr") 5e-9 else 1e-10) # word ok
  }
})
