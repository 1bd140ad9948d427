#pragma once
// What an error event of a sequence detector for 1 + a D keeps beside events that end nearer.
#include <cstddef>
#include <vector>

namespace chappe {

/// s_j = e_j + a e_(j-1) of an event of symbols begin .. end - 1 in the pattern of one that begins
/// at 0 with +1 (signs alternate for a > 0), over samples from -`before` on; for a step of 1.
std::vector<double> event_signal(double alpha, std::ptrdiff_t begin, std::ptrdiff_t end,
                                 std::ptrdiff_t before, std::size_t samples);

/// R s of a Toeplitz matrix; lags beyond the end of `correlation` are 0.
std::vector<double> correlated(const std::vector<double>& correlation,
                               const std::vector<double>& s);

/// P(X > h, Y > k) of unit Gaussians of correlation rho. By Plackett's integral over the
/// correlation: dP/drho is the density at (h, k). Gauss-Legendre of 12 points in arcsin rho: error
/// below 1e-5 of P for |rho| <= 0.9, below 1e-3 absolute up to 1.
double both_above(double h, double k, double rho);

/// Rivals of an event of `length` symbols begin or end elsewhere (by any number of symbols inside,
/// 4 outside; at both ends by up to 2), or stand beside it with the sign that repels. Given by how
/// much the event is nearer than what was sent, rivals are Gaussian; each is taken as dependent on
/// one other, the one it is most correlated with of those listed before it.
class EventRivals {
 public:
  /// @param step_v  distance of two levels  @param share  of levels that can take a step of one
  /// sign
  EventRivals(double alpha, std::size_t length, const std::vector<double>& correlation_v2,
              double step_v, double share);
  /// P(no rival is nearer | the event is nearer than what was sent).
  /// @param scale  multiplies the distances between levels
  double kept(double scale) const;

 private:
  struct Rival {
    double later{0.0};      ///< its threshold less the event's, over scale [V]
    double slope{0.0};      ///< covariance with the event over the event's variance
    double deviation{0.0};  ///< given the event [V]
    double available{1.0};  ///< that levels which take the event take this one too
    std::size_t other{0};   ///< listed before it
    double rho{0.0};        ///< correlation with that one, given the event; 0: none
  };
  /// Another event: its signal, its symbols beyond the event.
  struct Candidate {
    std::vector<double> signal{};
    std::ptrdiff_t beyond{0};
  };
  std::vector<Candidate> candidates(double alpha, std::ptrdiff_t length) const;

  double threshold_v_{0.0};  ///< |s|^2/2 times the step
  double deviation_v_{0.0};  ///< of s' r
  std::vector<Rival> rivals_{};
};

}  // namespace chappe
