"""chappe check: Touchstone files, one and many, good and bad."""
import json
import os
import pathlib
import unittest

import command

SOURCE = pathlib.Path(os.environ.get("CHAPPE_SOURCE_DIR", "."))
CHANNEL = SOURCE / "data/channels/stripline_100ohm.s4p"


class Check(command.CommandTest):

    def test_one_file_gives_a_block_of_verdicts(self):
        text = self.expect(0, "check", CHANNEL, "--at", "10,26.5625").stdout
        for words in ("4 ports", "pairing", "passivity", "reciprocity", "causality", "at 10 GHz"):
            self.assertIn(words, text)

    def test_json_holds_the_figures(self):
        done = self.expect(0, "check", CHANNEL, "--symbol-rate-gbd", "53.125", "--json")
        found = json.loads(done.stdout)["files"][0]
        self.assertEqual(found["ports"], 4)
        schema = json.loads(self.expect(0, "schema", "check").stdout)
        known = schema["properties"]["files"]["items"]["properties"]
        self.assertEqual(set(found) - set(known), set())
        self.assertEqual(set(found["findings"][0]), set(known["findings"]["items"]["properties"]))
        self.assertEqual(found["losses"][0]["f_hz"], 26.5625e9)
        self.assertLess(found["largest_singular_value"], 1.0 + 1e-9)  # 1 at 0 Hz

    def test_many_files_give_a_row_each_and_the_bad_ones_are_told(self):
        (self.folder / "table.csv").write_text("a,b\n1,2\n")
        (self.folder / "cut.s2p").write_text("# GHz S RI R 50\n1 0 0 1 0 1 0 0 0\n2 0 0 1\n")
        done = self.expect(3, "check", CHANNEL, "table.csv", "cut.s2p", "absent.s2p")
        rows = done.stdout.splitlines()
        self.assertEqual(len(rows), 6)
        self.assertIn("not read", rows[3])
        self.assertIn("cut.s2p:3", done.stderr)
        self.assertIn("table.csv", done.stderr)

    def test_a_table_has_a_column_a_frequency_and_says_why(self):
        (self.folder / "gain.s2p").write_text("# GHz S RI R 50\n0 0 0 2 0 2 0 0 0\n"
                                              "1 0 0 2 0 2 0 0 0\n2 0 0 2 0 2 0 0 0\n")
        rows = self.expect(0, "check", CHANNEL, "gain.s2p", "--at", "1,10").stdout.splitlines()
        self.assertIn("at 1 GHz", rows[1])
        self.assertIn("at 10 GHz", rows[1])
        self.assertRegex(rows[3], r"-6\.021 +- +FAIL +passivity$")
        rows = self.expect(0, "check", CHANNEL, CHANNEL).stdout.splitlines()
        self.assertRegex(rows[2], r" 30 +[\d.]+ +ok$")

    def test_a_name_that_is_no_utf_8_is_told_in_json(self):
        name = b"bad\xff.s2p"
        (self.folder / os.fsdecode(name)).write_text("# GHz S RI R 50\n1 0 0 1 0 1 0 0 0\n")
        done = self.expect(0, "check", os.fsdecode(name), "--json")
        self.assertIn("bad", json.loads(done.stdout)["files"][0]["file"])

    def test_a_folder_and_a_wrong_pairing_are_told(self):
        self.refuse(3, "check", self.folder, says=["a folder; name its files"])
        done = self.expect(0, "check", CHANNEL, "--pairing", "1-2/3-4")
        self.assertIn("the data pass between the ports of 1-3/2-4", done.stdout)

    def test_a_frequency_given_twice_counts_once(self):
        found = json.loads(self.expect(0, "check", CHANNEL, "--at", "5,1,5", "--json").stdout)
        self.assertEqual([loss["f_hz"] for loss in found["files"][0]["losses"]], [1e9, 5e9])
        self.refuse(2, "check", CHANNEL, "--symbol-rate-gbd", "1e300", says=["2e6 GBd"])

    def test_absurd_frequencies_are_told_not_transformed(self):
        text = "# GHz S RI R 50\n" + "".join(f"{k} 0 0 1 0 1 0 0 0\n" for k in range(20))
        (self.folder / "far.s2p").write_text(text + "1e100 0 0 1 0 1 0 0 0\n")
        self.assertIn("above 1 THz", self.expect(0, "check", "far.s2p").stdout)
        rows = [line.split() for line in text.splitlines()[1:]]
        (self.folder / "low.s2p").write_text("# GHz S RI R 50\n" + "".join(
            " ".join([repr(int(row[0]) * 4.9999999999999996e-05)] + row[1:]) + "\n"
            for row in rows))
        self.assertIn("causality", self.expect(0, "check", "low.s2p").stdout)

    def test_wrong_words_are_refused(self):
        self.refuse(2, "check", says=["FILE"])
        self.refuse(2, "check", CHANNEL, "--at", "ten", says=["--at", "ten"])
        self.refuse(2, "check", CHANNEL, "--pairing", "1-2", says=["--pairing"])


if __name__ == "__main__":
    unittest.main()
