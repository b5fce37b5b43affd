# In the background of a shell (`make test &`, nohup) interrupts are ignored, which children inherit, and R from 4.6 on leaves it so.
skip_if_interrupts_are_ignored <- function() {
  status <- "/proc/self/status"
  if (!file.exists(status)) return(invisible())
  ignored <- sub("^SigIgn:\\s*", "", grep("^SigIgn", readLines(status), value = TRUE))
  # The second bit is that of SIGINT.
  skip_if(strtoi(substring(ignored, nchar(ignored)), 16L) %/% 2 %% 2 == 1, "interrupts are ignored here: the tests were started in the background of a shell")
}
