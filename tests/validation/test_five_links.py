"""Five links at 1e-3 and 1e-4: density against waveform."""
import unittest

import five_links


class Counted(five_links.FiveLinks):

    def test_density_and_waveform_agree(self):
        self.compare(1e-3, 1e-4)


if __name__ == "__main__":
    unittest.main()
