test_that("every policy and every experiment has a paper that is known", {
  skip_in_quick()
  no_paper <- c("yardstick", "ours", "your own", "folklore")
  found <- find_references(setdiff(policies()$paper, no_paper))
  expect_identical(found$unknown, character())
  expect_identical(find_references(experiments()$paper)$unknown, character())
})

test_that("entries have keys of their own, authors, a year and a title", {
  skip_on_cran()
  all <- citation_of()
  expect_s3_class(all, "bibentry")
  keys <- vapply(seq_along(all), function(i) attr(unclass(all[[i]])[[1]], "key"), "")
  expect_false(anyDuplicated(keys) > 0)
  expect_match(keys, "^[A-Za-z]+[0-9]{4}$")
  for (i in seq_along(all)) {
    expect_match(all[[i]]$year, "^(19|20)[0-9]{2}$")
    expect_true(nzchar(all[[i]]$title))
    expect_true(all(nzchar(family_names(all[[i]]))))
  }
})

test_that("an entry answers to its authors and its year alone", {
  skip_in_quick()
  title_of <- function(text) find_references(text)$found$title
  expect_match(title_of("Sharoff, Mehta and Ganti 2020, Algorithm 1"), "^A Farewell to Arms")
  expect_match(title_of("Ding et al. 2013"), "Variable Costs$")
  expect_match(title_of("Li et al. 2010"), "News Article Recommendation$")
  expect_match(title_of("Li, Liu and Ji 2019"), "^Combinatorial Sleeping")
  expect_match(title_of("Traca, Rudin and Yan 2020, section 3"), "Dying Arms")
  expect_identical(find_references("Sharoff, Mehta and Ganti 2021")$unknown, "Sharoff, Mehta and Ganti 2021")
  expect_length(find_references("Thompson 1933; Agrawal and Goyal 2012")$found, 2)
})

test_that("policies, experiments and studies are cited by their papers", {
  skip_on_cran() # long
  bibtex <- function(x) paste(toBibtex(citation_of(x)), collapse = "\n")
  expect_match(bibtex(policy_wait_ucb()), "@InProceedings{SharoffMehtaGanti2020,", fixed = TRUE)
  expect_match(bibtex("fair-2"), "@Misc{FangLiSamorodnitsky2022,", fixed = TRUE)
  expect_match(bibtex(policy_fc_se()), "PMLR|Machine Learning Research")

  study <- run_study(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), policy_moss()), horizon = 10, reps = 1, seed = 1)
  expect_identical(sort(unlist(citation_of(study)$year)), c("2002", "2009"))
  experiment <- run_experiment("impatient-se", reps = 1, horizon = 10)
  expect_match(bibtex(experiment), "ShaoFang2024")
  expect_match(bibtex(policy_queue(policy_moss())), "AudibertBubeck2009.*JoulaniGyorgySzepesvari2013|Joulani.*Audibert")
})

test_that("objects from no paper are cited as the package", {
  skip_on_cran()
  expect_match(paste(toBibtex(citation_of(policy_oracle())), collapse = "\n"), "title = {unruly", fixed = TRUE)
  expect_match(paste(toBibtex(utils::citation("unruly")), collapse = "\n"), as.character(packageVersion("unruly")), fixed = TRUE)
})

test_that("citations print, as text and as BibTeX", {
  skip_in_quick()
  shown <- paste(capture.output(print(citation_of(policy_wait_ucb()))), collapse = "\n")
  expect_match(shown, "Mehta")
  expect_match(shown, "@InProceedings", fixed = TRUE)
})

test_that("other things are refused", {
  skip_in_quick()
  expect_error(citation_of("fair-99"), class = "unruly_error_argument")
  expect_error(citation_of(1), class = "unruly_error_argument")
  expect_error(citation_of(list(policy_ucb1(), 2)), class = "unruly_error_argument")
})

test_that("the papers that DESCRIPTION names are found where our references say", {
  text <- utils::packageDescription("unruly")$Description
  named <- gsub("[<>]", "", regmatches(text, gregexpr("<[^>]+>", text))[[1]])
  places <- unlist(lapply(citation_of(), function(entry) entry$url))
  expect_length(named, 5)
  expect_true(all(sub("^doi:", "https://doi.org/", named) %in% places))
})
