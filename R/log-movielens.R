#' MovieLens 1M as a bandit
#' @description
#' Reads the ratings of MovieLens 1M, counted by movie, and makes arms of the movies.
#'
#' **Use it when** you reproduce published experiments on this data set. For your own ratings, use [arms_categorical()].
#'
#' @details
#' A pull of a movie draws one of its ratings and pays (rating - 1) / 4. The data cannot be redistributed and are not in
#' the package: get `ml-1m.zip` from <https://grouplens.org/datasets/movielens/1m/> and give the path of its
#' `ratings.dat`.
#'
#' @param file Path of `ratings.dat` (lines `UserID::MovieID::Rating::Timestamp`, ratings from 1 to 5), or of a CSV file
#'   with the columns `movie_id` and `n1` to `n5`, such as [utils::write.csv()] makes of a result of `read_movielens()`.
#'   Either file may be compressed with gzip.
#' @param rows The number of ratings that the file must have, a whole number of at least 1, or `NULL` for any. Default:
#'   1000209, that of MovieLens 1M.
#' @param ratings What `read_movielens()` returns, or a data frame with its columns `n1` to `n5`.
#' @param min_ratings Movies with more ratings than this become arms. A whole number of at least 0.
#' @param ... Must be empty.
#' @return `read_movielens()`: a tibble with one row per movie in ascending order: `movie_id`, and `n1` to `n5`, how
#'   many ratings of 1 to 5 it has. `arms_movielens()`: an [arms] object; arm k is the k-th movie, in the order of
#'   `ratings`, with more than `min_ratings` ratings.
#' @section Errors: `unruly_error_argument`: there is no such file, it is incomplete, a line is malformed, the number of
#'   ratings is not `rows`, or no movie has more than `min_ratings`.
#' @references Harper and Konstan (2015), The MovieLens Datasets: History and Context, ACM TiiS 5. Fang, Li and
#'   Samorodnitsky (2022), On Penalization in Stochastic Multi-armed Bandits, section 6.
#' @seealso [with_fairness()], [arms_categorical()]
#' @examples
#' # A file in this format with six ratings of two movies:
#' file <- tempfile(fileext = ".dat")
#' rows <- sprintf("%d::%d::%d::978300760", c(1, 1, 2, 2, 3, 3), c(7, 9), c(5, 3, 4, 3, 1, 2))
#' writeLines(rows, file)
#' ratings <- read_movielens(file, rows = 6)
#' ratings
#' bandit(arms_movielens(ratings, min_ratings = 2)) |> with_fairness(share = 0.2, penalty = 0.1)
#' @export
read_movielens <- function(file, rows = 1000209, ...) {
  check_no_dots(...)
  file <- check_file(file)
  if (!is.null(rows)) rows <- check_whole(rows, "rows", min = 1)
  # A fault of the file becomes an error when all of it is read.
  header <- tryCatch(suppressWarnings(readLines(file, n = 1)), error = function(e) character())
  table <- if (length(header) == 1 && grepl("movie_id", header, fixed = TRUE, useBytes = TRUE)) read_counts(file) else
    count_ratings(file)
  found <- sum(table[rating_columns])
  if (!is.null(rows) && found != rows) {
    abort_argument("file", sprintf("a file with %s ratings (`rows`)", format_count(rows)), file,
                   given = sprintf("one with %s", format_count(found)))
  }
  table
}

rating_columns <- paste0("n", 1:5)

count_ratings <- function(file, call = rlang::caller_env()) {
  wanted <- "a file with lines `UserID::MovieID::Rating::Timestamp`"
  # Between the two colons of each "::" is an empty field.
  read <- function() {
    scan(file, what = list(NULL, NULL, 0L, NULL, 0L, NULL, NULL), sep = ":", quote = "", comment.char = "",
         multi.line = FALSE, quiet = TRUE, blank.lines.skip = TRUE)
  }
  fields <- tryCatch(
    read_whole(file, read),
    error = function(e) {
      abort_argument("file", wanted, file, given = sprintf("one that is not (%s)", conditionMessage(e)), call = call,
                     hint = other_movielens(file))
    }
  )
  movie <- fields[[3]]
  rating <- fields[[5]]
  bad <- which(is.na(movie) | is.na(rating) | rating < 1 | rating > 5)
  if (length(movie) == 0) abort_argument("file", wanted, file, given = "an empty one", call = call)
  if (length(bad) > 0) {
    abort_argument("file", paste(wanted, "and ratings from 1 to 5"), file, call = call,
                   given = sprintf("one with rating %s of movie %s in line %s", rating[bad[1]], movie[bad[1]],
                                   format_count(bad[1])))
  }
  movies <- sort(unique(movie))
  counts <- tabulate(match(movie, movies) + (rating - 1L) * length(movies), 5L * length(movies))
  counts_table(movies, matrix(as.double(counts), ncol = 5))
}

# Returns what to do with the ratings of another release, which have other separators and half stars.
other_movielens <- function(file) {
  line <- tryCatch(suppressWarnings(readLines(file, n = 1)), error = function(e) "")
  read <- if (length(line) == 0) NULL else
    if (grepl("^\"?userId\"?,\"?movieId\"?,", line, useBytes = TRUE)) "utils::read.csv(file)" else
    if (grepl("^[0-9]+\t[0-9]+\t[0-9]+\t[0-9]+\r?$", line, useBytes = TRUE)) {
      "stats::setNames(utils::read.delim(file, header = FALSE), c(\"userId\", \"movieId\", \"rating\", \"time\"))"
    }
  if (is.null(read)) return(NULL)
  sprintf("This is another release of MovieLens. Count it as `x <- %s; n <- table(x$movieId, factor(ceiling(x$rating), 1:5))` and make arms by `arms_movielens(data.frame(n1 = n[, 1], n2 = n[, 2], n3 = n[, 3], n4 = n[, 4], n5 = n[, 5]), min_ratings)`.", read)
}

read_counts <- function(file, call = rlang::caller_env()) {
  table <- read_columns(file, c("movie_id", rating_columns), call)
  movie <- numbers_of(table$movie_id) # NA for movies that were put together
  counts <- vapply(rating_columns, function(name) whole_column(table, name, call), numeric(nrow(table)))
  counts_table(movie, matrix(counts, ncol = 5))
}

counts_table <- function(movie, counts) {
  tibble(movie_id = as.double(movie), n1 = counts[, 1], n2 = counts[, 2], n3 = counts[, 3], n4 = counts[, 4],
         n5 = counts[, 5])
}

#' @rdname read_movielens
#' @export
arms_movielens <- function(ratings, min_ratings, ...) {
  check_no_dots(...)
  wanted <- "what `read_movielens()` returns, or a data frame with columns `n1` to `n5` of counts"
  if (missing(ratings)) abort_missing("ratings", rlang::current_env(), wanted)
  if (!is.data.frame(ratings)) abort_argument("ratings", wanted, ratings)
  refuse_columns_twice(ratings, rating_columns, "ratings", rlang::current_env())
  columns <- unclass(ratings)[rating_columns]
  bad <- which(!vapply(columns, is_counts, NA, nrow(ratings)))
  if (length(bad) > 0) {
    abort_argument("ratings", wanted,
                   given = sprintf("%s as the column `%s`", describe_value(columns[[bad[1]]]), rating_columns[bad[1]]))
  }
  counts <- do.call(cbind, columns)
  if (any(!is.finite(counts) | counts < 0 | counts != round(counts))) {
    abort_argument("ratings", wanted, ratings, given = "one with counts that are not whole numbers of at least 0")
  }
  min_ratings <- check_whole(min_ratings, "min_ratings")
  if (nrow(counts) == 0) abort_argument("ratings", paste(wanted, "and a row or more"), ratings)
  kept <- rowSums(counts) > min_ratings
  if (!any(kept)) {
    abort_argument("min_ratings",
                   sprintf("below %s, the most ratings of a movie", format_count(max(0, rowSums(counts)))),
                   min_ratings)
  }
  arms_categorical(unname(counts[kept, , drop = FALSE]), value = (0:4) / 4)
}

is_counts <- function(column, rows) {
  is.numeric(column) && !is.object(column) && is.null(dim(column)) && length(column) == rows
}
