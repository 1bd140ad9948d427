"""chappe explain and export: from a file of results to text, CSV and JSON."""
import csv
import io
import json
import os

import command


class Results(command.CommandTest):

    def setUp(self):
        super().setUp()
        self.document = json.loads(
            self.expect(0, "run", self.scenario, "-q", "-o", "dac.h5", "--json").stdout)

    def test_explain_shows_every_contribution_with_its_source(self):
        text = self.expect(0, "explain", "dac.h5").stdout
        for word in ("dac", "latency", "energy", "cable", "tx", "rx", "source"):
            self.assertIn(word, text)
        other = self.expect(0, "explain", "dac.h5", "--at", "length_m=1.5").stdout
        self.assertNotEqual(text, other)

    def test_explain_refuses_what_is_not_there(self):
        self.refuse(2, "explain", "dac.h5", "--link", "dca", says=["dca", "dac"])
        self.refuse(2, "explain", "dac.h5", "--at", "lenght_m=1", says=["lenght_m"])
        self.refuse(2, "explain", "dac.h5", "--at", "length_m", says=["is not AXIS=VALUE"])

    def test_json_of_the_file_is_the_document_of_the_run(self):
        exported = json.loads(self.expect(0, "export", "dac.h5", "--to", "json").stdout)
        self.assertEqual(exported, self.document)

    def test_an_eye_travels_through_the_file(self):
        document = json.loads(self.expect(0, "run", self.scenario, "-q", "-o", "eye.h5", "--json",
                                          "--set", "solve.eye=true").stdout)
        exported = json.loads(self.expect(0, "export", "eye.h5", "--to", "json").stdout)
        self.assertEqual(exported, document)
        link = document["links"][0]
        [eye] = [table for table in link["tables"] if table["name"] == "dac/eye"]
        self.assertEqual(len(eye["cases"]), len(link["cases"]))
        size = {axis["name"]: len(axis["values"]) for axis in eye["axes"]}
        for case, figures in zip(eye["cases"], link["cases"]):
            self.assertEqual(len(case["time_bathtub"]), size["time_ui"])
            self.assertEqual(len(case["contour_mv"]),
                             size["ber"] * size["subeye"] * 2 * size["time_ui"])
            self.assertIn("eye_height_mv", figures)

    def test_csv_has_a_line_a_case_under_the_names_of_the_columns(self):
        text = self.expect(0, "export", "dac.h5", "--to", "csv").stdout
        rows = list(csv.DictReader(io.StringIO(text)))
        cases = self.document["links"][0]["cases"]
        self.assertEqual(len(rows), len(cases))
        for row, case in zip(rows, cases):
            for column in ("ber_pre_fec", "latency_ns", "length_m"):
                self.assertEqual(float(row[column]), case[column])

    def test_export_into_folder_and_file(self):
        (self.folder / "out").mkdir()
        self.expect(0, "export", "dac.h5", "--to", "csv", "-o", "out")
        self.expect(0, "export", "dac.h5", "--to", "json", "-o", "out")
        self.expect(0, "export", "dac.h5", "--to", "csv", "-o", "one.csv")
        names = set(self.files())
        self.assertLessEqual({"out/dac.csv", "out/dac.json", "one.csv"}, names)
        self.assertEqual((self.folder / "out/dac.csv").read_bytes(),
                         (self.folder / "one.csv").read_bytes())

    def test_a_result_may_come_from_standard_input(self):
        with open(self.folder / "dac.h5", "rb") as source:
            text = self.expect(0, "export", "-", "--to", "json", stdin=source).stdout
        self.assertEqual(json.loads(text), self.document)

    def test_export_refuses_formats_links_and_folders_that_are_not_there(self):
        self.refuse(2, "export", "dac.h5", says=["needs --to csv|json"])
        self.refuse(2, "export", "dac.h5", "--to", "cvs", says=["did you mean 'csv'?"])
        self.refuse(2, "export", "dac.h5", "--to", "csv", "--link", "dca",
                    says=["did you mean 'dac'?"])
        self.refuse(5, "export", "dac.h5", "--to", "csv", "-o", "nowhere", says=["nowhere"])
        self.refuse(5, "export", "dac.h5", "--to", "json", "-o", "nowhere/a.json", says=["nowhere"])

    def test_export_never_writes_over_its_input(self):
        whole = (self.folder / "dac.h5").read_bytes()
        os.symlink("dac.h5", self.folder / "link.json")
        os.link(self.folder / "dac.h5", self.folder / "hard.csv")
        for to, target in (("json", "dac.h5"), ("json", "./dac.h5"), ("json", "link.json"),
                           ("csv", "hard.csv")):
            self.refuse(5, "export", "dac.h5", "--to", to, "-o", target,
                        says=["is the input 'dac.h5' and would be overwritten"])
        # In a folder the names are those of the tables.
        os.rename(self.folder / "hard.csv", self.folder / "dac.ledger.csv")
        self.refuse(5, "export", "dac.h5", "--to", "csv", "-o", ".", says=["'./dac.ledger.csv'"])
        os.rename(self.folder / "dac.ledger.csv", self.folder / "dac.json")
        self.refuse(5, "export", "dac.h5", "--to", "json", "-o", ".", says=["'./dac.json'"])
        with open(self.folder / "dac.h5", "rb") as source:
            self.refuse(5, "export", "-", "--to", "json", "-o", "dac.h5", stdin=source,
                        says=["is the input '-'"])
        self.assertEqual((self.folder / "dac.h5").read_bytes(), whole)

    def test_all_targets_are_looked_at_before_the_first_is_written(self):
        (self.folder / "out" / "dac.ledger.csv").mkdir(parents=True)
        self.refuse(5, "export", "dac.h5", "--to", "csv", "-o", "out", says=["dac.ledger.csv"])

    def test_a_truncated_file_says_how_much_is_there(self):
        whole = (self.folder / "dac.h5").read_bytes()
        (self.folder / "cut.h5").write_bytes(whole[:-1])
        self.refuse(3, "explain", "cut.h5",
                    says=["'cut.h5': truncated or damaged: "
                          f"{len(whole) - 1} bytes of {len(whole)}"])
        (self.folder / "empty.h5").write_bytes(b"")
        self.refuse(3, "explain", "empty.h5", says=["it is empty"])

    def test_a_fifo_or_device_is_refused_at_once(self):
        os.mkfifo(self.folder / "fifo.h5")
        self.refuse(3, "explain", "fifo.h5", says=["'fifo.h5': a FIFO, not a regular file"])
        self.refuse(3, "export", "fifo.h5", "--to", "csv", says=["a FIFO, not a regular file"])

    def test_a_file_that_is_not_ours_says_so(self):
        (self.folder / "empty.h5").write_bytes(b"")
        whole = (self.folder / "dac.h5").read_bytes()
        (self.folder / "cut.h5").write_bytes(whole[:len(whole) // 2])
        for name in ("short.toml", "empty.h5", "cut.h5", "missing.h5"):
            self.refuse(3, "explain", name, says=[name])
            self.refuse(3, "export", name, "--to", "json", says=[name])


if __name__ == "__main__":
    command.main()
