"""chappe run: tables, documents, settings, and every exit code that is not about output."""
import json
import os
import pathlib
import signal
import subprocess

import command

TOUCHSTONE = "# Hz S RI R 50\n0 1 0 0 0 0 0 0 0\n1e9 0.9 0 0 0\n"
# Columns of DESIGN.md section 3 that a copper link has in every run.
COLUMNS = ["status", "ber_pre_fec", "ber_pre_fec_low", "ber_pre_fec_high", "ber_method",
           "frame_loss_ratio", "codeword_error_ratio", "latency_ns", "energy_pj_per_bit",
           "margin_db", "il_nyquist_db", "lanes", "net_rate_gbps", "length_m"]


class Run(command.CommandTest):

    def document(self, *words, **options):
        return json.loads(self.expect(0, "run", *words, "--json", **options).stdout)

    def test_a_table_a_link_on_standard_output_the_rest_on_standard_error(self):
        done = self.expect(0, "run", self.scenario)
        lines = done.stdout.splitlines()
        self.assertTrue(lines[0].startswith("dac: copper, "))
        self.assertRegex(lines[1], r"^ +cable. +frame_ +il_$")
        self.assertRegex(lines[2], r"^ +length +status +ber_pre_fec +loss_ratio +latency")
        self.assertRegex(lines[3], r"^ +\[m\] +\[low, high\] +\[ns\]")
        self.assertRegex(lines[4], r"^ +0.5  ok +\S+ \[\S+, \S+\] ")
        self.assertLessEqual(max(map(len, lines[:6])), 120)
        self.assertIn("3 of 3 cases ok", done.stderr)
        self.assertNotIn("cases ok", done.stdout)

    def test_unverified_numbers_are_told(self):
        self.assertIn("without a verified source", self.expect(0, "run", self.scenario).stdout)

    def test_quiet_leaves_only_the_results(self):
        done = self.expect(0, "run", self.scenario, "--quiet")
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.stdout, self.expect(0, "run", self.scenario).stdout)

    def test_json_is_one_document_with_the_columns_of_the_design(self):
        document = self.document(self.scenario)
        cases = document["links"][0]["cases"]
        self.assertEqual(len(cases), 3)
        for column in COLUMNS:
            self.assertIn(column, cases[0])
        self.assertEqual(document["attributes"]["program"], "chappe")
        self.assertEqual(document["attributes"]["seed"], "1")
        self.assertIn("short.toml", document["attributes"]["inputs"])

    def test_the_scenario_may_come_from_standard_input(self):
        text = pathlib.Path(self.scenario).read_text(encoding="utf-8")
        self.assertEqual(self.expect(0, "run", "-", input=text).stdout,
                         self.expect(0, "run", self.scenario).stdout)

    def test_set_changes_a_value_and_is_kept_with_the_result(self):
        document = self.document(self.scenario, "--seed", "9", "--set",
                                 "dac.element.cable.length_m=0.7")
        self.assertEqual([case["length_m"] for case in document["links"][0]["cases"]], [0.7])
        self.assertEqual(document["attributes"]["settings"], "dac.element.cable.length_m=0.7\n")
        self.assertEqual(document["attributes"]["seed"], "9")

    def test_a_resolved_scenario_gives_the_same_results(self):
        first = self.document(self.scenario, "--set", "dac.element.cable.gauge_awg=28")
        again = self.document("-", input=first["attributes"]["scenario_resolved"])
        self.assertEqual(again["links"][0]["cases"], first["links"][0]["cases"])

    def test_the_portable_instruction_set_is_named_and_gives_the_same_figures(self):
        native = self.document(self.scenario, "--isa", "native", "--set",
                               "solve.fidelity=\"statistical\"")
        portable = self.document(self.scenario, "--isa", "portable", "--set",
                                 "solve.fidelity=\"statistical\"")
        self.assertEqual(portable["attributes"]["instruction_set"], "portable")
        self.assertEqual(portable["links"][0]["cases"], native["links"][0]["cases"])

    def test_progress_as_json_is_an_object_a_line(self):
        done = self.expect(0, "run", self.scenario, "-q", "--progress", "json")
        last = [json.loads(line) for line in done.stderr.splitlines()][-1]
        self.assertEqual((last["done"], last["of"], last["what"]), (3, 3, "dac"))

    def test_a_misspelt_key_is_told_with_its_place_and_a_suggestion(self):
        self.edited("bad.toml", ("length_m", "lenght_m"))
        done = self.refuse(2, "run", "bad.toml", "-o", "out.h5",
                           says=["bad.toml:14:", "lenght_m", "did you mean 'length_m'?"])
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.refuse(2, "run", self.scenario, "--set", "dac.element.cabel.length_m=1",
                    says=["cabel", "did you mean"])

    def test_all_faults_of_a_scenario_are_told_at_once(self):
        self.edited("bad.toml", ("[solve]", "[slove]"), ('code = "rs', 'cod = "rs'))
        done = self.refuse(2, "run", "bad.toml", says=["'solve'", "'code'"])
        self.assertEqual(len(done.stderr.splitlines()), 2)

    def test_a_value_out_of_range_is_told_with_its_range(self):
        self.refuse(2, "run", self.scenario, "--set", "dac.element.cable.length_m=-1",
                    says=["length_m", "-1", "[", "m"])

    def test_a_scenario_that_is_not_there_or_no_toml(self):
        self.refuse(3, "run", "missing.toml", says=["missing.toml"])
        (self.folder / "no.toml").write_text("= nothing", encoding="utf-8")
        self.refuse(2, "run", "no.toml", says=["no.toml:1:1"])

    def test_what_is_no_regular_file_is_refused_at_once(self):
        os.mkfifo(self.folder / "fifo.s4p")
        os.mkfifo(self.folder / "fifo.toml")
        self.refuse(3, "run", "fifo.toml", says=["'fifo.toml': a FIFO, not a regular file"])
        self.refuse(3, "run", ".", says=["'.': a folder, not a regular file"])
        self.edited("part.toml", ('model = "copper.serdes_rx"', 'part = "./fifo.toml"'))
        self.refuse(3, "run", "part.toml", says=["fifo.toml': a FIFO, not a regular file"])
        self.edited("data.toml", ('model = "copper.twinax", length_m = { sweep = [0.5, 1.0, 1.5] }',
                                  'model = "copper.touchstone", file = "fifo.s4p"'))
        self.refuse(3, "run", "data.toml", says=["fifo.s4p: a device, FIFO or socket"])

    def test_a_closed_standard_input_is_told(self):
        words = ["/bin/sh", "-c", '"$0" run - <&-', command.COMMAND]
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True,
                              timeout=command.LIMIT_S, check=False)
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn("standard input: closed", done.stderr)

    def test_empty_words_are_usage_errors(self):
        self.refuse(2, "run", "", says=["needs SCENARIO.toml, not an empty word"])
        self.refuse(2, "run", self.scenario, "-o", "", says=["'--output' needs a value"])
        self.refuse(2, "export", "", "--to", "csv", says=["not an empty word"])

    def test_a_number_too_small_to_hold_is_not_taken_for_0(self):
        self.refuse(2, "run", self.scenario, "--set", "dac.element.cable.length_m=1e-999",
                    says=["--set dac.element.cable.length_m: 1e-999 is nearer to 0 than"])
        # 0 itself is a length.
        self.expect(0, "run", self.scenario, "--set", "dac.element.cable.length_m=0")

    def test_a_value_is_set_once(self):
        self.refuse(2, "run", self.scenario, "--set", "dac.element.cable.length_m=1",
                    "--set", "element.cable.length_m=2", says=["this value is set twice"])
        self.assertIn("each value once", " ".join(self.expect(0, "help", "run").stdout.split()))

    def test_too_many_cases_are_refused_with_their_number(self):
        self.edited("big.toml", ("{ sweep = [0.5, 1.0, 1.5] }",
                                 "{ from = 0.1, to = 1, count = 5000 }, "
                                 "gauge_awg = { from = 24, to = 32, count = 5000 }"))
        self.refuse(2, "run", "big.toml", says=["big.toml:14:", "5000 x 5000 = 2.5e+07 cases"])

    def test_expectations_and_reaches_that_cannot_be_are_told_before_the_run(self):
        for text, says in (
                ("[expect]\ndac.latencyns = { min = 1 }\n", "did you mean 'latency_ns'?"),
                ("[expect]\ndac.reach_m = { min = 1 }\n", "needs solve.reach"),
                ('reach = "element.cable.lenght_m"\n', "did you mean 'element.cable.length_m'?")):
            path = self.edited("bad.toml")
            path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
            self.refuse(2, "run", "bad.toml", says=["bad.toml:", says])

    def test_one_fault_is_one_line(self):
        for change in (("copper.twinax", "copper.twinx"), ("link.section", "link.sectoin")):
            self.edited("bad.toml", change)
            done = self.refuse(2, "run", "bad.toml", says=["did you mean"])
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_a_truncated_channel_file_is_a_data_error(self):
        (self.folder / "cut.s4p").write_text(TOUCHSTONE, encoding="utf-8")
        self.edited("cut.toml", ('model = "copper.twinax", length_m = { sweep = [0.5, 1.0, 1.5] }',
                                 'model = "copper.touchstone", file = "cut.s4p"'))
        done = self.refuse(3, "run", "cut.toml", "-o", "out.h5", says=["cut.s4p:"])
        self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_an_expectation_or_requirement_that_fails_gives_1_with_the_results(self):
        wrong = "[expect]\ndac.latency_ns = { value = 1, tolerance = 0.5 }\n\n[solve]"
        self.edited("expect.toml", ("[solve]", wrong))
        done = self.expect(1, "run", "expect.toml", "-q")
        self.assertIn("dac.latency_ns", done.stderr)
        self.assertTrue(done.stdout.startswith("dac: "))
        done = self.expect(1, "run", self.scenario, "-q", "--set", "require.latency_ns_max=1")
        self.assertIn("failed: dac: ", done.stderr)

    def test_one_link_of_two_outside_validity_leaves_the_other(self):
        board = command.HERE.parents[1] / "scenarios/copper/host_board.toml"
        done = self.expect(0, "run", board, "--set", "host.element.trace.width_um=1", "--json")
        self.assertIn("link 'host' outside validity: copper.stripline: width_um = 0.00384615 plane "
                      "distances is outside [0.1, 5]", done.stderr)
        host, backplane = json.loads(done.stdout)["links"]
        self.assertEqual(host["cases"][0]["status"], "outside_validity")
        self.assertEqual(backplane["cases"][0]["status"], "ok")

    def test_outside_validity_gives_4_unless_a_case_is_valid(self):
        # A channel known to 0.1 GHz says nothing of 26.6 GBd.
        through = {(1, 2), (2, 1), (3, 4), (4, 3)}
        matrix = " ".join("0.9 0" if (row, column) in through else "0 0"
                          for row in range(1, 5) for column in range(1, 5))
        rows = "".join(f"{f}e6 {matrix}\n" for f in range(0, 101, 10))
        (self.folder / "low.s4p").write_text("# Hz S RI R 50\n" + rows, encoding="utf-8")
        self.edited("low.toml", ('model = "copper.twinax", length_m = { sweep = [0.5, 1.0, 1.5] }',
                                 'model = "copper.touchstone", file = "low.s4p"'))
        self.refuse(4, "run", "low.toml", "-o", "out.h5", says=["0.1 GHz"])


class Stopping(command.CommandTest):
    """A run of many cases, which would take minutes, is stopped."""

    def setUp(self):
        super().setUp()
        lengths = ", ".join(str(0.001 * i) for i in range(1, 20001))
        self.long = self.edited("long.toml", ("[0.5, 1.0, 1.5]", f"[{lengths}]"))
        (self.folder / "old.h5").write_text("old", encoding="utf-8")

    def test_signals_end_it_with_75_and_leave_the_old_file(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            before = self.files()
            process = self.start_command("run", self.long, "-o", "old.h5", "--progress", "json")
            first = process.stderr.readline()
            self.assertIn('"done":', first)
            process.send_signal(number)
            out, err = process.communicate(timeout=command.LIMIT_S)
            self.assertEqual(process.returncode, 75, err)
            self.assertIn("stopped by a signal; nothing is written", err)
            self.assertEqual(out, "")
            self.assertEqual(self.files(), before)

    def test_the_time_limit_ends_it_with_75(self):
        self.refuse(75, "run", self.long, "-o", "new.h5", "--time-limit", "0.2",
                    says=["stopped by the time limit of 0.2 s; nothing is written"])


if __name__ == "__main__":
    command.main()
