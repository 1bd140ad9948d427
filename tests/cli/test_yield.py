"""Tolerances by the command: yield in every output, its limit, its reproducibility."""
import csv
import io
import json

import command

SWEEP = "length_m = { sweep = [0.5, 1.0, 1.5] }"
SPREAD = 'length_m = { distribution = "uniform", low = 0.5, high = 1.5 }'
COLUMNS = ("yield", "yield_low", "yield_high", "yield_samples")


class Yield(command.CommandTest):

    def setUp(self):
        super().setUp()
        self.spread = self.edited("spread.toml", (SWEEP, SPREAD), (
            'fidelity = "closed_form"', 'yield_samples = 40\nsensitivity = true\n'))

    def run_json(self, *more):
        return json.loads(self.expect(0, "run", self.spread, "-q", "--json", *more).stdout)

    def test_json_csv_and_schema_have_the_columns(self):
        document = self.run_json("-o", "out.h5")
        case = document["links"][0]["cases"][0]
        self.assertEqual(case["yield_samples"], 40)
        self.assertLessEqual(case["yield_low"], case["yield"])
        self.assertLessEqual(case["yield"], case["yield_high"])
        self.assertEqual(case["yield"], 1.0)
        # All of n pass: the two-sided interval's lower end is 0.025^(1/n).
        self.assertAlmostEqual(case["yield_low"], 0.025 ** (1 / 40), places=9)
        text = self.expect(0, "export", "out.h5", "--to", "csv").stdout
        row = next(csv.DictReader(io.StringIO(text)))
        schema = self.expect(0, "schema").stdout
        for column in COLUMNS:
            self.assertEqual(float(row[column]), case[column])
            self.assertIn(f'"{column}"', schema)
        tables = document["links"][0]["tables"]
        self.assertEqual([table["name"] for table in tables], ["dac/sensitivity"])

    def test_the_text_shows_yield_and_what_was_assumed(self):
        done = self.expect(0, "run", self.spread)
        self.assertIn("yield", done.stdout)
        self.assertIn("1.0000 [0.9119, 1.0000]", done.stdout)
        self.assertIn("record of 1024 symbols", done.stderr)

    def test_one_thread_and_two_give_the_same_bytes(self):
        self.run_json("-j", "1", "-o", "one.h5")
        self.run_json("-j", "2", "-o", "two.h5")
        self.assertEqual((self.folder / "one.h5").read_bytes(),
                         (self.folder / "two.h5").read_bytes())
        other = self.run_json("--seed", "7")
        self.assertNotEqual(other["links"][0]["cases"][0]["ber_pre_fec_high"],
                            self.run_json()["links"][0]["cases"][0]["ber_pre_fec_high"])

    def test_a_least_yield_decides_the_exit_code(self):
        # 0.05^(1/40) = 0.9278
        self.expect(0, "run", self.spread, "--set", "require.yield_min=0.927")
        done = self.expect(1, "run", self.spread, "--set", "require.yield_min=0.928")
        self.assertIn("40 of 40 samples pass", done.stderr)
        self.refuse(2, "run", self.scenario, "--set", "require.yield_min=0.9",
                    says=["yield_min needs solve.yield_samples"])


if __name__ == "__main__":
    command.main()
