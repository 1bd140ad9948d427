"""Counts errors on five links made of shipped parts and compares with the density, by the rule of
DESIGN.md section 2: |z| <= 3.5 each with 1,000 independent events, pooled chi-square p > 1e-3."""
import json
import os
import pathlib
import subprocess
import unittest

COMMAND = os.environ.get("CHAPPE", "")
SCENARIO = pathlib.Path(__file__).resolve().parent / "five_links.toml"
SEED = 20261203  # fixed before the first run
# Chi-square that is exceeded with p = 1e-3, by degrees of freedom.
CHI_SQUARE = {5: 20.515, 10: 29.588, 15: 37.697}


def rows(ratios):
    """(link, row of its cross-check) for each link and bit error ratio."""
    words = [COMMAND, "run", SCENARIO, "--quiet", "--json", "-j", "2", "--seed", SEED, "--set",
             f"solve.cross_check_ber={list(ratios)}"]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True,
                          timeout=550, check=True)
    for link in json.loads(done.stdout)["links"]:
        table, = link["tables"]
        for row in table["cases"]:
            yield link["name"], row


class FiveLinks(unittest.TestCase):
    """A test calls compare with the ratios that receiver noise is raised to."""

    def compare(self, *ratios):
        found = list(rows(ratios))
        self.assertEqual(len(found), 5 * len(ratios))
        self.assertEqual(len({name for name, _ in found}), 5)
        for name, row in found:
            print(f"{name:16} {row['target_ber']:.0e}: density {row['ber_density']:.4g}, counted "
                  f"{row['ber_count']:.4g}, z {row['z']:+.2f}, {row['events']} events")
            with self.subTest(link=name, target=row["target_ber"]):
                self.assertGreaterEqual(row["events"], 1000)
                self.assertLessEqual(abs(row["z"]), 3.5)
                self.assertLess(abs(row["ber_density"] / row["target_ber"] - 1.0), 0.01)
                # Real feedback has at least about as many errors as error-free feedback.
                self.assertGreater(row["ber_feedback"], 0.9 * row["ber_count"])
        self.assertLess(sum(row["z"] ** 2 for _, row in found), CHI_SQUARE[len(found)])
