# Labels that mean something to an output: to a console, a path, HTML, Markdown, TeX, a format of cli or sprintf(), R, C.
hostile_labels <- function() {
  c(
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[a](javascript:alert(1))", "![x](http://e.x/y.png)", "javascript:alert(2)",
    "**b** _i_ `c`", "```\n<b>x</b>\n```", "</code></pre><b>x</b>", "$\\alpha$ \\(x\\) \\[y\\]", "a|b", "# h", "{stop('evaluated')}",
    "}{.emph x", "{.emph x} <v1> {?s}", "`r stop('evaluated')`", "\033[2J\033[31mred\r", "a\nb", "\u202ecba", "\u200bhidden", "&lt;&amp;",
    "%s %d %n %", "../../up", "/../../../../ESC%41", "a b", "a%20b", "a--b...c ''", "\"q\" 'q'", "@cite [@x]", "http://e.x www.e.x",
    "1. x", "- x", "~~~\n", "---", "CON", "UCB", "ucb", "x.", "x", "x%2E", " ", "  two  ", "\\input{/etc/passwd}", "\\\\*[1cm]", "??/", "$(a) `b` ; c",
    "=cmd()", "\u00e9\u4e2d", "e\u0301", strrep("l", 200)
  )
}

# Texts at random, of what is special somewhere.
random_texts <- function(n, seed = 1) {
  letters <- c("a", "A", "b", "1", "0", " ", "%", "%4", ".", "..", "-", "--", "_", "/", "\\", "*", "`", "[", "]", "(", ")", "<", ">", "{", "}",
               "|", "~", "^", "$", "@", "&", "amp;", "#", "!", "\"", "'", ":", "://", "www.", "javascript:", "=", "+", "?", "\u00e9", "\u4e2d")
  withr::with_seed(seed, replicate(n, paste(sample(letters, sample(1:8, 1), replace = TRUE), collapse = "")))
}

# What no output may hold but as a new line between lines.
expect_harmless <- function(text) {
  expect_false(any(grepl("(?![\n\u200c\u200d])[\\p{Cc}\\p{Cf}]", text, perl = TRUE)))
}
