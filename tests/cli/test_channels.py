"""chappe run on channel files: what a measured file may hold, and what it must not."""
import cmath
import json
import math

import command

RATE_GBD = 26.5625
NYQUIST_HZ = RATE_GBD * 0.5e9
MODEL = 'model = "copper.twinax", length_m = { sweep = [0.5, 1.0, 1.5] }'


def line(end_hz, loss_db, points=401, gain=1.0):
    """A matched 2-port line of 1 ns: its loss [dB] at half the symbol rate grows with sqrt(f)."""
    rows = []
    for k in range(points):
        f = end_hz * k / (points - 1)
        s21 = gain * cmath.rect(10 ** (-loss_db * math.sqrt(f / NYQUIST_HZ) / 20),
                                -2 * math.pi * f * 1e-9)
        rows.append([f, 0, s21, s21, 0])
    return rows


def touchstone(rows):
    """Version 1 text; rows of frequency and parameters in the order of the file."""
    lines = ["# Hz S RI R 50"]
    for f, *values in rows:
        lines.append(" ".join([repr(f)] + [f"{complex(x).real!r} {complex(x).imag!r}"
                                           for x in values]))
    return "\n".join(lines) + "\n"


def four_port(rows):
    """Two such lines side by side, 1 to 3 and 2 to 4; nothing passes any other way."""
    return [[f, 0, 0, s21, 0, 0, 0, 0, s21, s21, 0, 0, 0, 0, s21, 0, 0]
            for f, _, s21, _, _ in rows]


class Channels(command.CommandTest):

    def write(self, name, rows):
        (self.folder / name).write_text(touchstone(rows), encoding="utf-8")

    def scenario_of(self, file, more=""):
        return self.edited("channel.toml", (MODEL, f'model = "copper.touchstone", file = "{file}"'
                                                   + more))

    def with_aggressor(self, file, aggressor, more=""):
        path = self.scenario_of(file)
        text = path.read_text(encoding="utf-8").replace(
            "]\n\n[[link.fec]]",
            f']\naggressor = [{{ name = "fext1", type = "fext", file = "{aggressor}"{more}, '
            'transmitter = { model = "copper.serdes_tx" } }]\n\n[[link.fec]]')
        path.write_text(text, encoding="utf-8")
        return path

    def case(self, *words):
        done = self.expect(0, "run", *words, "--json")
        return json.loads(done.stdout)["links"][0]["cases"][0], done.stderr

    def test_a_pairing_through_which_nothing_passes_is_named(self):
        self.write("a.s4p", four_port(line(40e9, 6)))
        self.expect(0, "run", self.scenario_of("a.s4p"))
        self.refuse(3, "run", self.scenario_of("a.s4p", ', pairing = "1-3/2-4"'),
                    says=["a.s4p, ports paired 1-3/2-4: nothing passes element 'cable'"])

    def test_an_aggressor_of_zeros_contributes_nothing(self):
        self.write("a.s2p", line(40e9, 6))
        self.write("zero.s2p", line(40e9, 6, gain=0.0))
        self.write("zero.s4p", four_port(line(40e9, 6, gain=0.0)))
        alone, _ = self.case(self.scenario_of("a.s2p"))
        for file, more in (("zero.s2p", ""), ("zero.s4p", ', pairing = "1-3/2-4"')):
            beside, said = self.case(self.with_aggressor("a.s2p", file, more))
            self.assertNotIn("THRU", said)
            self.assertEqual(beside["icn_mv"], 0.0)
            for figure in ("ber_pre_fec", "margin_db", "com_db"):
                self.assertEqual(beside[figure], alone[figure])

    def test_an_aggressor_that_looks_like_a_thru_is_remarked_on(self):
        self.write("a.s2p", line(40e9, 6))
        self.write("low.s2p", line(40e9, 6, gain=0.3))
        self.write("high.s2p", line(40e9, 6, gain=0.4))
        self.assertNotIn("THRU", self.case(self.with_aggressor("a.s2p", "low.s2p"))[1])
        said = self.case(self.with_aggressor("a.s2p", "high.s2p"))[1]
        self.assertRegex(said, "aggressor 'fext1': its channel .*high.s2p passes up to -8.0 dB, "
                               "more than crosstalk does: is it a THRU file")
        # The delay of crosstalk means nothing; that of a through path is told.
        said = self.case(self.with_aggressor("a.s2p", "low.s2p"))[1]
        self.assertIn("channel 'cable': 0", said)
        self.assertNotIn("channel 'fext1': 0", said)

    def test_a_file_of_0_hz_alone_is_refused(self):
        self.write("a.s2p", [[0.0, 0, 1, 1, 0]])
        self.refuse(3, "run", self.scenario_of("a.s2p"), says=["a.s2p: no frequency above 0 Hz"])

    def test_data_below_half_the_symbol_rate_need_the_option_and_give_no_loss_there(self):
        self.write("a.s2p", line(0.8 * NYQUIST_HZ, 6))
        path = self.scenario_of("a.s2p")
        self.refuse(4, "run", path, says=["a", "--allow-extrapolation"])
        case, said = self.case(path, "--allow-extrapolation")
        self.assertEqual(case["status"], "ok")
        self.assertIsNone(case.get("il_nyquist_db"))
        self.assertIn("il_nyquist_db is not given: the data end below half the symbol rate", said)
        self.assertIn("straight line to zero", said)

    def test_gain_is_remarked_on_and_much_of_it_refused(self):
        self.write("a.s2p", line(40e9, 6, gain=1.0005))
        self.assertNotIn("passive", self.case(self.scenario_of("a.s2p"))[1])
        self.write("a.s2p", line(40e9, 6, gain=1.01))
        said = self.case(self.scenario_of("a.s2p"))[1]
        self.assertIn("though not passive: a singular value of 1.01 at 0 GHz", said)
        self.write("a.s2p", line(40e9, 6, gain=1.1))
        self.refuse(3, "run", self.scenario_of("a.s2p"),
                    says=["a.s2p: not passive: a singular value of 1.1 at 0 GHz",
                          "singular_value_max = 1.05"])
        self.expect(0, "run", self.scenario_of("a.s2p", ", singular_value_max = 1.2"))

    def test_a_value_that_no_channel_has_is_named_with_its_place(self):
        rows = line(40e9, 6)
        rows[7][2] = 1e300
        self.write("a.s2p", rows)
        self.refuse(3, "run", self.scenario_of("a.s2p"), says=["a.s2p:", "above 1e15"])


if __name__ == "__main__":
    command.main()
