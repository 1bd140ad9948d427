"""chappe tdecq: figures, files, refusals."""
import json
import os
import random
import unittest

import command

SHARED = os.environ.get("CHAPPE_SHARED", str(command.HERE.parents[1] / ".." / "shared"))
IMDD = os.path.join(SHARED, "reference", "imdd")
PER_SYMBOL = 16
FIGURES = ["tdecq_db", "ceq_db", "tdecq_less_ceq_db", "oma_outer_mw", "oma_outer_dbm",
           "average_power_mw", "extinction_ratio_db", "rlm", "transition_time_ps",
           "overshoot_percent", "undershoot_percent"]


def symbols_of(count=1000, seed=1):
    """Random symbols, with one run each of seven threes and six zeros."""
    source = random.Random(seed)
    return [3] * 7 + [1] + [0] * 6 + [2] + [source.randrange(4) for _ in range(count - 15)]


def waveform(symbols, per_symbol=PER_SYMBOL, low_mw=0.5, high_mw=1.5, slow=0.0, late=0):
    """Symbols held for a UI; `slow`: what each sample keeps of the one before."""
    levels = [low_mw + (high_mw - low_mw) * s / 3 for s in symbols]
    held = [level for level in levels for _ in range(per_symbol)]
    state, samples = held[-1], []
    for value in held[-20 * per_symbol:] + held:
        state = slow * state + (1 - slow) * value
        samples.append(state)
    samples = samples[20 * per_symbol:]
    return samples[-late:] + samples[:-late] if late else samples


class Tdecq(command.CommandTest):

    def setUp(self):
        super().setUp()
        self.symbols = symbols_of()
        self.write("symbols.txt", self.symbols)

    def write(self, name, values):
        (self.folder / name).write_text("".join(f"{v!r}\n" for v in values), encoding="utf-8")
        return name

    def call(self, name, *words):
        return ("tdecq", name, "--symbols", "symbols.txt", "--symbol-rate-gbd", "53.125",
                "--samples-per-symbol", PER_SYMBOL, *words)

    def document(self, samples, *words):
        self.write("w.txt", samples)
        return json.loads(self.expect(0, *self.call("w.txt", "--json", *words)).stdout)


class Figures(Tdecq):

    def test_an_ideal_waveform(self):
        document = self.document(waveform(self.symbols), "--taps", "1")
        self.assertEqual(document["status"], "ok")
        self.assertAlmostEqual(document["tdecq_db"], 0.0, delta=1e-2)
        self.assertAlmostEqual(document["oma_outer_mw"], 1.0, delta=1e-9)
        self.assertAlmostEqual(document["extinction_ratio_db"], 4.7712, delta=1e-3)
        self.assertAlmostEqual(document["rlm"], 1.0, delta=1e-6)
        self.assertEqual(document["taps"], [1.0])
        self.assertEqual(document["periods"], 1)

    def test_taps_undo_what_a_slow_transmitter_does(self):
        samples = waveform(self.symbols, slow=0.85)
        plain = self.document(samples, "--taps", "1")
        five = self.document(samples)
        nine = self.document(samples, "--taps", "9")
        self.assertTrue(plain["tdecq_db"] is None or plain["tdecq_db"] > five["tdecq_db"] + 0.5)
        self.assertLessEqual(nine["tdecq_db"], five["tdecq_db"] + 1e-3)
        self.assertEqual(len(five["taps"]), 5)
        self.assertAlmostEqual(sum(five["taps"]), 1.0, delta=1e-9)
        self.assertEqual(max(five["taps"]), five["taps"][five["cursor"]])
        fixed = self.document(samples, "--pre", "1")
        self.assertEqual(fixed["cursor"], 1)

    def test_filtering_slows_it_down(self):
        samples = waveform(self.symbols)
        as_it_is = self.document(samples)
        filtered = self.document(samples, "--apply-filter")
        self.assertTrue(filtered["filter_applied"])
        self.assertGreater(filtered["transition_time_ps"], as_it_is["transition_time_ps"] + 5)
        self.assertGreater(filtered["tdecq_db"], 0.2)

    def test_a_late_start_and_several_periods_change_nothing(self):
        samples = waveform(self.symbols, slow=0.7)
        once = self.document(samples)
        late = self.document(waveform(self.symbols, slow=0.7, late=1601) * 2 + samples[:500])
        self.assertEqual(late["periods"], 2)
        self.assertAlmostEqual(late["tdecq_db"], once["tdecq_db"], delta=2e-3)
        self.assertAlmostEqual(late["delay_ui"] - once["delay_ui"], 1601 / PER_SYMBOL, delta=0.02)
        self.assertAlmostEqual(late["unused_symbols"], 500 / PER_SYMBOL, delta=0.01)

    def test_inverted_polarity_is_found_and_told(self):
        samples = waveform(self.symbols, slow=0.7)
        once = self.document(samples)
        self.write("w.txt", [2.0 - v for v in samples])
        done = self.expect(0, *self.call("w.txt", "--json", "--quiet"))
        self.assertIn("WARNING: inverted", done.stderr)
        document = json.loads(done.stdout)
        self.assertTrue(document["inverted"])
        self.assertAlmostEqual(document["tdecq_db"], once["tdecq_db"], delta=5e-3)

    def test_a_closed_eye_is_no_error(self):
        source = random.Random(2)
        noise = [source.gauss(0.0, 0.1) for _ in self.symbols]  # a half gap is 0.167
        samples = waveform(self.symbols)
        self.write("w.txt", [v + noise[k // PER_SYMBOL] for k, v in enumerate(samples)])
        done = self.expect(0, *self.call("w.txt", "--json"))
        document = json.loads(done.stdout)
        self.assertEqual(document["status"], "closed")
        self.assertIsNone(document["tdecq_db"])
        self.assertIsNone(document["taps"])
        self.assertIn("WARNING: closed eye", done.stderr)
        self.assertIn("closed eye", self.expect(0, *self.call("w.txt")).stdout)

    def test_text_names_what_it_shows(self):
        self.write("w.txt", waveform(self.symbols, slow=0.7))
        done = self.expect(0, *self.call("w.txt"))
        for part in ("TDECQ", "OMA outer", "RLM", "taps", "transition time", " dB", " dBm", " ps"):
            self.assertIn(part, done.stdout)
        self.assertIn("assumed: powers are in mW", done.stderr)
        self.assertIn("behind the reference filter", done.stderr)
        self.assertIn("unverified: ", done.stderr)
        self.assertEqual(self.expect(0, *self.call("w.txt", "--quiet")).stderr, "")

    def test_the_document_keeps_to_its_schema(self):
        document = self.document(waveform(self.symbols, slow=0.7))
        schema = json.loads(self.expect(0, "schema", "tdecq").stdout)
        self.assertEqual(set(document), set(schema["properties"]))
        for key in FIGURES:
            self.assertIn(key, document)
            self.assertIsInstance(document[key], float, key)

    def test_an_offset_below_zero_has_no_extinction_ratio(self):
        samples = waveform(self.symbols, low_mw=-0.5, high_mw=0.5)
        document = self.document(samples)
        self.assertIsNone(document["extinction_ratio_db"])
        self.assertAlmostEqual(document["oma_outer_mw"], 1.0, delta=1e-6)


class Files(Tdecq):

    def test_time_and_value_with_units_in_the_heading(self):
        samples = waveform(self.symbols, slow=0.7)
        once = self.document(samples)
        step_ps = 1e3 / 53.125 / PER_SYMBOL
        rows = "".join(f"{k * step_ps:.6f},{1e3 * v!r}\n" for k, v in enumerate(samples))
        (self.folder / "w.csv").write_text("time_ps,power_uw\n" + rows, encoding="utf-8")
        done = self.expect(0, "tdecq", "w.csv", "--symbols", "symbols.txt", "--symbol-rate-gbd",
                           "53.125", "--json")
        document = json.loads(done.stdout)
        self.assertAlmostEqual(document["samples_per_symbol"], PER_SYMBOL, delta=1e-4)
        self.assertAlmostEqual(document["tdecq_db"], once["tdecq_db"], delta=2e-3)
        self.assertAlmostEqual(document["oma_outer_mw"], once["oma_outer_mw"], delta=1e-6)

    def test_times_of_too_few_digits_are_not_needed(self):
        rows = "".join(f"{k * 1e-12:.1g} {v!r}\n" for k, v in enumerate(waveform(self.symbols)))
        (self.folder / "w.txt").write_text(rows, encoding="utf-8")
        self.refuse(3, "tdecq", "w.txt", "--symbols", "symbols.txt", "--symbol-rate-gbd", "53.125",
                    says=["not equidistant", "too few digits", "--samples-per-symbol"])
        self.expect(0, *self.call("w.txt"))

    def test_standard_input(self):
        self.write("w.txt", waveform(self.symbols))
        with open(self.folder / "w.txt", encoding="utf-8") as file:
            self.expect(0, *self.call("-", "--quiet"), stdin=file)

    def test_a_rate_in_place_of_the_samples_a_symbol(self):
        self.write("w.txt", waveform(self.symbols))
        done = self.expect(0, "tdecq", "w.txt", "--symbols", "symbols.txt", "--symbol-rate-gbd",
                           "53.125", "--sample-rate-gsps", "850", "--json")
        self.assertEqual(json.loads(done.stdout)["samples_per_symbol"], 16.0)

    def test_inputs_are_only_read(self):
        self.write("w.txt", waveform(self.symbols))
        before = self.files()
        self.expect(0, *self.call("w.txt"))
        self.assertEqual(self.files(), before)

    @unittest.skipUnless(os.path.isdir(IMDD), "no reference files")
    def test_the_attribute_filtered_is_obeyed(self):
        words = ("tdecq", os.path.join(IMDD, "tdecq_T3.h5"), "--symbols",
                 os.path.join(IMDD, "prbs13q_symbols.txt"), "--symbol-rate-gbd", "53.125", "--json")
        plain = self.expect(0, *words)
        self.assertNotIn("assumed", plain.stderr)
        self.assertIn("unverified: tap limits 802.3cd", plain.stderr)
        document = json.loads(plain.stdout)
        self.assertAlmostEqual(document["tdecq_db"], 1.056, delta=0.08)
        again = self.expect(0, *words, "--apply-filter")
        self.assertIn("--apply-filter has no effect", again.stderr)
        self.assertEqual(json.loads(again.stdout)["tdecq_db"], document["tdecq_db"])
        # Our own PRBS13Q is the same ring; the rate is in the file.
        ours = self.expect(0, "tdecq", words[1], "--pattern", "prbs13q", "--json")
        self.assertAlmostEqual(json.loads(ours.stdout)["tdecq_db"], document["tdecq_db"],
                               delta=1e-4)


class Refusals(Tdecq):

    def refuse_samples(self, samples, says, *words):
        self.write("w.txt", samples)
        self.refuse(3, *self.call("w.txt", *words), says=["w.txt: ", says])

    def test_words_that_do_not_fit(self):
        self.write("w.txt", waveform(self.symbols))
        for words, says in ((["--taps", "0"], "[1, 31]"), (["--pre", "5"], "at most 4"),
                            (["--target-ser", "0.5"], "outside [1e-8, 0.1]"),
                            (["--limits", "802.3ce"], "none of 802.3cd, 802.3dj, none"),
                            (["--pattern", "ssprq"], "give one"),
                            (["--threshold-travel", "20"], "more than 10 %"),
                            (["--sample-rate-gsps", "100"], "give one"),
                            (["--tap", "5"], "unknown option '--tap'")):
            self.refuse(2, *self.call("w.txt", *words), says=[says])
        self.refuse(2, "tdecq", says=["WAVEFORM"])
        self.refuse(2, "tdecq", "w.txt", "--symbol-rate-gbd", "50", says=["needs --symbols"])
        self.refuse(2, "tdecq", "w.txt", "--pattern", "prbs13q", says=["needs --symbol-rate-gbd"])
        self.refuse(2, "tdecq", "w.txt", "--pattern", "prbs13q", "--symbol-rate-gbd", "50",
                    says=["--samples-per-symbol or --sample-rate-gsps"])
        self.refuse(2, "tdecq", "w.txt", "--pattern", "prbs31q", "--symbol-rate-gbd", "50",
                    says=["none of prbs13q, ssprq"])

    def test_files_that_are_no_waveforms(self):
        samples = waveform(self.symbols)
        self.refuse_samples(samples[:-PER_SYMBOL * 500], "too short")
        self.refuse_samples([], "is empty")
        self.refuse_samples([1.0] * len(samples), "does not follow the symbols")
        other = waveform(symbols_of(seed=9))
        self.refuse_samples(other, "does not follow the symbols")
        self.refuse(3, *self.call("none.txt"), says=["none.txt: no such file"])
        self.refuse(3, *self.call("."), says=["a folder"])
        (self.folder / "w.txt").write_text("1.0\nnan\n", encoding="utf-8")
        self.refuse(3, *self.call("w.txt"), says=["w.txt: line 2: 'nan' is not finite"])
        (self.folder / "w.h5").write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(500))
        self.refuse(3, *self.call("w.h5"), says=["w.h5: ", "damaged"])

    def test_too_few_samples_a_symbol(self):
        self.write("w.txt", waveform(self.symbols))
        self.refuse(3, "tdecq", "w.txt", "--symbols", "symbols.txt", "--symbol-rate-gbd", "53.125",
                    "--samples-per-symbol", "1.5", says=["1.5 samples a symbol"])

    def test_symbols_that_are_none(self):
        self.write("w.txt", waveform(self.symbols))
        for text, says in (("0 1 2 4\n", "line 1: a symbol is 0, 1, 2 or 3"), ("", "no symbols"),
                           ("0\n1\n" * 50, "no symbol is 2"), ("0 1 2 3", "64 or more")):
            (self.folder / "symbols.txt").write_text(text, encoding="utf-8")
            self.refuse(3, *self.call("w.txt"), says=["symbols.txt: ", says])


if __name__ == "__main__":
    command.main()
