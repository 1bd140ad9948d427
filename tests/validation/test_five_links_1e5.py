"""Five links at 1e-5: density against waveform."""
# long
import unittest

import five_links


class CountedTail(five_links.FiveLinks):

    def test_density_and_waveform_agree(self):
        self.compare(1e-5)


if __name__ == "__main__":
    unittest.main()
