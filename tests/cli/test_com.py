"""chappe com: results and what is told of them. Numbers: tests/solve."""
import json
import math
import os
import pathlib
import shutil
import signal
import time

import command

SOURCE = pathlib.Path(os.environ.get("CHAPPE_SOURCE_DIR", command.HERE.parents[1]))
CHANNEL = SOURCE / "data" / "channels" / "stripline_100ohm.s4p"
PRESETS = ("ck_kr", "ck_cr", "ck_c2m_tp1a", "dj_cakr_2022_11", "dj_pychopmarg",
           "dj_178_pkga_2025_06")
# One setting of every range: these tests are about words, not about the search.
ONE = ["--set", "c(-3)=0", "--set", "c(-2)=0.02", "--set", "c(-1)=-0.1", "--set", "c(1)=0",
       "--set", "g_DC=-6", "--set", "g_DC_HP=-2", "--set", "z_p select=1"]


def one_setting(preset):
    """Of a preset: dj_178_pkga has fewer transmit taps."""
    if preset == "dj_178_pkga_2025_06":
        return ONE[8:]
    return ONE


class Com(command.CommandTest):

    def com(self, *words, code=0, sheet=("--preset", "ck_kr"), only=tuple(ONE), extra=()):
        """What `words` set goes in place of `only`'s."""
        keys = {str(word).split("=")[0] for word in words}
        kept = [word for word in only if word != "--set" and word.split("=")[0] not in keys]
        only = [word for setting in kept for word in ("--set", setting)]
        return self.expect(code, "com", *sheet, *only, *words, *extra)

    def document(self, *words, code=0, **options):
        return json.loads(self.com(*words, "--json", code=code, **options).stdout)

    def sheet(self, name, *changes):
        """A copy of the KR preset with texts replaced; each must be there."""
        text = (SOURCE / "data/standards/com/ck_kr.csv").read_text(encoding="utf-8")
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        (self.folder / name).write_text(text, encoding="utf-8")
        return name


class Results(Com):

    def test_t69_every_preset_runs_on_the_projects_own_channel(self):
        for preset in PRESETS:
            words = ["--allow-extrapolation"] if preset.startswith("dj") else []
            done = self.expect(0, "com", CHANNEL, "--preset", preset, "--json", *words,
                               *one_setting(preset))
            document = json.loads(done.stdout)
            self.assertEqual(document["config"], f"preset {preset}")
            # The channel ends at 60 GHz: enough for 53 GBd only.
            self.assertEqual(document["status"],
                             "outside_validity" if words else "ok")
            self.assertIn("com_db", document)
            self.assertGreater(document["pulse_peak_mv"], 1.0)

    def test_one_channel_has_its_keys_at_the_top_and_a_schema(self):
        document = self.document(CHANNEL)
        for key in ("com_db", "fom_db", "erl_db", "erl11_db", "erl22_db", "pulse_peak_mv",
                    "il_nyquist_db", "icn_mv", "mdfext_mv", "mdnext_mv", "vec_db", "veo_mv",
                    "tx_taps", "g_dc_db", "g_dc_hp_db", "dfe_taps", "floating_taps",
                    "rx_ffe_taps", "settings_tried", "fitted_il_db", "fom_ild_db",
                    "sigma_isi_mv", "status", "cases", "config", "quirks"):
            self.assertIn(key, document)
        schema = json.loads(self.expect(0, "schema", "com").stdout)
        self.assertEqual(set(document) - set(schema["properties"]), set())
        self.assertEqual(document["settings_tried"], 1)
        self.assertEqual(document["g_dc_db"], -6)
        self.assertEqual(len(document["dfe_taps"]), 40)
        # c(0) = 1 - 0.02 - 0.1
        self.assertAlmostEqual(document["tx_taps"][document["tx_cursor"]], 0.88, delta=1e-12)

    def test_the_worst_of_several_test_cases_is_at_the_top(self):
        document = self.document(CHANNEL, "--set", "z_p select=[1 2]")
        self.assertEqual([case["case"] for case in document["cases"]], [1, 2])
        self.assertEqual(document["com_db"], min(case["com_db"] for case in document["cases"]))
        worst = min(document["cases"], key=lambda case: case["com_db"])
        self.assertEqual(document["worst_case"], worst["case"])

    def test_a_block_for_one_channel_and_a_table_for_many(self):
        done = self.com(CHANNEL)
        for text in (str(CHANNEL), "preset ck_kr", "COM", "ERL", "sigma [mV]", "Tx FFE", "CTLE",
                     "DFE", "loss at f_b/2"):
            self.assertIn(text, done.stdout)
        self.assertIn("assumed: ports near +, near -, far +, far -: 1-3/2-4 (Port Order)",
                      done.stderr)
        shutil.copy(CHANNEL, self.folder / "copy.s4p")
        (self.folder / "bad.s4p").write_text("nothing here\n", encoding="utf-8")
        done = self.com(CHANNEL, "bad.s4p", "copy.s4p", "missing.s4p", code=3)
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 6)
        self.assertIn("COM dB", lines[1])
        self.assertRegex(lines[3], r"^error +-.* bad\.s4p$")
        self.assertEqual(lines[2].split()[:-1], lines[4].split()[:-1])
        self.assertIn("failed: ", done.stderr)

    def test_many_channels_are_a_list_in_one_document_in_the_order_given(self):
        shutil.copy(CHANNEL, self.folder / "copy.s4p")
        document = self.document("missing.s4p", CHANNEL, "copy.s4p", code=3)
        self.assertEqual([row["status"] for row in document["channels"]], ["error", "ok", "ok"])
        self.assertEqual(document["channels"][0]["exit_code"], 3)
        first, second = (dict(row, thru="", quirks=[], file_remarks=[])
                         for row in document["channels"][1:])
        self.assertEqual(first, second)

    def test_the_same_bytes_on_any_number_of_threads(self):
        words = (CHANNEL, CHANNEL, "--json", "--set", "c(-1)=[-0.2:0.02:0]")
        self.assertEqual(self.com(*words, "-j", "1").stdout, self.com(*words, "-j", "3").stdout)

    def test_a_module_host_is_judged_by_eye_height_and_closure(self):
        c2m = {"sheet": ("--preset", "ck_c2m_tp1a")}
        text = self.com(CHANNEL, **c2m).stdout
        self.assertRegex(text, r"\n  VEC +[\d.]+ dB, pass: at most 12 dB\n")
        self.assertRegex(text, r"\n  EH +[\d.]+ mV, pass: at least 10 mV\n")
        document = self.document(CHANNEL, "--set", "VEC Pass threshold=1", **c2m)
        self.assertEqual(document["fails"], ["vec_db"])
        self.assertFalse(document["pass"])
        limit = {"key": "vec_db", "value": document["vec_db"], "at_most": 1, "pass": False}
        self.assertEqual(document["limits"][0], limit)
        ratio = document["available_signal_mv"] / document["interference_mv"]
        self.assertAlmostEqual(document["com_db"], 20 * math.log10(ratio), delta=1e-9)

    def test_each_limit_is_of_its_own_worst_case(self):
        # A shorter package closes the eye more in dB, a longer one in mV.
        words = ("--set", "z_p select=[1 2]", "--set", "VEC Pass threshold={}")
        cases = self.document(CHANNEL, *words[:2], sheet=("--preset", "ck_c2m_tp1a"))["cases"]
        largest = max(case["vec_db"] for case in cases)
        for limit, fails in ((largest - 1e-3, True), (largest + 1e-3, False)):
            document = self.document(CHANNEL, *words[:3], words[3].format(limit),
                                     sheet=("--preset", "ck_c2m_tp1a"))
            self.assertEqual("vec_db" in document["fails"], fails)

    def test_files_in_the_wrong_role_are_warned_of(self):
        done = self.com(CHANNEL, "--fext", CHANNEL, "--quiet")
        self.assertIn("it passes like a channel", done.stderr)
        self.assertIn("given more than once", done.stderr)

    def test_a_limit_that_is_not_judged_is_told(self):
        done = self.com(CHANNEL, "--set", "TDR=0")
        self.assertIn("ERL Pass threshold is not judged", done.stderr)

    def test_an_interrupted_search_ends_with_75_and_no_result(self):
        process = self.start_command("com", CHANNEL, "--preset", "dj_cakr_2022_11", "--progress",
                                     "json", "--allow-extrapolation")
        while not process.stderr.readline().startswith("{"):  # the search has begun
            self.assertIsNone(process.poll(), "the command ended too early")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=command.LIMIT_S)
        self.assertEqual(process.returncode, 75, err)
        self.assertEqual(out, "")
        self.assertIn("stopped by a signal", err)

    def test_aggressors_lower_the_margin(self):
        alone = self.document(CHANNEL)
        crossed = self.document(CHANNEL, "--fext", CHANNEL, "--next", CHANNEL)
        self.assertLess(crossed["com_db"], alone["com_db"])
        self.assertGreater(crossed["icn_mv"], 0.0)
        self.assertEqual(alone["icn_mv"], 0.0)
        self.assertEqual(crossed["fext"], [str(CHANNEL)])


    def test_a_closed_eye_is_called_closed(self):
        done = self.com(CHANNEL, "--set", "A_v=1e-6")
        self.assertRegex(done.stdout, r"eye +closed: opening -")
        self.assertNotIn("313", done.stdout)
        self.assertIn("note: the eye is closed", done.stderr)
        rows = self.com(CHANNEL, CHANNEL, "--set", "A_v=1e-6").stdout
        self.assertEqual(rows.count(" closed "), 2)
        # The reference's 313 dB is no figure.
        self.assertIsNone(self.document(CHANNEL, "--set", "A_v=1e-6")["vec_db"])

    def test_data_below_the_symbol_rate_are_told_even_quietly(self):
        done = self.com(CHANNEL, "--quiet", "--set", "f_b=70")
        self.assertIn("WARNING: ", done.stderr)
        self.assertIn("the data end at 60 GHz, below f_b = 70 GHz", done.stderr)
        document = self.document(CHANNEL, "--set", "f_b=70")
        self.assertEqual(document["status"], "ok")
        self.assertEqual(len(document["warnings"]), 1)

    def test_a_file_that_gives_out_energy_is_warned_of(self):
        scaled = []
        for line in CHANNEL.read_text(encoding="utf-8").splitlines():
            words = line.split()
            numbers = 8 if line[0] not in "!#" else 0  # a row of the matrix
            head = words[:len(words) - numbers]
            scaled.append(" ".join(head + [repr(2 * float(word)) for word in words[len(head):]]))
        (self.folder / "gain.s4p").write_text("\n".join(scaled) + "\n", encoding="utf-8")
        done = self.run_command("com", "gain.s4p", "--preset", "ck_kr", "--quiet", *ONE)
        self.assertIn("WARNING: gain.s4p: not passive: it gives out", done.stderr)

    def test_a_scale_of_all_voltages_changes_nothing_and_costs_nothing(self):
        # Bins are 1/30000 of the signal then, not 10 uV: they move COM by less than 0.01 dB.
        started = time.monotonic()
        large = self.document(CHANNEL, "--set", "A_v=41.3", "--set", "eta_0=8.2e-5")
        self.assertLess(time.monotonic() - started, 10.0)
        small = self.document(CHANNEL, "--set", "A_v=0.413", "--set", "eta_0=8.2e-9")
        self.assertAlmostEqual(large["com_db"], small["com_db"], delta=0.01)
        self.assertAlmostEqual(large["fom_db"], small["fom_db"], delta=1e-9)
        self.assertIn("PDF bin size", " ".join(large["quirks"]))

    def test_a_turned_leg_is_warned_of(self):
        lines = []
        for line in CHANNEL.read_text(encoding="utf-8").splitlines():
            words = line.split()
            if line[0] not in "!#":  # the row of port 4 where the words before 8 numbers are none
                lines.append((words[:len(words) - 8], [float(word) for word in words[-8:]]))
            else:
                lines.append((words, None))
        rows = [entry for entry in lines if entry[1]]
        for i, (_, numbers) in enumerate(rows):  # port 4 turned: its row and its column
            for k in range(8):
                if (i % 4 == 3) != (k // 2 == 3):
                    numbers[k] = -numbers[k]
        text = "\n".join(" ".join(head + [repr(n) for n in numbers or []])
                         for head, numbers in lines)
        (self.folder / "turned.s4p").write_text(text + "\n", encoding="utf-8")
        done = self.run_command("com", "turned.s4p", "--preset", "ck_kr", "--quiet", *ONE)
        self.assertIn("look at the polarity", done.stderr)

    def test_interrupted_between_channels_as_well(self):
        process = self.start_command("com", *[CHANNEL] * 400, "--preset", "ck_kr", "--progress",
                                     "json", *ONE)
        while not process.stderr.readline().startswith("{"):
            self.assertIsNone(process.poll(), "the command ended too early")
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=command.LIMIT_S)
        self.assertEqual(process.returncode, 75, err)
        self.assertEqual(out, "")


if __name__ == "__main__":
    command.main()
