# Functions that make several policies, by an argument.

variants <- function() Filter(function(type) !is.null(variant_of(type)), types_of_policies())

test_that("each is made, printed as code, listed and cited as itself", {
  skip_in_quick()
  works <- working_calls()
  listed <- policies()
  claim <- many_claims()
  for (type in variants()) {
    chosen <- variant_of(type)
    policy <- do.call(chosen$maker, with_choice(type, works[[type]][names(works[[type]]) != "label"]))
    claim(policy$constructor == type, type, "is made")
    code <- as_code(policy)
    claim(all(startsWith(code, paste0(chosen$maker, "("))), type, "is called by its function")
    claim(identical(identity_of(eval(str2expression(code))), identity_of(policy)), type, "is the same again")
    row <- which(listed$constructor == chosen$maker & listed$argument == choice_words(type))
    claim(length(row) == 1 && listed$paper[row] == registry()$paper[registry()$constructor == type], type, "is listed")
  }
  expect_claims(claim, 16)
})

test_that("values are those of the types in C, the first one the usual", {
  for (maker in unique(vapply(variants(), maker_name, ""))) {
    types <- variants_of(maker)
    expect_setequal(names(types), eval(formals(get(maker))[[attr(types, "argument")]]))
    expect_gte(length(types), 2)
  }
})

test_that("an argument that only another policy has is refused, and one that is NULL is not", {
  expect_error(policy_lucb(interval = "hoeffding", rate = "practical"), "`rate` must be left out with `interval = \"hoeffding\"`",
               class = "unruly_error_argument")
  expect_error(policy_lucb(interval = "kl", sd = 2), "`sd` must be left out", class = "unruly_error_argument")
  expect_identical(policy_lucb(interval = "kl", sd = NULL), policy_lucb(interval = "kl"))
  expect_error(policy_racing(test = "t"), "`test` must be one of \"chernoff\", \"kl\"", class = "unruly_error_argument")
})
