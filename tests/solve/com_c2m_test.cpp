// The C2M eye against the steps of the reference's description, followed one by one with samples
// that count from 1.
#include "solve/com/com_c2m.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>

#include "base/errors.hpp"
#include "math/special.hpp"
#include "solve/com/com_merit.hpp"

using namespace chappe;

namespace {

using Masses = std::map<long, double>;  ///< by bin

std::vector<double> pulse_of(int samples, int symbols, unsigned seed) {
  std::mt19937_64 rng(seed);
  std::normal_distribution<double> normal;
  std::vector<double> out(static_cast<std::size_t>(samples * symbols + 3));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double t = static_cast<double>(i) / samples - 4.3;
    out[i] = 0.04 * std::exp(-t * t / (t < 0.0 ? 0.3 : 0.9)) + 1e-4 * normal(rng) / (1.0 + t * t);
  }
  return out;
}

struct Case {
  std::vector<double> pulse{pulse_of(8, 12, 1)};
  std::vector<double> dfe{0.3, -0.02};
  ComDensity crosstalk{com_density(std::vector<double>{1.1e-3, -0.6e-3}, 1e-4, 4)};
  ComC2mInput input() const {
    ComC2mInput in;
    in.pulse = pulse;
    in.instant = 34;
    in.samples = 8;
    in.dfe = dfe;
    in.r_lm = 0.95;
    in.sigma_rj_ui = 0.01;
    in.a_dd_ui = 0.02;
    in.sigma_n_v = 4e-4;
    in.sigma_tx_v = 3e-4;
    in.der0 = 1e-3;
    in.crest_factor = q_inverse(1e-3);
    in.t_o_mui = 100.0;
    in.samples_c2m = 20;
    in.bin_v = 1e-4;
    in.crosstalk = &crosstalk;
    return in;
  }
};

Masses folded(const Masses& a, const Masses& b) {
  Masses out;
  for (const auto& [i, p] : a) {
    for (const auto& [k, q] : b) out[i + k] += p * q;
  }
  return out;
}

/// Rule P.
Masses rule_p(const std::vector<double>& v, double bin) {
  double top = -1.0;
  for (const double x : v) top = std::max(top, x);
  Masses out{{0, 1.0}};
  for (const double x : v) {
    const double size = std::abs(x);
    if (size < bin || (top > bin && size <= bin)) continue;
    Masses one;
    for (int l = 0; l < 4; ++l) one[std::lround(size * (2.0 * l / 3.0 - 1.0) / bin)] += 0.25;
    out = folded(out, one);
  }
  return out;
}

Masses gaussian(double sigma, double q, double bin) {
  const long m = std::lround(2.0 * q * sigma / bin);
  Masses out;
  double sum = 0.0;
  for (long i = -m; i <= m; ++i) {
    const double x = static_cast<double>(i) * bin;
    sum += out[i] = std::exp(-x * x / (2.0 * sigma * sigma));
  }
  for (auto& [i, p] : out) p /= sum;
  return out;
}

/// x(i), counting from 1, of the pulse on the new grid; the index of t_s there is `t`.
struct Grid {
  std::vector<double> x{};
  int t{0};
  double operator()(int i) const { return x[static_cast<std::size_t>(i - 1)]; }
  double& operator()(int i) { return x[static_cast<std::size_t>(i - 1)]; }
};

Grid grid_of(const ComC2mInput& in) {
  Grid out;
  const int s = in.samples_c2m, m = in.samples;
  const auto at_s = static_cast<double>(in.instant);
  for (int k = -10000; k <= 10000; ++k) {
    const double place = at_s + static_cast<double>(k) * m / s;
    if (place < -1e-9 || place > static_cast<double>(in.pulse.size()) - 1.0 + 1e-9) continue;
    const double whole = std::floor(place + 1e-9), part = place - whole;
    const auto i = static_cast<std::size_t>(whole);
    const double next = i + 1 < in.pulse.size() ? in.pulse[i + 1] : in.pulse[i];
    out.x.push_back(in.pulse[i] * (1.0 - part) + next * part);
    if (k == 0) out.t = static_cast<int>(out.x.size());
  }
  return out;
}

/// Step 4 for one column j (from 1): masses of interference and noise, no levels.
Masses column(const ComC2mInput& in, const Grid& raw, const Grid& residual, int j) {
  const int s = in.samples_c2m, half = s / 2 + 1;
  const int nui = static_cast<int>(std::lround(static_cast<double>(raw.x.size()) / s));
  // Which column of the uncut rows becomes j when that of t becomes half.
  int from = (raw.t - 1) % s + 1 + j - half;
  if (from < 1) from += s;
  if (from > s) from -= s;
  std::vector<double> values, slopes;
  for (int row = 2; row <= nui - 1; ++row) {
    const int i = (row - 1) * s + from;
    values.push_back(residual(i));
    if (from == 1 && row == 2) continue;
    if (from == s && row == nui - 1) continue;
    slopes.push_back((raw(i + 1) - raw(i - 1)) * s / 2.0);
  }
  double norm2 = 0.0;
  for (double& v : slopes) {
    norm2 += v * v;
    v *= in.a_dd_ui;
  }
  const double sigma =
      std::hypot(in.sigma_rj_ui * com_sigma_x(4) * std::sqrt(norm2), in.sigma_n_v, in.sigma_tx_v);
  return folded(folded(rule_p(values, in.bin_v), rule_p(slopes, in.bin_v)),
                gaussian(sigma, in.crest_factor, in.bin_v));
}

/// First bins where the running sums from the left and from the right exceed DER_0.
std::array<long, 2> edges(const Masses& all, double der0) {
  std::array<long, 2> out{};
  double sum = 0.0;
  for (auto i = all.begin(); i != all.end() && sum <= der0; ++i) {
    sum += i->second;
    out[0] = i->first;
  }
  sum = 0.0;
  for (auto i = all.rbegin(); i != all.rend() && sum <= der0; ++i) {
    sum += i->second;
    out[1] = i->first;
  }
  return out;
}

/// Steps 1 to 6: EH in bins. @param weight  of x = -T .. T
template <class Weight>
long height(const ComC2mInput& in, Weight weight) {
  const int s = in.samples_c2m, half = s / 2 + 1;
  const int width = static_cast<int>(in.t_o_mui * s / 1000.0);
  const Grid raw = grid_of(in);
  Grid residual = raw;
  for (int n = 0; n <= static_cast<int>(in.dfe.size()); ++n) {
    for (int k = 1; k <= s; ++k) {
      double& x = residual(raw.t + n * s + k - half);
      x = n == 0 ? 0.0 : x - raw(raw.t) * in.dfe[static_cast<std::size_t>(n - 1)];
    }
  }
  Masses crosstalk{{0, 1.0}};
  if (in.crosstalk != nullptr) {
    crosstalk.clear();
    for (std::size_t i = 0; i < in.crosstalk->p.size(); ++i) {
      crosstalk[static_cast<long>(i) - in.crosstalk->half()] = in.crosstalk->p[i];
    }
  }
  std::vector<Masses> levels(4);
  double weights = 0.0;
  for (int x = -width; x <= width; ++x) {
    const Masses all = folded(column(in, raw, residual, half + x), crosstalk);
    const double y = in.r_lm * raw(raw.t + x);
    weights += weight(x, width);
    for (int n = 0; n < 4; ++n) {
      const double first = static_cast<double>(all.begin()->first);
      const long shift = std::lround(first + (2.0 * n / 3.0 - 1.0) * y / in.bin_v);
      for (const auto& [i, p] : all) {
        levels[static_cast<std::size_t>(n)][i - all.begin()->first + shift] += p * weight(x, width);
      }
    }
  }
  long least = 1000000;
  for (std::size_t n = 0; n < 3; ++n) {
    const double der0 = in.der0 * weights;  // in place of sums of 1
    least = std::min(least, edges(levels[n + 1], der0)[0] - edges(levels[n], der0)[1]);
  }
  return least;
}

long bins(const ComC2mInput& in) { return std::lround(com_c2m_eye(in).height_v / in.bin_v); }

}  // namespace

TEST_CASE("COM C2M: the eye follows the described steps for each window", "[unit][com]") {
  const Case c;
  ComC2mInput in = c.input();
  const auto bell = [](double y, double s) { return std::exp(-y * y / (2.0 * s * s)); };
  const double ql = in.t_o_mui / (1000.0 * in.sigma_r_ui);
  in.window = ComWindow::rectangle;
  CHECK(bins(in) == height(in, [](int, int) { return 1.0; }));
  in.window = ComWindow::gaussian;
  CHECK(bins(in) == height(in, [&](int x, int t) { return bell(x, t / ql); }));
  in.window = ComWindow::triangle;
  CHECK(bins(in) == height(in, [](int x, int t) { return 1.0 - std::abs(x) / double(t); }));
  in.window = ComWindow::dual_rayleigh;
  CHECK(bins(in) == height(in, [&](int x, int t) {
          return (x + t) * bell(x + t, t / ql) - (x - t) * bell(x - t, t / ql);
        }));
  in.crosstalk = nullptr;
  CHECK(bins(in) == height(in, [&](int x, int t) {
          return (x + t) * bell(x + t, t / ql) - (x - t) * bell(x - t, t / ql);
        }));
}

TEST_CASE("COM C2M: any place of the instant in its rows gives the described eye", "[unit][com]") {
  const Case c;
  ComC2mInput in = c.input();
  in.window = ComWindow::rectangle;
  for (const int s : {20, 21, 8}) {
    for (int i = 30; i < 38; ++i) {
      in.samples_c2m = s;
      in.instant = i;
      in.t_o_mui = i % 2 == 0 ? 130.0 : 200.0;
      CAPTURE(s, i);
      CHECK(bins(in) == height(in, [](int, int) { return 1.0; }));
    }
  }
}

TEST_CASE("COM C2M: no eye is higher than the bound that the search prunes by", "[property][com]") {
  const Case c;
  ComC2mInput in = c.input();
  in.crosstalk = nullptr;  // as in the search
  for (const ComWindow window :
       {ComWindow::rectangle, ComWindow::gaussian, ComWindow::triangle, ComWindow::dual_rayleigh}) {
    for (const double t_o_mui : {0.0, 20.0, 50.0, 100.0, 200.0}) {
      in.window = window;
      in.t_o_mui = t_o_mui;
      CAPTURE(static_cast<int>(window), t_o_mui);
      CHECK(com_c2m_height_bound_v(in) >= com_c2m_eye(in).height_v);
    }
  }
  in.t_o_mui = 0.0;
  CHECK(com_c2m_height_bound_v(in) == com_c2m_eye(in).height_v);
}

TEST_CASE("COM C2M: VEO, VEC and COM follow from the height", "[unit][com]") {
  const Case c;
  const ComC2mInput in = c.input();
  const ComC2mEye eye = com_c2m_eye(in);
  const double a_s = 0.95 * c.pulse[34] / 3.0;
  REQUIRE(eye.height_v > 0.0);
  CHECK(eye.veo_mv == Approx(1e3 * eye.height_v));
  CHECK(eye.vec_db == Approx(20.0 * std::log10(2.0 * a_s / eye.height_v)));
  CHECK(eye.a_ni_v == Approx(2.0 * a_s - eye.height_v));
  CHECK(eye.com_db == Approx(20.0 * std::log10(2.0 * a_s / eye.a_ni_v)));
}

TEST_CASE("COM C2M: a wider window, more noise and crosstalk close the eye", "[property][com]") {
  const Case c;
  ComC2mInput in = c.input();
  in.window = ComWindow::rectangle;
  double last_v = 1.0;
  for (const double t_o_mui : {0.0, 50.0, 100.0, 200.0}) {
    in.t_o_mui = t_o_mui;
    const double height_v = com_c2m_eye(in).height_v;
    CHECK(height_v <= last_v);
    last_v = height_v;
  }
  in.crosstalk = nullptr;
  CHECK(com_c2m_eye(in).height_v > last_v);
  in.crosstalk = &c.crosstalk;
  in.sigma_n_v = 5e-3;  // closed: finite all the same
  const ComC2mEye closed = com_c2m_eye(in);
  CHECK(closed.height_v < last_v);
  CHECK(closed.height_v < 0.0);
  CHECK(std::isfinite(closed.com_db));
  CHECK(std::isfinite(closed.vec_db));
  in.t_o_mui = 600.0;
  CHECK_THROWS_AS(com_c2m_eye(in), DataError);
}

TEST_CASE("COM C2M: windows are known by their words", "[unit][com]") {
  CHECK(com_window("rectangle") == ComWindow::rectangle);
  CHECK(com_window("gaussian") == ComWindow::gaussian);
  CHECK(com_window("triangle") == ComWindow::triangle);
  CHECK(com_window("dual_rayleigh") == ComWindow::dual_rayleigh);
  CHECK_THROWS_AS(com_window("hann"), DataError);
}
