"""Usage: help, versions, and words that the command does not know."""
import re

import command

VERBS = ["run", "check", "com", "tdecq", "explain", "export", "list", "schema", "doctor"]


class Usage(command.CommandTest):

    def test_no_verb_is_a_usage_error_with_help_on_standard_error(self):
        done = self.refuse(2, says=["usage: chappe VERB", "exit codes"])
        for verb in VERBS:
            self.assertIn(f"\n  {verb} ", done.stderr)

    def test_help_and_version_go_to_standard_output(self):
        for words in (["--help"], ["-h"], ["help"]):
            done = self.expect(0, *words)
            self.assertIn("usage: chappe VERB", done.stdout)
            self.assertEqual(done.stderr, "")
        self.assertRegex(self.expect(0, "--version").stdout,
                         r"^chappe \d+\.\d+\.\d+ \(\w+ [\d.]+, \w*.*\)\n$")

    def test_each_verb_has_a_help_with_usage_example_and_exit_codes(self):
        for verb in VERBS:
            text = self.expect(0, "help", verb).stdout
            self.assertEqual(text, self.expect(0, verb, "--help").stdout)
            for part in (f"usage: chappe {verb}", "options", "examples", "exit codes", "--help"):
                self.assertIn(part, text)
            self.assertLessEqual(max(map(len, text.splitlines())), 110)

    def test_help_of_run_names_every_option_with_unit_and_default(self):
        text = self.expect(0, "help", "run").stdout
        for option in ("-o, --output", "--set", "-j, --threads", "--seed", "--json", "--quiet",
                       "--progress", "--time-limit", "--allow-outside", "--allow-extrapolation",
                       "--isa"):
            self.assertIn(option, text)
        self.assertEqual(len(re.findall(r"\n  (\d+) ", text)), 8, "eight exit codes")

    def test_an_unknown_verb_is_refused_with_a_suggestion_and_the_list(self):
        self.refuse(2, "rnu", says=["there is no verb 'rnu'", "did you mean 'run'?"] + VERBS)
        self.refuse(2, "merge", says=["there is no verb 'merge'"] + VERBS)
        self.refuse(2, "help", "explian", says=["did you mean 'explain'?"])
        self.refuse(2, "--verison",
                    says=["unknown option '--verison'", "did you mean '--version'?"])

    def test_an_unknown_option_is_refused_with_a_suggestion(self):
        self.refuse(2, "run", self.scenario, "--jsno",
                    says=["unknown option '--jsno'", "did you mean '--json'?"])
        # Options of a later release are not taken silently.
        for words in (["--shard", "1/2"], ["--resume"]):
            self.refuse(2, "run", self.scenario, *words, says=["unknown option '" + words[0] + "'"])

    def test_values_of_options_are_checked(self):
        for words, says in ((["-j", "0"], "'0' is not a whole number in [1, 4096]"),
                            (["-j", "two"], "'two' is not a whole number"),
                            (["--seed", "-1"], "'-1' is not a whole number"),
                            (["--time-limit", "0"], "'0' is not a number > 0 [s]"),
                            (["--progress", "loud"], "'loud' is none of auto, none, json"),
                            (["--isa", "portabel"], "did you mean 'portable'?"),
                            (["--set", "length"], "'length' is not PATH=VALUE"),
                            (["-o"], "needs a value"),
                            (["-o", "a.h5", "-o", "b.h5"], "given more than once"),
                            (["-o", "-", "--json"], "both want standard output"),
                            (["-o", "out.csv"], "would be an HDF5 file"),
                            (["again.toml"], "'again.toml' is one operand too many")):
            self.refuse(2, "run", self.scenario, *words, says=[says])
        self.refuse(2, "run", says=["needs SCENARIO.toml"])


if __name__ == "__main__":
    command.main()
