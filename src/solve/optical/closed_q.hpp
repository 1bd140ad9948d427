#pragma once
// Evenly spaced PAM levels in equal Gaussian noise: error ratios by x, half a gap over sigma.

namespace chappe {

/// Every wrong level counted, bits by Gray labels: PAM4 (3 Q(x) + 2 Q(3x) - Q(5x))/4.
/// @param levels  2, 4 or 6
double even_pam_ber(int levels, double x);
/// Symbols: 2 (1 - 1/L) Q(x), exact.
double even_pam_ser(int levels, double x);
/// Nearest neighbours only, one bit a symbol error: PAM4 (3/4) Q(x), the Q of standards.
double even_pam_nearest_ber(int levels, double x);

/// x of a bit error ratio, every wrong level counted. @param ber  (1e-300, 0.3)
double even_pam_x(int levels, double ber);
/// x of a bit error ratio by nearest neighbours: 3.414 for PAM4 at 2.4e-4. @param ber as above
double even_pam_nearest_x(int levels, double ber);

/// Mean symbol power over noise power: x^2 (L^2 - 1)/3.
double even_pam_snr(int levels, double x);

}  // namespace chappe
