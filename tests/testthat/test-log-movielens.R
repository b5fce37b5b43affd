# A file in the form of ratings.dat; the ratings are made up.
ratings_file <- function(movie, rating, lines = NULL) {
  path <- withr::local_tempfile(fileext = ".dat", .local_envir = parent.frame())
  writeLines(c(sprintf("%d::%d::%d::%d", seq_along(movie), movie, rating, 978300760), lines), path)
  path
}

test_that("read_movielens() counts the ratings of each movie", {
  set.seed(1)
  movie <- sample(c(3952, 7, 12, 100), 500, replace = TRUE)
  rating <- sample(5, 500, replace = TRUE)
  found <- read_movielens(ratings_file(movie, rating), rows = 500)
  expect_named(found, c("movie_id", "n1", "n2", "n3", "n4", "n5"))
  expect_identical(found$movie_id, c(7, 12, 100, 3952))
  for (r in 1:5) {
    expect_equal(found[[paste0("n", r)]], vapply(found$movie_id, function(m) sum(movie == m & rating == r), 0))
  }
})

test_that("the result of read_movielens() can be written and read again", {
  found <- read_movielens(ratings_file(c(5, 5, 9, 9), c(1, 5, 2, 2)), rows = 4)
  path <- withr::local_tempfile(fileext = ".csv")
  utils::write.csv(found, path, row.names = FALSE)
  expect_equal(read_movielens(path, rows = 4), found)
  expect_error(read_movielens(path), "1,000,209", class = "unruly_error_argument")
})

test_that("read_movielens() reads compressed files and those with other line ends", {
  path <- ratings_file(c(5, 5, 9), c(1, 5, 2))
  zipped <- withr::local_tempfile(fileext = ".gz")
  connection <- gzfile(zipped, "wb")
  writeBin(charToRaw(paste0(paste(readLines(path), collapse = "\r\n"), "\r\n")), connection)
  close(connection)
  expect_identical(read_movielens(zipped, rows = 3), read_movielens(path, rows = 3))
})

test_that("a file with another number of ratings is refused, unless rows = NULL", {
  skip_in_quick()
  path <- ratings_file(c(5, 5, 9), c(1, 5, 2))
  expect_error(read_movielens(path), "3", class = "unruly_error_argument")
  expect_error(read_movielens(path, rows = 4), "one with 3", class = "unruly_error_argument")
  expect_identical(nrow(read_movielens(path, rows = NULL)), 2L)
})

test_that("a compressed file that is cut off is never read as if it were whole", {
  skip_on_cran() # long
  set.seed(2)
  counts <- data.frame(movie_id = 1:200, n1 = 1, n2 = 2, n3 = 3, n4 = 4, n5 = sample(99, 200, replace = TRUE))
  ratings <- sprintf("%d::%d::%d::%d", 1:2000, sample(50, 2000, replace = TRUE), sample(5, 2000, replace = TRUE), 978300760)
  for (lines in list(ratings, utils::capture.output(utils::write.csv(counts, row.names = FALSE)))) {
    whole <- withr::local_tempfile()
    connection <- gzfile(whole, "w")
    writeLines(lines, connection)
    close(connection)
    expect_gt(nrow(read_movielens(whole, rows = NULL)), 40)
    bytes <- readBin(whole, raw(), file.size(whole))
    cut <- withr::local_tempfile()
    for (size in share_of(unique(c(1:20, round(seq(21, length(bytes) - 1, length.out = 60)), length(bytes) - 1:8)))) {
      writeBin(bytes[seq_len(size)], cut)
      expect_error(expect_no_warning(read_movielens(cut, rows = NULL)), class = "unruly_error_argument", info = size)
    }
  }
})

test_that("malformed files are refused, saying what is wrong", {
  skip_in_quick()
  expect_error(read_movielens(ratings_file(5, 1, "1::5::6::978300760"), rows = NULL), "rating 6 of movie 5 in line 2",
               class = "unruly_error_argument")
  expect_error(read_movielens(ratings_file(5, 1, "1::5::0::978300760"), rows = NULL), "rating 0", class = "unruly_error_argument")
  for (line in c("1,5,6,978300760", "1::5::five::978300760", "1::5", "1::five::5::978300760", "1::5::4.5::978300760", "::::::")) {
    expect_error(read_movielens(ratings_file(5, 1, line), rows = NULL), class = "unruly_error_argument")
  }
  empty <- withr::local_tempfile(lines = character())
  expect_error(read_movielens(empty), class = "unruly_error_argument")
  expect_error(read_movielens(tempfile()), "does not exist", class = "unruly_error_argument")
  counts <- withr::local_tempfile(lines = c("movie_id,n1,n2,n3,n4,n5", "1,1,2,x,4,5"))
  expect_error(read_movielens(counts, rows = NULL), "n3", class = "unruly_error_argument")
  lacking <- withr::local_tempfile(lines = c("movie_id,n1,n2,n3,n4", "1,1,2,3,4"))
  expect_error(read_movielens(lacking, rows = NULL), "n5", class = "unruly_error_argument")
})

test_that("arms_movielens() makes histograms of movies with more ratings than asked for", {
  ratings <- data.frame(movie_id = c(1, 2, 3), n1 = c(1, 0, 5), n2 = 0, n3 = c(1, 1, 0), n4 = 0, n5 = c(2, 2, 5))
  arms <- arms_movielens(ratings, 3)
  expect_identical(arms$count, 2L)
  study <- play(bandit(arms), list(policy_fixed(1, label = "a"), policy_fixed(2, label = "b")), 2000)
  expect_equal(pulls(study)$mean[c(1, 4)], c((0.5 * 1 + 1 * 2) / 4, 0.5))
  expect_setequal(choices(study)$reward[choices(study)$policy == "a"], c(0, 0.5, 1))
  expect_setequal(choices(study)$reward[choices(study)$policy == "b"], c(0, 1))
  expect_identical(arms_movielens(ratings, 0)$count, 3L)
  expect_error(arms_movielens(ratings, 10), "10", class = "unruly_error_argument")
  expect_error(arms_movielens(ratings[1:3], 0), class = "unruly_error_argument")
  expect_error(arms_movielens(transform(ratings, n3 = -1), 0), class = "unruly_error_argument")
})

test_that("the user's own MovieLens 1M has the movies that the paper counts", {
  path <- Sys.getenv("UNRULY_MOVIELENS")
  skip_if(path == "", "UNRULY_MOVIELENS is not set")
  ratings <- read_movielens(path)
  expect_identical(nrow(ratings) >= 3683L, TRUE)
  for (case in list(c(2500, 13), c(2000, 31), c(1250, 118))) {
    expect_equal(arms_movielens(ratings, case[1])$count, case[2])
  }
})

test_that("edited ratings are refused", {
  skip_in_quick()
  ratings <- data.frame(n1 = c(3, 1), n2 = 1, n3 = 1, n4 = 1, n5 = 0)
  edit <- function(n1) {
    ratings <- unclass(ratings)
    ratings$n1 <- n1
    structure(ratings, class = "data.frame")
  }
  for (n1 in list(matrix(1, 2, 2), 1:3, structure(c(1, 2), class = "integer64"), c(Inf, 1), list(1, 2), factor(1:2), NULL, sum)) {
    expect_error(arms_movielens(edit(n1), 1), "`ratings` must be", class = "unruly_error_argument", info = class(n1)[1])
  }
  nameless <- ratings
  attr(nameless, "names") <- NULL
  expect_error(arms_movielens(nameless, 1), "`ratings` must be", class = "unruly_error_argument")
  # What else is in the table is the user's own.
  ratings$genres <- list("Drama", c("Comedy", "War"))
  expect_identical(arms_movielens(ratings, 1)$count, 2L)
  expect_errors(arms_movielens(ratings[0, ], 1))
})

test_that("other releases of MovieLens get an answer that helps, which is tried", {
  lines <- list(c("userId,movieId,rating,timestamp", "1,31,2.5,1260759144", "2,31,4.0,1260759144", "2,10,0.5,1260759179"),
                c("196\t242\t3\t881250949", "186\t242\t1\t891717742", "22\t377\t1\t878887116"))
  for (text in lines) {
    file <- withr::local_tempfile(lines = text)
    error <- expect_error(read_movielens(file), "another release of MovieLens", class = "unruly_error_argument")
    code <- regmatches(conditionMessage(error), gregexpr("`[^`]+`", conditionMessage(error)))[[1]]
    min_ratings <- 0
    for (part in utils::tail(gsub("`", "", gsub("\n *", " ", code)), 2)) made <- eval(parse(text = part))
    expect_s3_class(made, "unruly_arms")
    expect_identical(made$count, 2L)
  }
})
