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
        self.assertEqual(found["losses"][0]["f_hz"], 26.5625e9)
        self.assertLess(found["largest_singular_value"], 1.0 + 1e-9)  # 1 at 0 Hz

    def test_many_files_give_a_row_each_and_the_bad_ones_are_told(self):
        (self.folder / "table.csv").write_text("a,b\n1,2\n")
        (self.folder / "cut.s2p").write_text("# GHz S RI R 50\n1 0 0 1 0 1 0 0 0\n2 0 0 1\n")
        done = self.expect(3, "check", CHANNEL, "table.csv", "cut.s2p", "absent.s2p")
        rows = done.stdout.splitlines()
        self.assertEqual(len(rows), 5)
        self.assertIn("not read", rows[2])
        self.assertIn("cut.s2p:3", done.stderr)
        self.assertIn("table.csv", done.stderr)

    def test_wrong_words_are_refused(self):
        self.refuse(2, "check", says=["FILE"])
        self.refuse(2, "check", CHANNEL, "--at", "ten", says=["--at", "ten"])
        self.refuse(2, "check", CHANNEL, "--pairing", "1-2", says=["--pairing"])


if __name__ == "__main__":
    unittest.main()
