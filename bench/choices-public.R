# A public data set, 125 subjects with 360 choices each between two of four arms (Mason and others 2024, as the package binaryRL has it), fitted by the delta
# rule, beside the reference values of the contract, `choices.md`, section 8 F. The data are not shipped.
#
#   Rscript bench/choices-public.R [a file Mason_2024_Exp2.rda or Mason_2024_G2.rda; default: that of an installed binaryRL]

suppressMessages(library(unruly))
given <- commandArgs(TRUE)
names <- c("Mason_2024_G2", "Mason_2024_Exp2") # the name changed with the version
place <- new.env()
if (length(given) > 0) load(given[1], place) else if (requireNamespace("binaryRL", quietly = TRUE)) {
  suppressWarnings(utils::data(list = names, package = "binaryRL", envir = place))
}
there <- intersect(names, ls(place))
if (length(there) == 0) {
  cat("skipped: the data of the package binaryRL are not here\n")
  quit()
}
raw <- place[[there[1]]]
left <- as.character(raw$L_choice)
right <- as.character(raw$R_choice)
chosen <- as.character(raw$Sub_Choose)
data <- data.frame(subject = as.integer(as.character(raw$Subject)), arm = chosen, reward = ifelse(chosen == left, raw$L_reward, raw$R_reward))
data$subject <- match(data$subject, sort(unique(data$subject)))
data$pool <- Map(c, left, right)

beside <- function(what, found, reference) cat(sprintf("%-62s %18.10f   reference %s\n", what, found, reference))
first <- data[data$subject == 1, ]
likelihood <- function(policy) choice_likelihood(first, policy, pool = pool, threads = 1)$log_lik
beside("subject 1, rate .3, temperature 10, lapse .02", likelihood(policy_delta(.3, 10, lapse = .02)), "-250.6421708407")
beside("subject 1, rate .4 and .1, temperature 5, lapse .02", likelihood(policy_delta(.4, 5, rate_below = .1, lapse = .02)), "-338.0618049996")

model <- policy_delta(free(), free(.1, 1000), lapse = .02)
seconds <- system.time(fit <- fit_policy(data, model, by = subject, pool = pool, threads = 1))[["user.self"]]
values <- fit$fits[[1]]$value
beside("all subjects, rate and temperature in [.1, 1000]", sum(values), "-20406.8041 (at most .7 below)")
beside("subjects 1 to 10", sum(values[1:10]), "-1632.533")
beside("subject 4", values[4], "-118.51 (L-BFGS-B from one start: -246.43)")
two <- suppressWarnings(fit_policy(data, policy_delta(free(), free(.1, 1000), rate_below = free(), lapse = .02), by = subject, pool = pool, threads = 1))
cat(sprintf("agree: %.3f with one rate, %.3f with two; %d subjects at an end of a range with one\n%.1f s of a processor for the fit with one rate\n",
            summary(fit)$agree, summary(two)$agree, summary(fit)$boundary, seconds))
