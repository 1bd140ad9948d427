"""chappe export --to com: a scenario's link as a COM sheet that `chappe com` reads."""
import command
import test_com
from test_com import CHANNEL, SOURCE


class Exports(test_com.Com):

    def test_a_scenarios_link_becomes_a_sheet_that_runs(self):
        scenario = SOURCE / "scenarios/copper/measured_channel.toml"
        done = self.expect(0, "export", scenario, "--to", "com", "-o", "sheet.csv")
        self.assertEqual(done.stdout, "")
        for text in ("element 'channel' (copper.touchstone) is no part of a sheet",
                     "DER_0 = 1e-4 is chosen"):
            self.assertIn(text, done.stderr)
        text = (self.folder / "sheet.csv").read_text(encoding="utf-8")
        for line in ('f_b,"53.125",GBd', 'C_d,"[0.00012; 0.00012]",nF', 'c(-1),"[-0.34:0.02:0]",',
                     'z_p (TX),"[12; 1.8; 0; 0]",mm', 'SNR_TX,"32.5",dB', 'N_b,"12",'):
            self.assertIn(line, text)
        # 12 mm packages, no floating taps: what the CR preset is with these set.
        document = self.document(CHANNEL, sheet=("--config", "sheet.csv"))
        preset = self.document(CHANNEL, "--set", "N_bg=0", "--set", "N_tail_start=0", "--set",
                               "Include PCB=0", "--set", "z_p (RX)=[12 31; 1.8 1.8]",
                               sheet=("--preset", "ck_cr"))
        # f_HP_PZ and all else alike: the same arithmetic but for the ladder's empty segments.
        self.assertAlmostEqual(document["com_db"], preset["com_db"], delta=1e-9)
        self.assertAlmostEqual(document["fom_db"], preset["fom_db"], delta=1e-9)

    def test_boards_of_both_ends_are_exported_and_sets_count(self):
        done = self.expect(0, "export", SOURCE / "scenarios/quickstart.toml", "--to", "com",
                           "--set", "dac.element.tx.amplitude_v=0.5")
        self.assertIn('Include PCB,"1"', done.stdout)
        self.assertIn('z_bp (TX),"110.3",mm', done.stdout)
        self.assertIn('A_v,"0.5",V', done.stdout)
        self.assertIn("no part of a sheet", done.stderr)

    def test_what_cannot_be_exported_is_refused(self):
        scenario = SOURCE / "scenarios/copper/measured_channel.toml"
        self.refuse(2, "export", scenario, "--to", "com", "--link", "measurd",
                    says=["did you mean 'measured'?"])
        self.refuse(5, "export", scenario, "--to", "com", "-o", "none/sheet.csv", says=["none"])
        self.refuse(2, "export", "x.h5", "--to", "json", "--set", "a=b", says=["--to com only"])


if __name__ == "__main__":
    command.main()
