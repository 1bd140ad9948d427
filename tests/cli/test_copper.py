"""Copper links end to end: ledgers add up, bursts and redrivers show where they should."""
import json
import os
import pathlib

import command

SCENARIOS = pathlib.Path(os.environ.get("CHAPPE_SOURCE_DIR", ".")) / "scenarios" / "copper"
# At one point of each axis: the scenarios themselves are run by ctest.
ONE_POINT = {
    "dac_reach": [word for name, length_m in (("50g", 2), ("100g", 2), ("200g", 1))
                  for word in ("--set", f"dac_{name}.element.cable.length_m={length_m}")],
    "aec_vs_dac": [word for name in ("dac", "aec")
                   for word in ("--set", f"{name}.element.cable.length_m=5")],
    "copper_wall": [word for name in ("nrz_25g", "pam4_50g", "pam4_100g", "pam4_200g", "pam4_400g",
                                      "pam6_400g")
                    for word in ("--set", f"{name}.element.cable.length_m=1")],
}


class Copper(command.CommandTest):

    def links(self, name, *more):
        """The links of a scenario without its reach search and its expectations, by name."""
        text = (SCENARIOS / f"{name}.toml").read_text(encoding="utf-8")
        kept = [line for line in text.split("[expect]")[0].splitlines()
                if not line.startswith("reach =")]
        scenario = self.folder / f"{name}.toml"
        scenario.write_text("\n".join(kept) + "\n", encoding="utf-8")
        done = self.run_command("run", scenario, "--json", "--quiet", *ONE_POINT.get(name, []),
                                *more)
        self.assertIn(done.returncode, (0, 1), done.stderr)  # 1: a requirement is missed
        return {link["name"]: link for link in json.loads(done.stdout)["links"]}

    def assert_adds_up(self, name, link):
        for quantity, column in (("latency", "latency_ns"), ("energy", "energy_pj_per_bit"),
                                 ("fit", "fit")):
            for i, case in enumerate(link["cases"]):
                total = sum(row["values"][i] for row in link["ledger"]
                            if row["quantity"] == quantity)
                self.assertLessEqual(abs(total - case[column]), 1e-9 * max(1.0, case[column]),
                                     f"{name} {quantity}")

    def test_ledgers_sum_to_their_totals(self):
        for scenario in ONE_POINT:
            for name, link in self.links(scenario).items():
                self.assertTrue(link["cases"])
                self.assert_adds_up(f"{scenario} {name}", link)

    def test_a_retimed_cable_carries_where_a_passive_one_does_not(self):
        links = self.links("aec_vs_dac")
        dac, aec = links["dac"]["cases"][0], links["aec"]["cases"][0]
        self.assertGreater(dac["frame_loss_ratio"], 1e-3)
        self.assertLess(aec["frame_loss_ratio"], 6.2e-11)
        self.assertAlmostEqual(aec["latency_ns"] - dac["latency_ns"], 6.1, delta=0.5)
        self.assertGreater(aec["energy_pj_per_bit"], dac["energy_pj_per_bit"])

    def test_bursts_cost_margin_and_a_precoder_gives_some_back(self):
        precoded = self.links("aec_vs_dac")["dac"]["cases"][0]
        plain = self.links("aec_vs_dac", "--set",
                           "dac.section.copper.precoded=false")["dac"]["cases"][0]
        # What is left behind a precoder: bursts that later DFE taps begin behind a right decision.
        self.assertGreaterEqual(precoded["burst_factor"], 1.0)
        self.assertLess(precoded["burst_factor"], 1.25)
        self.assertGreater(plain["burst_factor"], 1.5)
        self.assertGreater(precoded["margin_db"], plain["margin_db"] + 0.2)

    def test_crosstalk_and_redriver_take_part(self):
        set_next = [word for i in range(1, 5)
                    for word in ("--set", f"acc.element.next{i}.coupling_db=90")]
        one = ["--set", "acc.element.cable.length_m=4", "--set", "acc.element.cable.gauge_awg=26",
               "--set", "dac.element.cable.length_m=4", "--set", "dac.element.cable.gauge_awg=26"]
        links = self.links("acc_reach", *one)
        quiet = self.links("acc_reach", *one, *set_next)
        acc, dac = links["acc"]["cases"][0], links["dac"]["cases"][0]
        self.assertGreater(acc["margin_db"], dac["margin_db"] + 2.0)
        self.assertLess(quiet["acc"]["cases"][0]["icn_mv"], acc["icn_mv"])
        noisy = self.links("acc_reach", *one, "--set",
                           "acc.element.redriver.noise_v2_per_ghz=1e-6")["acc"]["cases"][0]
        self.assertLess(noisy["margin_db"], acc["margin_db"] - 1.0)


if __name__ == "__main__":
    command.main()
