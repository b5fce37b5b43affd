# The papers that policies and experiments come from, as bibliographic entries. A policy names its paper in words ("Shao
# and Fang 2024, Algorithm 1"); an entry is found by its authors' family names and its year, so no other list is needed.
# Fields that are not certain are omitted.

reference <- function(type, authors, year, title, ...) {
  utils::bibentry(type, title = title, author = utils::as.person(authors), year = year, ...)
}

article <- function(authors, year, title, journal, ...) reference("Article", authors, year, title, journal = journal,
                                                                  ...)

talk <- function(authors, year, title, booktitle, ...) {
  reference("InProceedings", authors, year, title, booktitle = booktitle, ...)
}

preprint <- function(authors, year, title, number = NULL, ...) {
  reference("Misc", authors, year, title, howpublished = paste(c("arXiv preprint", number), collapse = " "), ...)
}

# The address of a paper on arXiv, also if it has been published elsewhere.
arxiv <- function(number) paste0("https://doi.org/10.48550/arXiv.", number)

proceedings_of <- function(number, name) paste("Proceedings of the", number, name)

pmlr <- "Proceedings of Machine Learning Research"

references_of_settings <- function() list(
  talk("Yuming Shao and Zhixuan Fang", "2024", "On Multi-Armed Bandit with Impatient Arms",
       proceedings_of("41st", "International Conference on Machine Learning"), series = pmlr, volume = "235",
       url = "https://proceedings.mlr.press/v235/shao24b.html"),
  talk("P Sharoff and Nishant A. Mehta and Ravi Ganti", "2020",
       "A Farewell to Arms: Sequential Reward Maximization on a Budget with a Giving Up Option",
       proceedings_of("23rd", "International Conference on Artificial Intelligence and Statistics"), series = pmlr,
       volume = "108", url = "https://proceedings.mlr.press/v108/sharoff20a.html"),
  preprint("Guanhua Fang and Ping Li and Gennady Samorodnitsky", "2022",
           "On Penalization in Stochastic Multi-armed Bandits", "arXiv:2211.08311", url = arxiv("2211.08311")),
  talk("Siwei Wang and Haoyun Wang and Longbo Huang", "2021",
       "Adaptive Algorithms for Multi-armed Bandit with Composite and Anonymous Feedback",
       proceedings_of("35th", "AAAI Conference on Artificial Intelligence"), url = arxiv("2012.07048")),
  talk("Stefano Trac\u00e0 and Cynthia Rudin and Weiyu Yan", "2020",
       "Reducing Exploration of Dying Arms in Mortal Bandits",
       proceedings_of("35th", "Conference on Uncertainty in Artificial Intelligence"), series = pmlr, volume = "115",
       url = arxiv("1907.02571")),
  talk("Deepayan Chakrabarti and Ravi Kumar and Filip Radlinski and Eli Upfal", "2008", "Mortal Multi-Armed Bandits",
       "Advances in Neural Information Processing Systems", volume = "21", pages = "273--280"),
  preprint("Arthur Flajolet and Patrick Jaillet", "2017", "Logarithmic Regret Bounds for Bandits with Knapsacks",
           "arXiv:1510.01800"),
  talk("Yingce Xia and Wenkui Ding and Xu-Dong Zhang and Nenghai Yu and Tao Qin", "2016",
       "Budgeted Bandit Problems with Continuous Random Costs", "Asian Conference on Machine Learning",
       pages = "317--332"),
  talk("Wenkui Ding and Tao Qin and Xu-Dong Zhang and Tie-Yan Liu", "2013",
       "Multi-Armed Bandit with Budget Constraint and Variable Costs",
       proceedings_of("27th", "AAAI Conference on Artificial Intelligence")),
  talk("Fengjiao Li and Jia Liu and Bo Ji", "2019", "Combinatorial Sleeping Bandits with Fairness Constraints",
       "IEEE Conference on Computer Communications (INFOCOM)"),
  talk("Vishakha Patil and Ganesh Ghalme and Vineet Nair and Y. Narahari", "2020",
       "Achieving Fairness in the Stochastic Multi-Armed Bandit Problem",
       proceedings_of("34th", "AAAI Conference on Artificial Intelligence"), pages = "5379--5386"),
  talk("Ciara Pike-Burke and Shipra Agrawal and Csaba Szepesv\u00e1ri and Steffen Gr\u00fcnew\u00e4lder", "2018",
       "Bandits with Delayed, Aggregated Anonymous Feedback",
       proceedings_of("35th", "International Conference on Machine Learning"), series = pmlr, volume = "80",
       pages = "4105--4113"),
  preprint("Siddhant Garg and Aditya Kumar Akash", "2019",
           "Stochastic Bandits with Delayed Composite Anonymous Feedback", "arXiv:1910.01161"),
  talk("Nicol\u00f2 Cesa-Bianchi and Claudio Gentile and Yishay Mansour", "2018",
       "Nonstochastic Bandits with Composite Anonymous Feedback",
       proceedings_of("31st", "Conference on Learning Theory"), series = pmlr, volume = "75", pages = "750--773"),
  talk("Claire Vernade and Olivier Capp\u00e9 and Vianney Perchet", "2017",
       "Stochastic Bandit Models for Delayed Conversions",
       proceedings_of("33rd", "Conference on Uncertainty in Artificial Intelligence"), url = arxiv("1706.09186")),
  talk("Tal Lancewicki and Shahar Segal and Tomer Koren and Yishay Mansour", "2021",
       "Stochastic Multi-Armed Bandits with Unrestricted Delay Distributions",
       proceedings_of("38th", "International Conference on Machine Learning"), series = pmlr, volume = "139",
       url = arxiv("2106.02436")),
  article("Julian Zimmert and Yevgeny Seldin", "2021",
          "Tsallis-INF: An Optimal Algorithm for Stochastic and Adversarial Bandits",
          "Journal of Machine Learning Research", volume = "22", number = "28", pages = "1--49",
          url = arxiv("1807.07623")),
  talk("Alberto Maria Metelli and Francesco Trov\u00f2 and Matteo Pirola and Marcello Restelli", "2022",
       "Stochastic Rising Bandits",
       proceedings_of("39th", "International Conference on Machine Learning"), series = pmlr,
       volume = "162", url = arxiv("2212.03798")),
  talk("Marco Mussi and Alessandro Montenegro and Francesco Trov\u00f2 and Marcello Restelli and Alberto Maria Metelli",
       "2024", "Best Arm Identification for Stochastic Rising Bandits",
       proceedings_of("41st", "International Conference on Machine Learning"), series = pmlr,
       url = arxiv("2302.07510")),
  preprint("Kelly W. Zhang and Thomas Baldwin-McDonald and Kamil Ciosek and Lucas Maystre and Daniel Russo", "2025",
           "Impatient Bandits: Optimizing for the Long-Term Without Delay", "arXiv:2501.07761",
           url = arxiv("2501.07761")),
  talk("Pooria Joulani and Andr\u00e1s Gy\u00f6rgy and Csaba Szepesv\u00e1ri", "2013",
       "Online Learning under Delayed Feedback",
       proceedings_of("30th", "International Conference on Machine Learning"), series = pmlr, volume = "28",
       pages = "1453--1461"),
  talk("Lihong Li and Wei Chu and John Langford and Robert E. Schapire", "2010",
       "A Contextual-Bandit Approach to Personalized News Article Recommendation",
       proceedings_of("19th", "International Conference on World Wide Web"), pages = "661--670"),
  talk("Julien Seznec and Andrea Locatelli and Alexandra Carpentier and Alessandro Lazaric and Michal Valko", "2019",
       "Rotting Bandits Are No Harder Than Stochastic Ones",
       proceedings_of("22nd", "International Conference on Artificial Intelligence and Statistics"), series = pmlr,
       volume = "89"),
  talk("Julien Seznec and Pierre M\u00e9nard and Alessandro Lazaric and Michal Valko", "2020",
       "A Single Algorithm for Both Restless and Rested Rotting Bandits",
       proceedings_of("23rd", "International Conference on Artificial Intelligence and Statistics"), series = pmlr,
       volume = "108"),
  talk("Nir Levine and Koby Crammer and Shie Mannor", "2017", "Rotting Bandits",
       "Advances in Neural Information Processing Systems", volume = "30"),
  talk("Zijun Gao and Yanjun Han and Zhimei Ren and Zhengqing Zhou", "2019", "Batched Multi-armed Bandits Problem",
       "Advances in Neural Information Processing Systems", volume = "32"),
  talk("Soumya Basu and Rajat Sen and Sujay Sanghavi and Sanjay Shakkottai", "2019", "Blocking Bandits",
       "Advances in Neural Information Processing Systems", volume = "32"),
  article("Robert Kleinberg and Alexandru Niculescu-Mizil and Yogeshwer Sharma", "2010",
          "Regret Bounds for Sleeping Experts and Bandits", "Machine Learning", volume = "80", pages = "245--272"),
  article("Vitor Hadad and David A. Hirshberg and Ruohan Zhan and Stefan Wager and Susan Athey", "2021",
          "Confidence Intervals for Policy Evaluation in Adaptive Experiments",
          "Proceedings of the National Academy of Sciences",
          volume = "118", number = "15")
)

# Policies for arms that change.
references_of_changes <- function() list(
  article("Lilian Besson and Emilie Kaufmann and Odalric-Ambrym Maillard and Julien Seznec", "2022",
          "Efficient Change-Point Detection for Tackling Piecewise-Stationary Bandits",
          "Journal of Machine Learning Research", volume = "23", number = "77", pages = "1--40"),
  talk("Fang Liu and Joohyun Lee and Ness Shroff", "2018",
       "A Change-Detection Based Framework for Piecewise-Stationary Multi-Armed Bandit Problem",
       proceedings_of("32nd", "AAAI Conference on Artificial Intelligence")),
  talk("Yang Cao and Zheng Wen and Branislav Kveton and Yao Xie", "2019",
       "Nearly Optimal Adaptive Procedure with Change Detection for Piecewise-Stationary Bandit",
       proceedings_of("22nd", "International Conference on Artificial Intelligence and Statistics"), series = pmlr,
       volume = "89"),
  talk("Omar Besbes and Yonatan Gur and Assaf Zeevi", "2014",
       "Stochastic Multi-Armed-Bandit Problem with Non-stationary Rewards",
       "Advances in Neural Information Processing Systems", volume = "27"),
  talk("Aur\u00e9lien Garivier and Eric Moulines", "2011",
       "On Upper-Confidence Bound Policies for Switching Bandit Problems",
       proceedings_of("22nd", "International Conference on Algorithmic Learning Theory"), pages = "174--188"),
  talk("Levente Kocsis and Csaba Szepesv\u00e1ri", "2006", "Discounted UCB", "2nd PASCAL Challenges Workshop"),
  article("Francesco Trov\u00f2 and Stefano Paladino and Marcello Restelli and Nicola Gatti", "2020",
          "Sliding-Window Thompson Sampling for Non-Stationary Settings", "Journal of Artificial Intelligence Research",
          volume = "68", pages = "311--364"),
  preprint("Vishnu Raj and Sheetal Kalyani", "2017", "Taming Non-stationary Bandits: A Bayesian Approach",
           "arXiv:1707.09727")
)

references_of_classics <- function() list(
  article("Peter Auer and Nicol\u00f2 Cesa-Bianchi and Paul Fischer", "2002",
          "Finite-time Analysis of the Multiarmed Bandit Problem", "Machine Learning", volume = "47",
          pages = "235--256"),
  article("Peter Auer and Nicol\u00f2 Cesa-Bianchi and Yoav Freund and Robert E. Schapire", "2002",
          "The Nonstochastic Multiarmed Bandit Problem", "SIAM Journal on Computing", volume = "32", number = "1",
          pages = "48--77"),
  talk("Peter Auer and Nicol\u00f2 Cesa-Bianchi and Yoav Freund and Robert E. Schapire", "1995",
       "Gambling in a Rigged Casino: The Adversarial Multi-Armed Bandit Problem",
       proceedings_of("36th", "Annual Symposium on Foundations of Computer Science"), pages = "322--331"),
  article("Eyal Even-Dar and Shie Mannor and Yishay Mansour", "2006",
          "Action Elimination and Stopping Conditions for the Multi-Armed Bandit and Reinforcement Learning Problems",
          "Journal of Machine Learning Research", volume = "7", pages = "1079--1105"),
  article("William R. Thompson", "1933",
          "On the Likelihood that One Unknown Probability Exceeds Another in View of the Evidence of Two Samples",
          "Biometrika", volume = "25", pages = "285--294"),
  talk("Shipra Agrawal and Navin Goyal", "2012", "Analysis of Thompson Sampling for the Multi-armed Bandit Problem",
       proceedings_of("25th", "Conference on Learning Theory"), series = pmlr, volume = "23"),
  talk("Wei Chu and Lihong Li and Lev Reyzin and Robert E. Schapire", "2011",
       "Contextual Bandits with Linear Payoff Functions",
       proceedings_of("14th", "International Conference on Artificial Intelligence and Statistics"), series = pmlr,
       volume = "15"),
  talk("Olivier Chapelle and Lihong Li", "2011", "An Empirical Evaluation of Thompson Sampling",
       "Advances in Neural Information Processing Systems", volume = "24"),
  talk("Shipra Agrawal and Navin Goyal", "2013", "Thompson Sampling for Contextual Bandits with Linear Payoffs",
       proceedings_of("30th", "International Conference on Machine Learning"), series = pmlr, volume = "28"),
  reference("Book", "Tor Lattimore and Csaba Szepesv\u00e1ri", "2020", "Bandit Algorithms",
            publisher = "Cambridge University Press"),
  reference("Book", "Richard S. Sutton and Andrew G. Barto", "1998", "Reinforcement Learning: An Introduction",
            publisher = "MIT Press"),
  reference("Book", "Richard S. Sutton and Andrew G. Barto", "2018", "Reinforcement Learning: An Introduction",
            publisher = "MIT Press", edition = "Second"),
  talk("Jean-Yves Audibert and S\u00e9bastien Bubeck", "2009",
       "Minimax Policies for Adversarial and Stochastic Bandits",
       proceedings_of("22nd", "Conference on Learning Theory")),
  talk("Aur\u00e9lien Garivier and Olivier Capp\u00e9", "2011",
       "The KL-UCB Algorithm for Bounded Stochastic Bandits and Beyond",
       proceedings_of("24th", "Conference on Learning Theory"), series = pmlr, volume = "19", pages = "359--376"),
  talk("Emilie Kaufmann and Olivier Capp\u00e9 and Aur\u00e9lien Garivier", "2012",
       "On Bayesian Upper Confidence Bounds for Bandit Problems",
       proceedings_of("15th", "International Conference on Artificial Intelligence and Statistics"), series = pmlr,
       volume = "22", pages = "592--600"),
  article("Jean-Yves Audibert and R\u00e9mi Munos and Csaba Szepesv\u00e1ri", "2009",
          "Exploration-exploitation Tradeoff Using Variance Estimates in Multi-armed Bandits",
          "Theoretical Computer Science", volume = "410", pages = "1876--1902"),
  article("S\u00e9bastien Bubeck and Nicol\u00f2 Cesa-Bianchi and G\u00e1bor Lugosi", "2013", "Bandits with Heavy Tail",
          "IEEE Transactions on Information Theory", volume = "59", number = "11", pages = "7711--7717"),
  preprint("Lilian Besson and Emilie Kaufmann", "2018",
           "What Doubling Tricks Can and Can't Do for Multi-Armed Bandits", "arXiv:1803.06971"),
  talk("Nicol\u00f2 Cesa-Bianchi and Claudio Gentile and G\u00e1bor Lugosi and Gergely Neu", "2017",
       "Boltzmann Exploration Done Right", "Advances in Neural Information Processing Systems", volume = "30"),
  article("John C. Gittins", "1979", "Bandit Processes and Dynamic Allocation Indices",
          "Journal of the Royal Statistical Society. Series B", volume = "41", pages = "148--177"),
  article("Richard Bellman", "1956", "A Problem in the Sequential Design of Experiments", "Sankhya", volume = "16",
          pages = "221--229"),
  reference("Book", "Donald A. Berry and Bert Fristedt", "1985",
            "Bandit Problems: Sequential Allocation of Experiments",
            publisher = "Chapman and Hall"),
  reference("Book", "John C. Gittins and Kevin Glazebrook and Richard Weber", "2011",
            "Multi-armed Bandit Allocation Indices", publisher = "Wiley", edition = "Second"),
  talk("Junya Honda and Akimichi Takemura", "2014",
       "Optimality of Thompson Sampling for Gaussian Bandits Depends on Priors",
       proceedings_of("17th", "International Conference on Artificial Intelligence and Statistics"), series = pmlr,
       volume = "33"),
  article("Junya Honda and Akimichi Takemura", "2015",
          "Non-Asymptotic Analysis of a New Bandit Algorithm for Semi-Bounded Rewards",
          "Journal of Machine Learning Research", volume = "16", pages = "3721--3756"),
  article("Tze Leung Lai and Herbert Robbins", "1985", "Asymptotically Efficient Adaptive Allocation Rules",
          "Advances in Applied Mathematics", volume = "6", pages = "4--22")
)

references_of_naming <- function() list(
  talk("Aur\u00e9lien Garivier and Emilie Kaufmann", "2016", "Optimal Best Arm Identification with Fixed Confidence",
       proceedings_of("29th", "Conference on Learning Theory"), series = pmlr, volume = "49"),
  talk("Emilie Kaufmann and Shivaram Kalyanakrishnan", "2013", "Information Complexity in Bandit Subset Selection",
       proceedings_of("26th", "Conference on Learning Theory"), series = pmlr, volume = "30"),
  talk("Shivaram Kalyanakrishnan and Ambuj Tewari and Peter Auer and Peter Stone", "2012",
       "PAC Subset Selection in Stochastic Multi-armed Bandits",
       proceedings_of("29th", "International Conference on Machine Learning")),
  talk("Daniel Russo", "2016", "Simple Bayesian Algorithms for Best Arm Identification",
       proceedings_of("29th", "Conference on Learning Theory"), series = pmlr, volume = "49"),
  talk("Xuedong Shang and Rianne de Heide and Pierre M\u00e9nard and Emilie Kaufmann and Michal Valko", "2020",
       "Fixed-confidence Guarantees for Bayesian Best-arm Identification",
       proceedings_of("23rd", "International Conference on Artificial Intelligence and Statistics"), series = pmlr,
       volume = "108"),
  talk("Marc Jourdan and R\u00e9my Degenne", "2023", "Non-Asymptotic Analysis of a UCB-based Top Two Algorithm",
       "Advances in Neural Information Processing Systems", volume = "36"),
  talk("Jean-Yves Audibert and S\u00e9bastien Bubeck and R\u00e9mi Munos", "2010",
       "Best Arm Identification in Multi-Armed Bandits", proceedings_of("23rd", "Conference on Learning Theory")),
  talk("Zohar Karnin and Tomer Koren and Oren Somekh", "2013", "Almost Optimal Exploration in Multi-Armed Bandits",
       proceedings_of("30th", "International Conference on Machine Learning"), series = pmlr, volume = "28")
)

references_of_trials <- function() list(
  article("Marvin Zelen", "1974", "The Randomization and Stratification of Patients to Clinical Trials",
          "Journal of Chronic Diseases", volume = "27", pages = "365--375"),
  article("Peter F. Thall and J. Kyle Wathen", "2007", "Practical Bayesian Adaptive Randomisation in Clinical Trials",
          "European Journal of Cancer", volume = "43", pages = "859--866"),
  article(paste0("Lorenzo Trippa and Eudocia Q. Lee and Patrick Y. Wen and Tracy T. Batchelor and ",
                 "Timothy Cloughesy and Giovanni Parmigiani and Brian M. Alexander"),
          "2012", "Bayesian Adaptive Randomized Trial Design for Patients With Recurrent Glioblastoma",
          "Journal of Clinical Oncology", volume = "30", pages = "3258--3263"),
  article("William F. Rosenberger and Nigel Stallard and Anastasia Ivanova and Cherice N. Harper and Michelle L. Ricks",
          "2001", "Optimal Adaptive Designs for Binary Response Trials", "Biometrics", volume = "57",
          pages = "909--913"),
  article("Feifang Hu and Li-Xin Zhang", "2004",
          "Asymptotic Properties of Doubly Adaptive Biased Coin Designs for Multitreatment Clinical Trials",
          "The Annals of Statistics", volume = "32", pages = "268--301"),
  article("Feifang Hu and Li-Xin Zhang and Xuming He", "2009", "Efficient Randomized-adaptive Designs",
          "The Annals of Statistics", volume = "37", pages = "2543--2560")
)

references_of_inference <- function() list(
  article("Steven R. Howard and Aaditya Ramdas and Jon McAuliffe and Jasjeet Sekhon", "2021",
          "Time-uniform, Nonparametric, Nonasymptotic Confidence Sequences", "The Annals of Statistics", volume = "49",
          number = "2", pages = "1055--1080"),
  article("Tim P. Morris and Ian R. White and Michael J. Crowther", "2019",
          "Using Simulation Studies to Evaluate Statistical Methods", "Statistics in Medicine", volume = "38",
          number = "11",
          pages = "2074--2102")
)

references_of_choices <- function() list(
  reference("InCollection", "Robert A. Rescorla and Allan R. Wagner", "1972",
            "A Theory of Pavlovian Conditioning: Variations in the Effectiveness of Reinforcement and Nonreinforcement",
            booktitle = "Classical Conditioning II: Current Research and Theory", publisher = "Appleton-Century-Crofts",
            pages = "64--99"),
  article("Robert C. Wilson and Anne G. E. Collins", "2019",
          "Ten Simple Rules for the Computational Modeling of Behavioral Data", "eLife", volume = "8"),
  article("Nathaniel D. Daw and John P. O'Doherty and Peter Dayan and Ben Seymour and Raymond J. Dolan", "2006",
          "Cortical Substrates for Exploratory Decisions in Humans", "Nature", volume = "441", pages = "876--879"),
  article("Samuel J. Gershman", "2018", "Deconstructing the Human Algorithms for Exploration", "Cognition",
          volume = "173", pages = "34--42")
)

# Made once a session, as each takes milliseconds: the entries, and the names by which each is found.
made_references <- new.env(parent = emptyenv())

# All of them; each has a key such as "ShaoFang2024", unique among them.
references <- function() {
  if (is.null(made_references$entries)) {
    made_references$entries <- make_references()
    made_references$names <- lapply(seq_along(made_references$entries), function(i) {
      reference_names(made_references$entries[[i]])
    })
  }
  made_references$entries
}

make_references <- function() {
  entries <- do.call(c, c(references_of_settings(), references_of_classics(), references_of_changes(),
                          references_of_naming(), references_of_trials(),
                          references_of_inference(), references_of_choices()))
  keys <- vapply(seq_along(entries), function(i) {
    paste0(paste(gsub("[^A-Za-z]", "", family_names(entries[[i]])), collapse = ""), entries[[i]]$year)
  }, "")
  entries$key <- as.list(keys)
  entries
}

# Without accents, which the core's strings do not have.
family_names <- function(entry) {
  names <- vapply(entry$author, function(person) paste(person$family, collapse = " "), "")
  chartr("\u00e0\u00e1\u00e4\u00e9\u00f2\u00f6\u00fc", "aaaeoou", names)
}

# The names by which an entry is found: "Shao and Fang 2024", and for three or more authors also "Ding et al. 2013".
reference_names <- function(entry) {
  names <- family_names(entry)
  last <- length(names)
  all <- if (last == 1) names else paste(paste(names[-last], collapse = ", "), "and", names[last])
  unique(paste(c(all, if (last > 2) paste(names[1], "et al.")), entry$year))
}

# The entries of "Thompson 1933; Agrawal and Goyal 2012, Algorithm 1"; none for what is in no paper.
find_references <- function(papers) {
  entries <- references()
  parts <- trimws(unlist(strsplit(unique(papers), ";", fixed = TRUE)))
  wanted <- unique(sub("^(.* [0-9]{4}).*$", "\\1", parts))
  place <- vapply(wanted, function(name) which(vapply(made_references$names, function(a) name %in% a, NA))[1], 0L)
  list(found = entries[unique(sort(place))], unknown = wanted[is.na(place)])
}
