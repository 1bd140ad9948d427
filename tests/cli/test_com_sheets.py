"""chappe com: what it takes and refuses: sheets, presets, words, files."""
import csv
import json
import os
import shutil

import command
import test_com
from test_com import CHANNEL, ONE, PRESETS, SOURCE


class Sheets(test_com.Com):

    def test_set_changes_the_sheet_and_says_so(self):
        document = self.document(CHANNEL, "--set", "n_b=4", "--set", "N_bg=0", "--set",
                                 "b_max(2..N_b)=[0.3 0.2*ones(1,2)]", "--set",
                                 "b_min(2..N_b)=-0.1")
        self.assertEqual(len(document["dfe_taps"]), 4)
        self.assertIn("n_b=4", document["set"])

    def test_a_sheet_may_be_semicolons_latin_1_and_with_a_byte_order_mark(self):
        name = self.sheet("plain.csv")
        with open(self.folder / name, encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        with open(self.folder / "other.csv", "w", encoding="latin-1", newline="") as file:
            csv.writer(file, delimiter=";").writerows(rows + [["C in \xb5F", "\xe9"]])
        marked = (self.folder / name).read_bytes()
        (self.folder / "marked.csv").write_bytes(b"\xef\xbb\xbf" + marked)
        wanted = self.document(CHANNEL, sheet=("--config", name))["com_db"]
        for other in ("other.csv", "marked.csv"):
            self.assertEqual(self.document(CHANNEL, sheet=("--config", other))["com_db"], wanted)

    def test_faults_of_a_sheet_are_told_at_once_with_their_places(self):
        name = self.sheet("faulty.csv", ("DER_0,1e-4", "DER_0,0.7"), ("R_LM,0.95", "R_LM,zero"),
                          ("sigma_RJ,", "sigma_RJJ,"))
        done = self.refuse(2, "com", CHANNEL, "--config", name,
                           says=["DER_0 = 0.7: 0.7 is outside [1e-300, 0.5)", "R_LM = zero",
                                 "did you mean 'sigma_RJ'?", "sigma_RJ is missing"])
        for line in done.stderr.splitlines():
            self.assertTrue(line.startswith("faulty.csv:"), line)

    def test_what_is_not_supported_is_refused_and_what_is_a_plot_is_not(self):
        self.refuse(2, "com", CHANNEL, "--preset", "ck_kr", "--set", "TDMODE=1",
                    says=["--set: TDMODE = 1 is not supported"])
        self.com(CHANNEL, "--set", "SAVE_FIGURES=1", "--set", "TDMODE=0")

    def test_a_workbook_is_told_to_be_one(self):
        (self.folder / "kr.csv").write_bytes(b"PK\x03\x04rest")
        self.refuse(3, "com", CHANNEL, "--config", "kr.csv",
                    says=["xlsx: save the COM_Settings sheet as CSV"])

    def test_presets_are_listed_with_title_date_and_status(self):
        items = json.loads(self.expect(0, "list", "presets", "--json").stdout)["presets"]
        names = {item["preset"] for item in items}
        self.assertTrue({f"com/{preset}" for preset in PRESETS} <= names)
        for item in items:
            for key in ("title", "source", "date", "status"):
                self.assertTrue(item[key], item)
        text = self.expect(0, "list", "presets").stdout
        self.assertIn("com/ck_kr", text)
        self.expect(0, "com", CHANNEL, "--preset", "com/ck_kr", *ONE)

    def test_values_without_a_seen_source_are_told(self):
        done = self.com(CHANNEL, "--json", sheet=("--preset", "dj_178_pkga_2025_06"),
                        only=ONE[8:], extra=["--allow-extrapolation"])
        self.assertIn("unverified: preset dj_178_pkga_2025_06 has no seen source for ", done.stderr)
        unverified = json.loads(done.stdout)["unverified"]
        self.assertIn("A_v", unverified)
        self.assertNotIn("R_d", unverified)  # echoed
        self.assertNotIn("g_DC", unverified)  # set here

    def test_a_sheet_may_come_from_standard_input(self):
        with open(self.folder / self.sheet("kr.csv"), encoding="utf-8") as file:
            document = json.loads(self.expect(0, "com", CHANNEL, "--config", "-", "--json", *ONE,
                                              stdin=file).stdout)
        self.assertEqual(document["com_db"], self.document(CHANNEL)["com_db"])

    def test_progress_is_an_object_a_line(self):
        done = self.com(CHANNEL, "--set", "c(-1)=[-0.3:0.02:0]", "--set", "g_DC=[-6:1:0]",
                        "--progress", "json", "--json")
        lines = [line for line in done.stderr.splitlines() if line.startswith("{")]
        self.assertEqual(json.loads(lines[-1])["of"], 100)
        json.loads(done.stdout)


class Refusals(test_com.Com):

    def test_words_that_do_not_fit(self):
        for words, says in ((["--preset", "ck_krr"], "did you mean 'ck_kr'?"),
                            ([], "needs either --config SHEET.csv or --preset NAME"),
                            (["--preset", "ck_kr", "--config", "x.csv"], "give one"),
                            (["--preset", "ck_kr", "--set", "N_b"], "is not KEYWORD=VALUE"),
                            (["--preset", "ck_kr", "--set", "N_b=4", "--set", "n_b=5"],
                             "n_b is given twice"),
                            (["--preset", "ck_kr", "--set", "nb=4"], "did you mean 'N_b'?"),
                            (["--preset", "ck_kr", "--set", "c(0)=0.99", "--set", "c(1)=-0.2"],
                             "less than the sheet's c(0)"),
                            (["--preset", "ck_kr", "--set", "DER_0=1e-320"], "[1e-300, 0.5)"),
                            (["--preset", "ck_kr", "--set", "ffe_post_tap_len=8", "--set",
                              "num_ui_RXFF_noise=40"], "more than twice the taps"),
                            (["--preset", "ck_kr", "--set", "sigma=1"], "unknown keyword 'sigma'"),
                            (["--preset", "ck_kr", "--pairing", "1-2"], "option '--pairing'")):
            self.refuse(2, "com", CHANNEL, *words, says=[says])
        self.refuse(2, "com", "--preset", "ck_kr", says=["needs THRU.s4p"])
        self.refuse(3, "com", CHANNEL, "--config", "none.csv", says=["none.csv: no such file"])
        self.refuse(3, "com", CHANNEL, "--preset", "ck_kr", "--fext", "none.s4p",
                    says=["none.s4p"])

    def test_data_that_end_too_early_are_outside_validity_unless_allowed(self):
        words = ("com", CHANNEL, "--preset", "dj_pychopmarg", *ONE)
        done = self.refuse(4, *words, says=["the data end at 60 GHz", "--allow-extrapolation"])
        done = self.expect(4, *words, "--json")
        self.assertEqual(json.loads(done.stdout)["status"], "outside_validity")
        done = self.expect(0, *words, "--json", "--quiet", "--allow-extrapolation")
        self.assertEqual(json.loads(done.stdout)["status"], "outside_validity")
        self.assertIn("WARNING", done.stderr)

    def test_a_two_port_is_no_channel_of_com(self):
        (self.folder / "two.s2p").write_text("# GHz S RI R 50\n1 0 0 1 0 1 0 0 0\n",
                                             encoding="utf-8")
        self.refuse(3, "com", "two.s2p", "--preset", "ck_kr",
                    says=["COM takes 4-ports, this file has 2 ports"])

    def test_t24_a_pairing_that_the_data_speak_against_is_warned_of(self):
        # With it the channel is no channel: nothing is left to be sampled.
        done = self.com(CHANNEL, "--pairing", "1-2/3-4", "--quiet", code=3)
        self.assertIn("WARNING: ", done.stderr)
        self.assertIn("1-2/3-4", done.stderr)
        done = self.com(CHANNEL, "--quiet")
        self.assertEqual(done.stderr, "")

    def test_inputs_are_only_read(self):
        shutil.copy(CHANNEL, self.folder / "a.s4p")
        name = self.sheet("kr.csv")
        for file in ("a.s4p", name):
            os.chmod(self.folder / file, 0o444)
        before = self.files()
        self.com("a.s4p", sheet=("--config", name))
        self.assertEqual(self.files(), before)


if __name__ == "__main__":
    command.main()
