# Tapes: drawn, and read from data.

test_that("a stochastic tape has the means it was given, and a seed fixes it", {
  mean <- c(0, 0.1, 0.5, 1)
  tape <- simulate_tape(mean, 20000, seed = 1)
  expect_s3_class(tape, "unruly_tape")
  expect_identical(dim(tape), c(4L, 20000L))
  expect_true(all(tape %in% 0:1))
  expect_lt(max(abs(rowMeans(tape) - mean)), 5 * 0.5 / sqrt(20000))
  expect_identical(rowMeans(tape)[c(1, 4)], c(0, 1))
  expect_identical(simulate_tape(mean, 20000, seed = 1), tape)
  expect_false(identical(simulate_tape(mean, 20000, seed = 2), tape))
})

test_that("without a seed R's generator is used, with one it is left alone", {
  set.seed(3)
  one <- simulate_tape(0.5, 50)
  set.seed(3)
  expect_identical(simulate_tape(0.5, 50), one)
  before <- .Random.seed
  simulate_tape(c(0.5, 0.2), 50, 10, seed = 4)
  expect_identical(.Random.seed, before)
})

test_that("a switching tape hands every mean to the next arm", {
  tape <- simulate_tape(c(1, 0, 0), horizon = 10, every = 3)
  best <- apply(tape, 2, function(x) which(x == 1))
  expect_identical(best, c(1L, 1L, 1L, 2L, 2L, 2L, 3L, 3L, 3L, 1L))
  tape <- simulate_tape(cbind(c(1, 0), c(1, 1)), horizon = 5, every = 2)
  expect_identical(unclass(tape)[2, ], c(0, 0, 1, 1, 0))
  expect_identical(unclass(tape)[1, ], rep(1, 5))
})

test_that("a tape makes arms by round, judged in hindsight", {
  tape <- simulate_tape(c(0.9, 0.1), 200, 20, seed = 1)
  arms <- arms_tape(tape, by = "round")
  expect_identical(arms, arms_tape(matrix(c(tape), 2), by = "round"))
  final <- regret(run_study(bandit(arms), policy_fixed(1), 200, reps = 1, seed = 1, record = 1, threads = 1))
  expect_identical(final$regret, max(rowSums(tape)) - sum(tape[1, ]))
})

test_that("tapes print what they hold", {
  expect_snapshot({
    simulate_tape(c(1, 0, 0.5), horizon = 12, every = 4, seed = 1)
    simulate_tape(rep(0, 14), horizon = 2, seed = 1)
  })
})

test_that("bad arguments of tapes are refused", {
  expect_errors({
    simulate_tape()
    simulate_tape(c(0.5, 2), 10)
    simulate_tape(0.5, 0)
    simulate_tape(c(0.5, 0.5), 1e9)
    simulate_tape(0.5, 10, seed = "one")
    simulate_tape("a", 10, 2)
    simulate_tape(matrix(2, 2, 2), 10, 2)
  })
})

# ---- data, made to the formats ------------------------------------------------------

outbrain_folder <- function(clicks, ads, categories, ending = "\n", compressed = FALSE) {
  folder <- tempfile("outbrain")
  dir.create(folder)
  write <- function(lines, name) {
    con <- if (compressed) gzfile(file.path(folder, paste0(name, ".gz")), "wb") else file(file.path(folder, name), "wb")
    writeLines(lines, con, sep = ending)
    close(con)
  }
  write(c("display_id,ad_id,clicked", clicks), "clicks_train.csv")
  write(c("ad_id,document_id,campaign_id,advertiser_id", ads), "promoted_content.csv")
  write(c("document_id,category_id,confidence_level", categories), "documents_categories.csv")
  folder
}

small_ads <- c("11,101,1,1", "12,102,1,1", "13,103,2,1", "14,104,2,1", "15,101,3,9")
small_categories <- c("101,1403,0.92", "101,1702,0.07", "102,1702,0.5", "102,1403,0.5", "103,1100,1e-1", "103,1702,0.3",
                      "999,1100,0.9")
small_clicks <- c("1,11,0", "1,12,1", "2,13,1", "2,11,0", "3,11,1", "4,15,1", "5,14,1", "6,77,1", "7,13,0")

quiet <- function(code) suppressMessages(code, classes = "unruly_message_malformed")

test_that("the category of a click is the surest of its advertisement's document", {
  tape <- read_outbrain(outbrain_folder(small_clicks, small_ads, small_categories))
  # Ad 12: a tie, so the lower category, 1403; ad 13: 1702; ads 11, 15: 1403;
  # ad 14 has no category and ad 77 is unknown: no rounds.
  expect_identical(rownames(tape), c("1403", "1702"))
  expect_identical(unname(unclass(tape))[, ], rbind(c(1, 0, 1, 1), c(0, 1, 0, 0)))
  expect_match(attr(tape, "notes"), "2 clicks on advertisements without a category", all = FALSE)
  arms_tape(tape, by = "round")
})

test_that("line ends, compression, quotes, columns in another order and a byte order mark do not matter", {
  tape <- read_outbrain(outbrain_folder(small_clicks, small_ads, small_categories))
  same <- function(folder) expect_identical(read_outbrain(folder)[, ], tape[, ])
  same(outbrain_folder(small_clicks, small_ads, small_categories, ending = "\r\n"))
  same(outbrain_folder(small_clicks, small_ads, small_categories, compressed = TRUE))
  folder <- outbrain_folder(small_clicks, small_ads, small_categories)
  turned <- vapply(strsplit(small_clicks, ","), function(x) paste0("\"", x[3], "\",,", x[1], ",", x[2]), "")
  writeLines(c("\xef\xbb\xbf\"clicked\",\"note\",display_id,ad_id", turned, ""), file.path(folder, "clicks_train.csv"),
             useBytes = TRUE)
  same(folder)
})

test_that("a file is the same in small blocks", {
  set.seed(1)
  ads <- sprintf("%d,%d,1,1", 1:50, sample(100:120, 50, TRUE))
  categories <- sprintf("%d,%d,%.2f", sample(100:125, 400, TRUE), sample(1:9, 400, TRUE), round(stats::runif(400), 2))
  clicks <- sprintf("%d,%d,%d", rep(1:200, each = 4), sample(55, 800, TRUE), stats::rbinom(800, 1, 0.3))
  folder <- outbrain_folder(clicks, ads, categories)
  whole <- read_outbrain(folder, arms = 4)
  usual <- lines_a_block
  on.exit(utils::assignInNamespace("lines_a_block", usual, "unruly"))
  utils::assignInNamespace("lines_a_block", 7, "unruly")
  expect_identical(read_outbrain(folder, arms = 4), whole)
  # By plain R from the whole tables.
  split <- function(lines) matrix(as.numeric(unlist(strsplit(lines, ","))), nrow = length(lines), byrow = TRUE)
  table <- split(categories)
  table <- table[order(table[, 1], -table[, 3], table[, 2]), ]
  surest <- table[!duplicated(table[, 1]), ]
  clicked <- split(clicks)[, 2][split(clicks)[, 3] == 1]
  document <- split(ads)[match(clicked, split(ads)[, 1]), 2]
  category <- surest[match(document, surest[, 1]), 2]
  category <- category[!is.na(category)]
  often <- sort(as.numeric(names(sort(-table(category))[1:4])))
  expect_identical(unname(whole[, ]), outer(often, category, "==") + 0)
})

test_that("rounds and first choose the rounds, and reading stops there", {
  folder <- outbrain_folder(small_clicks, small_ads, small_categories)
  expect_identical(unname(read_outbrain(folder, rounds = 2, first = 2)[, ]), rbind(c(0, 1), c(1, 0)))
  expect_identical(ncol(read_outbrain(folder, rounds = Inf)), 4L)
  few <- read_outbrain(folder, arms = 1)
  expect_identical(unname(few[, ]), c(1, 0, 1, 1))
  expect_match(attr(few, "notes"), "1 click on other categories", all = FALSE)
})

test_that("malformed lines are counted, reported and left out", {
  bad <- c("1,11", "oops", "3,x,1", "4,11,2", "5,11,1,9", "6,-1,1", "\xff\xfe,1,1", "8,99999999999999999999,1")
  folder <- outbrain_folder(c(small_clicks[1:2], bad, "", small_clicks[-(1:2)]), c(small_ads, "16,101"),
                            c(small_categories, "101,1403,sure", "101,9999,1.0.0"))
  expect_message(tape <- read_outbrain(folder), class = "unruly_message_malformed",
                 "11 malformed .*8 in clicks_train.csv, the first in line 4; 1 in promoted_content.csv, the first in line 7; 2 in documents_categories.csv")
  clean <- read_outbrain(outbrain_folder(small_clicks, small_ads, small_categories))
  expect_identical(tape[, ], clean[, ])
  expect_snapshot(print(tape))
})

test_that("coupons: the arm is the day of the week in Japan, in order of the file", {
  visits <- c("0,2012-03-28 14:15:00,7,r,c1,u1,s1,", "1,2012-07-04 23:22:17,2,r,c2,u1,s2,p1", "0,2011-07-03 00:00:01,2,,c2,u2,s3,",
              "0,2012-02-29 01:00:00,1,r,c3,u2,s4,")
  file <- tempfile(fileext = ".csv")
  header <- "PURCHASE_FLG,I_DATE,PAGE_SERIAL,REFERRER_hash,VIEW_COUPON_ID_hash,USER_ID_hash,SESSION_ID_hash,PURCHASEID_hash"
  writeLines(c(header, visits), file)
  tape <- read_coupons(file)
  # Wednesday, Wednesday, Sunday, Wednesday.
  expect_identical(unname(apply(tape[, ], 2, which.max)), c(3L, 3L, 7L, 3L))
  expect_identical(rownames(tape)[c(1, 7)], c("Monday", "Sunday"))
  expect_identical(unname(colSums(tape[, ])), rep(1, 4))
  folder <- tempfile()
  dir.create(folder)
  file.copy(file, file.path(folder, "coupon_visit_train.csv"))
  expect_identical(read_coupons(folder), tape)
  withr::local_envvar(TZ = "America/New_York")
  withr::local_locale(LC_TIME = "C")
  expect_identical(read_coupons(file, rounds = 2, first = 3)[, ], tape[, 3:4])
  writeLines(c(header, visits, "0,2012-02-30 01:00:00,1,r,c3,u2,s4,", "0,yesterday,1,r,c3,u2,s4,", "2,2012-03-01,,,,,,"), file)
  expect_message(again <- read_coupons(file), "3 malformed", class = "unruly_message_malformed")
  expect_identical(again[, ], tape[, ])
})

test_that("tapes that cannot be read are refused, with the reason", {
  skip_in_quick()
  folder <- outbrain_folder(small_clicks, small_ads, small_categories)
  refused <- function(code, text) expect_error(code, text, class = "unruly_error_argument")
  refused(read_outbrain("no/such/folder"), "existing folder")
  refused(read_outbrain(tempdir(check = TRUE)), "clicks_train.csv")
  refused(read_outbrain(folder, rounds = 0), "rounds")
  refused(read_outbrain(folder, first = 1e6), "none from round 1,000,000 on")
  refused(read_outbrain(folder, arms = 1.5), "arms")
  refused(read_outbrain(outbrain_folder(small_clicks[1], small_ads, small_categories)), "none from round 1 on")
  writeLines("a,b", file.path(folder, "clicks_train.csv"))
  refused(read_outbrain(folder), "no column `display_id`")
  file.create(file.path(folder, "clicks_train.csv"))
  refused(read_outbrain(folder), "empty")
  refused(read_coupons(folder), "coupon_visit_train.csv")
  refused(read_coupons(tempfile()), "existing file")
  refused(read_coupons(file.path(folder, "promoted_content.csv")), "no column `I_DATE`")
})
